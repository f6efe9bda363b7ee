package org.ronsel.transport.shm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.ronsel.ProcessFailedException;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.DoorbellWord;
import org.ronsel.transport.HostMemory;
import org.ronsel.transport.Link;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.Region;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Sleepers;
import org.ronsel.transport.Transport;

/**
 * The transport of one rank to ranks in other JVMs of its host.
 *
 * <p>Up to {@value #POLL_ALL} inbound rings are polled one by one. When there are more, senders
 * also set a bit in the rank's ready words, and polling costs the same for any number of peers.
 */
public final class ShmTransport implements Transport, HostMemory {
  private static final int POLL_ALL = 8;

  private final ShmHost host;
  private final int rank;
  private final LocalRank engine;
  private final JvmSegment own;
  private final long control;
  private final FragmentPool pool;
  private final SingleCopyMeasurement measurement;
  private final List<ShmLink> links = new CopyOnWriteArrayList<>();
  private ShmInbound[] inbound = new ShmInbound[0];

  /** Records that have come; may wrap around. Under the engine's lock. */
  private int received;

  /** The entry of the next ring in the table of inbound rings. */
  private long nextEntry;

  private boolean byReadyBits;
  private long readyBitsSinceNs;

  /** Whether every ring has been polled after all senders must have seen to set ready bits. */
  private boolean allKnowReadyBits;

  private long[] ready = new long[0];
  private boolean eagerClosed;

  /** Threads of the rank that are parked until others have written to shared memory. */
  private final Sleepers sleepers = new Sleepers();

  /** Makes the transport of a rank of the host's JVM. */
  public ShmTransport(ShmHost host, int rank, LocalRank engine) {
    this.host = host;
    this.rank = rank;
    this.engine = engine;
    this.own = host.own();
    this.control = own.layout.control(own.local(rank));
    this.nextEntry = own.layout.inboundEntry(own.local(rank), 0);
    this.pool = new FragmentPool(own, rank);
    this.measurement = new SingleCopyMeasurement(own, control);
  }

  /** Records that this rank has received, as a number to be compared with an earlier one. */
  int received() {
    return received;
  }

  @Override
  public String name() {
    return "shm";
  }

  @Override
  public Link connect(int endpoint) {
    ShmLink link = new ShmLink(this, rank, endpoint, host, pool, measurement);
    links.add(link);
    return link;
  }

  @Override
  public long bytesBetweenJvms() {
    return links.stream().mapToLong(ShmLink::bytesMoved).sum();
  }

  @Override
  public int poll(Sink sink, int limit) {
    // Acquire: the ring of an entry is initialised.
    if (NativeWords.getLongAcquire(own.memory, nextEntry) != 0) {
      meet();
    }
    int count = byReadyBits ? pollReady(sink, limit) : pollAll(sink, limit);
    received += count;
    sleepers.wakeReady();
    boolean open = engine.eagerOpen();
    if (open == eagerClosed) {
      eagerClosed = !open;
      // Opaque: senders may learn of it a little later.
      NativeWords.setIntOpaque(
          own.memory, control + SegmentLayout.EAGER_CLOSED, eagerClosed ? 1 : 0);
    }
    return count;
  }

  private int pollAll(Sink sink, int limit) {
    int count = 0;
    for (ShmInbound each : inbound) {
      count += each.drain(sink, limit);
    }
    return count;
  }

  private int pollReady(Sink sink, int limit) {
    int count = 0;
    if (!allKnowReadyBits) {
      allKnowReadyBits = System.nanoTime() - readyBitsSinceNs > DoorbellWord.SETTLED_NS;
      markAllReady();
    }
    for (int w = 0; w < ready.length; w++) {
      long at = control + SegmentLayout.READY_BITS + 8L * w;
      if (NativeWords.getLongOpaque(own.memory, at) != 0) {
        // Full order: a bit set after this was set after its record.
        ready[w] |= NativeWords.getAndSetLong(own.memory, at, 0L);
      }
      for (long bits = ready[w]; bits != 0; bits &= bits - 1) {
        int index = w * 64 + Long.numberOfTrailingZeros(bits);
        int drained = index < inbound.length ? inbound[index].drain(sink, limit) : 0;
        count += drained;
        if (drained < limit && index < inbound.length) {
          ready[w] &= ~(1L << (index & 63));
        }
      }
    }
    return count;
  }

  /** Opens the rings that senders have added. */
  private void meet() {
    long entry;
    for (int i = inbound.length;
        i < own.layout.remoteRanks()
            && (entry = NativeWords.getLongAcquire(own.memory, nextEntry)) != 0;
        i++) {
      int source = SegmentLayout.inboundSource(entry);
      long ring = SegmentLayout.inboundRing(entry);
      inbound = Arrays.copyOf(inbound, i + 1);
      inbound[i] = new ShmInbound(rank, source, host, own, ring, measurement);
      nextEntry = own.layout.inboundEntry(own.local(rank), i + 1);
      if (i == POLL_ALL) {
        pollByReadyBits();
      }
      if (byReadyBits) {
        ready[i >>> 6] |= 1L << (i & 63);
      }
    }
  }

  private void pollByReadyBits() {
    byReadyBits = true;
    ready = new long[(own.layout.remoteRanks() + 63) / 64];
    NativeWords.setIntVolatile(own.memory, control + SegmentLayout.BY_READY_BITS, 1);
    // A sender that has not seen the flag has published its record before this fence, or, if it
    // executes none because the doorbell rests, a moment later.
    VarHandle.fullFence();
    readyBitsSinceNs = System.nanoTime();
    markAllReady();
  }

  private void markAllReady() {
    for (int i = 0; i < inbound.length; i++) {
      ready[i >>> 6] |= 1L << (i & 63);
    }
  }

  @Override
  public long armDoorbell() {
    host.ensureDoorbellThread();
    return own.arm(rank) ? Long.MAX_VALUE : DoorbellWord.SETTLED_NS;
  }

  @Override
  public void disarmDoorbell() {
    own.disarm(rank);
  }

  @Override
  public void restDoorbell() {
    own.rest(rank);
  }

  // ---- memory that ranks of the host share ----

  /** Memory that peers can map: what {@link ShmHost#allocate} has given, whole or in part. */
  @Override
  public @Nullable Region register(MemorySegment memory) {
    long key = host.allocations().keyOf(memory, 0, memory.byteSize());
    if (key == 0) {
      return null;
    }
    return new Region(memory, key, () -> {}); // it stays mapped as long as the job lasts
  }

  @Override
  public long lend(long bytes, long zeroed, int users) {
    return host.lend(bytes, zeroed, users);
  }

  @Override
  public Region borrow(int lender, long key, long bytes) {
    return host.borrow(lender, key, bytes);
  }

  @Override
  public void wake(int endpoint) {
    JvmSegment segment;
    try {
      segment = host.segmentOf(endpoint);
    } catch (ProcessFailedException ended) {
      return; // the wait was over, and it ended, before the memory was reached
    }
    segment.ringDoorbell(endpoint);
  }

  @Override
  public void parks(Sleeper sleeper) {
    sleepers.add(sleeper);
  }

  @Override
  public void unparks(Sleeper sleeper) {
    sleepers.remove(sleeper);
  }

  @Override
  public HostMemory hostMemory() {
    return this;
  }
}
