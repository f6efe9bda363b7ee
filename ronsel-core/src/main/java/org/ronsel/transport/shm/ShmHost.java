package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ronsel.ProcessFailedException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.machine.CollectionCount;
import org.ronsel.machine.CopyMode;
import org.ronsel.machine.Futex;
import org.ronsel.machine.ProcessGoneException;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.machine.Setting;
import org.ronsel.machine.SharedSegment;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.Region;
import org.ronsel.transport.TransportContext;
import org.ronsel.transport.ring.RingDescriptor;

/**
 * The shared memory of one JVM of a job: its own segment, the segments of its peers as they are
 * met, and the thread that waits on the JVM's doorbell for all its ranks.
 */
final class ShmHost implements JvmTransport {
  /** Bytes of a fragment: 32 to 64 KB measured best. */
  static final int FRAGMENT_BYTES = Setting.SHM_FRAGMENT.integer();

  /**
   * Bytes of a rank's fragments: 2 to 4 MB measured best, more than a core's second-level cache
   * holds (decision 29). With 1 MB streams of 16 to 256 KB were slower, by 1.2 to 3.
   */
  private static final long POOL_BYTES = Setting.SHM_POOL.number();

  private static final long ALL_POOLS_BYTES = 48L << 20;

  /** Slots of a ring, 0 for {@link #ringSlots}. */
  private static final int RING_SLOTS = Setting.SHM_RING_SLOTS.integer(0);

  private static final int FEWEST_SLOTS = 128;

  /** 4 MB: when a line is written again it has left the cache of the core that has read it. */
  private static final int MOST_SLOTS = 1 << 16;

  private static final long ALL_RINGS_BYTES = 8L << 20;
  private static final long DOORBELL_CHECK_NS = 1_000_000_000L;

  /** Until the doorbell is looked at again where there was no memory to wait for it. */
  private static final long FULL_HEAP_NS = 1_000_000L;

  private final byte[] proof;
  private final JvmSegment own;
  private final AtomicReferenceArray<JvmSegment> peers;
  private final SharedAllocations allocations;
  private final GroupMemoryPool lent;
  private final TransportContext context;
  private final JobShape shape;
  private final ShmTransport[] transports;

  /** By JVM; null once this is closed, and until all have told. */
  private volatile @Nullable String @Nullable [] handles;

  private @Nullable Thread doorbellThread;
  private volatile boolean closed;

  private final CopyMode singleCopy = CopyMode.wanted(Setting.SHM_SINGLE_COPY);

  /** Whether peers can tell if an array has been moved; not before it is asked for. */
  private volatile boolean countsCollections;

  /** Makes this JVM's segment. */
  ShmHost(TransportContext context) {
    this.context = context;
    this.shape = context.shape();
    this.proof = context.proof("ronsel shared memory");
    int jvm = context.jvm();
    int first = shape.firstRank(jvm);
    this.own = JvmSegment.create(layoutOf(shape, jvm), first, proof);
    this.allocations = new SharedAllocations(own);
    this.lent = new GroupMemoryPool(allocations);
    this.peers = new AtomicReferenceArray<>(shape.jvms());
    peers.set(jvm, own);
    this.transports = new ShmTransport[own.layout.localRanks()];
    for (int i = 0; i < transports.length; i++) {
      transports[i] = new ShmTransport(this, first + i, context.localRank(first + i));
    }
  }

  private static SegmentLayout layoutOf(JobShape shape, int jvm) {
    int ranks = shape.endpoints();
    int local = shape.firstRank(jvm + 1) - shape.firstRank(jvm);
    long pool = Math.max(4L * FRAGMENT_BYTES, Math.min(POOL_BYTES, ALL_POOLS_BYTES / ranks));
    return new SegmentLayout(
        local, ranks - local, ringSlots(ranks), (int) (pool / FRAGMENT_BYTES), FRAGMENT_BYTES);
  }

