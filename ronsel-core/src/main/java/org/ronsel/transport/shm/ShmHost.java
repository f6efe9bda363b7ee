package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.PeerFailedException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.machine.Futex;
import org.ronsel.machine.NativeWords;
import org.ronsel.machine.ProcessGoneException;

/**
 * The shared memory of one JVM of a job: its own segment, the segments of its peers as they are
 * met, and the thread that waits on the JVM's doorbell for all its ranks.
 */
public final class ShmHost implements AutoCloseable {
  /** What a JVM must know of another to map its segment. */
  public interface Directory {
    /** Number of JVMs. */
    int jvms();

    /** Index of the JVM that holds a rank. */
    int jvmOf(int rank);

    /** First rank of a JVM; for {@code jvms()}, the number of ranks. */
    int firstRank(int jvm);

    /** The handle by which a JVM's segment can be opened. */
    String handle(int jvm);
  }

  /** Bytes of a fragment: 32 to 64 KB measured best. */
  static final int FRAGMENT_BYTES = Integer.getInteger("ronsel.shm.fragment", 32 << 10);

  private static final long POOL_BYTES = Long.getLong("ronsel.shm.pool", 1L << 20);
  private static final long ALL_POOLS_BYTES = 48L << 20;
  private static final int RING_SLOTS = Integer.getInteger("ronsel.shm.ring.slots", 128);
  private static final long DOORBELL_CHECK_NS = 1_000_000_000L;

  private final byte[] proof;
  private final JvmSegment own;
  private final AtomicReferenceArray<JvmSegment> peers;
  private final SharedAllocations exposed;
  private final LentMemory lent;
  private final IntConsumer ringer;
  private @Nullable Directory directory;
  private @Nullable Thread doorbellThread;
  private volatile boolean closed;

  /**
   * Makes this JVM's segment.
   *
   * @param directory the shape of the job; handles are asked for later
   * @param proof 32 bytes that only members of the job can know
   * @param ringer wakes a parked rank of this JVM
   */
  public ShmHost(int jvm, Directory directory, byte[] proof, IntConsumer ringer) {
    this.proof = proof.clone();
    this.ringer = ringer;
    this.directory = directory;
    this.own = JvmSegment.create(layoutOf(directory, jvm), directory.firstRank(jvm), proof);
    this.exposed = new SharedAllocations(own);
    this.lent = new LentMemory(exposed);
    this.peers = new AtomicReferenceArray<>(directory.jvms());
    peers.set(jvm, own);
  }

  private static SegmentLayout layoutOf(Directory directory, int jvm) {
    int ranks = directory.firstRank(directory.jvms());
    int local = directory.firstRank(jvm + 1) - directory.firstRank(jvm);
    long pool = Math.max(4L * FRAGMENT_BYTES, Math.min(POOL_BYTES, ALL_POOLS_BYTES / ranks));
    return new SegmentLayout(
        local, ranks - local, RING_SLOTS, (int) (pool / FRAGMENT_BYTES), FRAGMENT_BYTES);
  }

  /** Most shared memory, in bytes, that a job of this shape can use on one host. */
  public static long boundBytes(Directory directory) {
    long sum = 0;
    for (int jvm = 0; jvm < directory.jvms(); jvm++) {
      sum += layoutOf(directory, jvm).bytes();
    }
    return sum;
  }

  /** The handle that peers need. */
  public String handle() {
    return own.handle();
  }

  /** Removes the segment's name, if it has one, after all peers have mapped it. */
  public void unlink() {
    own.unlink();
  }

  /** Maps all peers now; needed where segments have names that are to be removed. */
  public void mapAll() {
    for (int i = 0; i < peers.length(); i++) {
      segmentOfJvm(i);
    }
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
    Directory known = directory;
    if (known == null) {
      throw new IllegalStateException("closed");
    }
    return segmentOfJvm(known.jvmOf(rank));
  }

  private JvmSegment segmentOfJvm(int index) {
    JvmSegment segment = peers.get(index);
    if (segment != null) {
      return segment;
    }
    synchronized (this) {
      segment = peers.get(index);
      Directory known = directory;
      if (segment == null && known != null) {
        segment = open(known, index);
        peers.set(index, segment);
      }
      if (segment == null) {
        throw new IllegalStateException("closed");
      }
      return segment;
    }
  }