  /** A power of two: more for few ranks, fewer where each might have a ring to each other. */
  private static int ringSlots(int ranks) {
    if (RING_SLOTS != 0) {
      return RING_SLOTS;
    }
    long rings = Math.max(1, (long) ranks * (ranks - 1));
    long slots = Long.highestOneBit(ALL_RINGS_BYTES / (rings * RingDescriptor.SLOT) + 1);
    return (int) Math.clamp(slots, FEWEST_SLOTS, MOST_SLOTS);
  }

  static long boundBytes(JobShape shape) {
    long sum = 0;
    for (int jvm = 0; jvm < shape.jvms(); jvm++) {
      sum += layoutOf(shape, jvm).bytes();
    }
    return sum;
  }

  /** The handle by which peers open this JVM's segment. */
  @Override
  public byte[] address() {
    return own.handle().getBytes(StandardCharsets.UTF_8);
  }

  /** Segments with names are mapped by all before anyone removes the names. */
  @Override
  public boolean meet(Map<Integer, byte[]> addresses) {
    @Nullable String[] met = new String[shape.jvms()];
    addresses.forEach((jvm, address) -> met[jvm] = new String(address, StandardCharsets.UTF_8));
    handles = met;
    boolean named =
        Arrays.stream(met).anyMatch(handle -> handle != null && !handle.startsWith("/proc/"));
    if (named) {
      addresses.keySet().forEach(this::segmentOfJvm);
    }
    return named;
  }

  @Override
  public void allHaveMet() {
    own.unlink();
  }

  @Override
  public boolean reaches(int jvm) {
    @Nullable String[] known = handles;
    return jvm != context.jvm() && known != null && known[jvm] != null;
  }

  @Override
  public ShmTransport of(int rank) {
    return transports[own.local(rank)];
  }

  JvmSegment own() {
    return own;
  }

  /** Whether a number from outside is a rank of another JVM of the job. */
  boolean isRemote(int rank) {
    int local = own.local(rank);
    int ranks = own.layout.localRanks() + own.layout.remoteRanks();
    return rank >= 0 && rank < ranks && (local < 0 || local >= own.layout.localRanks());
  }

  /** The segment of the JVM that holds {@code rank}, mapped on first use; any thread. */
  JvmSegment segmentOf(int rank) {
    return segmentOfJvm(shape.jvmOf(rank));
  }

  private JvmSegment segmentOfJvm(int index) {
    JvmSegment segment = peers.get(index);
    if (segment != null) {
      return segment;
    }
    synchronized (this) {
      segment = peers.get(index);
      if (segment == null) {
        segment = open(index);
        peers.set(index, segment);
      }
      return segment;
    }
  }

  private String handleOf(int jvm) {
    @Nullable String[] known = handles;
    String handle = known == null ? null : known[jvm];
    if (handle == null) {
      throw new IllegalStateException("closed");
    }
    return handle;
  }

  private JvmSegment open(int jvm) {
    try {
      return JvmSegment.open(handleOf(jvm), layoutOf(shape, jvm), shape.firstRank(jvm), proof);
    } catch (ProcessGoneException gone) {
      throw hasEnded(jvm, gone);
    }
  }

  private ProcessFailedException hasEnded(int jvm, ProcessGoneException gone) {
    return new ProcessFailedException(
        "the JVM of " + shape.ranksOf(jvm) + " is gone: " + gone.getMessage(), gone);
  }

  @Override
  public MemorySegment allocate(long bytes) {
    return allocations.allocate(bytes);
  }

  long lend(long bytes, long zeroed, int users) {
    return lent.lend(bytes, zeroed, users);
  }

  Region borrow(int lender, long key, long bytes) {
    long all = bytes + GroupMemoryPool.HEADER;
    MemorySegment piece =
        segmentOf(lender) == own ? allocations.ownMemory(key, all) : peerMemory(lender, key, all);
    return new Region(GroupMemoryPool.usable(piece), key, () -> GroupMemoryPool.countReturn(piece));
  }

  SharedAllocations allocations() {
    return allocations;
  }