  private JvmSegment open(Directory known, int index) {
    try {
      return JvmSegment.open(
          known.handle(index), layoutOf(known, index), known.firstRank(index), proof);
    } catch (ProcessGoneException gone) {
      throw hasEnded(known, index, gone);
    }
  }

  private static PeerFailedException hasEnded(
      Directory known, int index, ProcessGoneException gone) {
    int first = known.firstRank(index);
    int last = known.firstRank(index + 1) - 1;
    return new PeerFailedException(
        "the JVM of "
            + (first == last ? "rank " + first : "ranks " + first + " to " + last)
            + " is gone: "
            + gone.getMessage(),
        gone);
  }

  /**
   * Allocates memory that peers can read directly, so that a message from it needs one copy only.
   * It lives as long as the job.
   */
  public MemorySegment allocate(long bytes) {
    return exposed.allocate(bytes);
  }

  long lend(long bytes, long zeroed, int users) {
    return lent.lend(bytes, zeroed, users);
  }

  MemorySegment borrow(int lender, long handle, long bytes) {
    return LentMemory.usable(piece(lender, handle, bytes));
  }

  void giveBack(int lender, long handle, long bytes) {
    LentMemory.countReturn(piece(lender, handle, bytes));
  }

  private MemorySegment piece(int lender, long handle, long bytes) {
    long all = bytes + LentMemory.HEADER;
    return segmentOf(lender) == own
        ? exposed.ownMemory(handle, all)
        : peerMemory(lender, handle, all);
  }

  SharedAllocations allocations() {
    return exposed;
  }

  /** Memory of the peer that holds {@code rank}, by the handle it sent. */
  MemorySegment peerMemory(int rank, long handle, long bytes) {
    Directory known = directory;
    if (known == null) {
      throw new IllegalStateException("closed");
    }
    int jvm = known.jvmOf(rank);
    try {
      return exposed.peerMemory(segmentOf(rank), known.handle(jvm), handle, bytes);
    } catch (ProcessGoneException gone) {
      throw hasEnded(known, jvm, gone);
    }
  }

  /**
   * The process that holds {@code rank}.
   *
   * @throws UnsupportedFeatureException if its handle does not tell
   */
  long processOf(int rank) {
    Directory known = directory;
    if (known == null) {
      throw new IllegalStateException("closed");
    }
    String handle = known.handle(known.jvmOf(rank));
    String[] parts = handle.split("/", 4); // "", "proc", the process, ...
    if (parts.length < 4 || !parts[1].equals("proc")) {
      throw new UnsupportedFeatureException("no process is known by " + handle);
    }
    return Long.parseLong(parts[2]);
  }

  /** Starts the thread that waits on the doorbell, when the first rank parks. */
  void ensureDoorbellThread() {
    if (doorbellThread == null) {
      startDoorbellThread();
    }
  }

  private synchronized void startDoorbellThread() {
    if (doorbellThread == null && !closed) {
      Thread thread = Thread.ofPlatform().daemon().name("ronsel-doorbell").unstarted(this::listen);
      doorbellThread = thread;
      thread.start();
    }
  }

  private void listen() {
    int words = (own.layout.localRanks() + 63) / 64;
    while (!closed) {
      // Acquire: a ringer sets its bit before it moves the doorbell.
      int seen = NativeWords.getIntAcquire(own.memory, SegmentLayout.DOORBELL_AT);
      for (int w = 0; w < words; w++) {
        long bits = NativeWords.getAndSetLong(own.memory, SegmentLayout.RUNG_AT + 8L * w, 0L);
        while (bits != 0) {
          int local = w * 64 + Long.numberOfTrailingZeros(bits);
          bits &= bits - 1;
          if (local < own.layout.localRanks()) {
            ringer.accept(own.firstRank + local);
          }
        }
      }
      Futex.await(own.memory, SegmentLayout.DOORBELL_AT, seen, DOORBELL_CHECK_NS);
    }
  }

  /** Ends the thread that waits on the doorbell. All ranks of the job have ended. */
  public void stopListening() {
    closed = true;
    Thread listener = doorbellThread;
    if (listener != null) {
      int unused = NativeWords.getAndAddInt(own.memory, SegmentLayout.DOORBELL_AT, 1);
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
    stopListening();
    exposed.close();
    synchronized (this) {
      directory = null;
      for (int i = 0; i < peers.length(); i++) {
        JvmSegment segment = peers.getAndSet(i, null);
        if (segment != null) {
          segment.close();
        }
      }
    }
  }
}