  /** Memory of the peer that holds {@code rank}, by the key it sent. */
  MemorySegment peerMemory(int rank, long key, long bytes) {
    int jvm = shape.jvmOf(rank);
    try {
      return allocations.peerMemory(segmentOfJvm(jvm), handleOf(jvm), key, bytes);
    } catch (ProcessGoneException gone) {
      throw hasEnded(jvm, gone);
    }
  }

  /**
   * The process that holds {@code rank}.
   *
   * @throws UnsupportedFeatureException if its handle does not tell
   */
  long processOf(int rank) {
    String handle = handleOf(shape.jvmOf(rank));
    return SharedSegment.ownerOf(handle)
        .orElseThrow(() -> new UnsupportedFeatureException("no process is known by " + handle));
  }

  /** How it is decided which messages of this JVM are read where they lie. */
  CopyMode singleCopy() {
    return singleCopy;
  }

  /** Whether peers know where this JVM counts its garbage collections. */
  boolean countsCollections() {
    return countsCollections;
  }

  /** Tells peers where this JVM counts its garbage collections, if they can make use of it. */
  void countCollections() {
    if (ProcessMemory.arrays().usable()) {
      own.collectionCountAt(CollectionCount.address());
      countsCollections = true;
    }
  }

  /** Starts the thread that waits on the doorbell, when the first rank parks. */
  void ensureDoorbellThread() {
    if (doorbellThread == null) {
      startDoorbellThread();
    }
  }

  private synchronized void startDoorbellThread() {
    if (doorbellThread == null && !closed) {
      // What may fail for want of memory does so here, in the rank's call, and is done again by
      // the next one that parks.
      var _ = Futex.availability();
      Futex.Timeout check = new Futex.Timeout(DOORBELL_CHECK_NS);
      doorbellThread =
          Thread.ofPlatform().daemon().name("ronsel-doorbell").start(() -> listen(check));
    }
  }

  private void listen(Futex.Timeout check) {
    while (!closed) {
      try {
        // Acquire: a ringer sets its bit before it moves the doorbell.
        int seen = NativeWords.getIntAcquire(own.memory, SegmentLayout.DOORBELL_AT);
        wakeRung();
        Futex.await(own.memory, SegmentLayout.DOORBELL_AT, seen, check);
      } catch (OutOfMemoryError full) {
        // The first calls need memory, and ranks that wait must not end with it: a program may let
        // go of what fills the heap.
        LockSupport.parkNanos(FULL_HEAP_NS);
      }
    }
  }

  /** Wakes the ranks whose doorbells have been rung. */
  private void wakeRung() {
    int words = (own.layout.localRanks() + 63) / 64;
    for (int w = 0; w < words; w++) {
      long at = SegmentLayout.RUNG_AT + 8L * w;
      long bits = NativeWords.getAndSetLong(own.memory, at, 0L);
      try {
        while (bits != 0) {
          int local = w * 64 + Long.numberOfTrailingZeros(bits);
          if (local < own.layout.localRanks()) {
            context.localRank(own.firstRank + local).ringDoorbell();
          }
          bits &= bits - 1;
        }
      } catch (OutOfMemoryError full) {
        var _ = NativeWords.getAndOrLong(own.memory, at, bits);
        throw full;
      }
    }
  }

  /** Ends the thread that waits on the doorbell. */
  @Override
  public void allEnded() {
    Thread listener;
    synchronized (this) { // no thread starts afterwards
      closed = true;
      listener = doorbellThread;
    }
    if (listener != null) {
      var _ = NativeWords.getAndAddInt(own.memory, SegmentLayout.DOORBELL_AT, 1);
      Futex.wake(own.memory, SegmentLayout.DOORBELL_AT, 1);
      try {
        listener.join(1_000);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Unmaps all segments. No rank may communicate any more. */
  @Override
  public void close() {
    allEnded();
    allocations.close();
    synchronized (this) {
      handles = null;
      for (int i = 0; i < peers.length(); i++) {
        JvmSegment segment = peers.getAndSet(i, null);
        if (segment != null) {
          segment.close();
        }
      }
    }
  }
}
