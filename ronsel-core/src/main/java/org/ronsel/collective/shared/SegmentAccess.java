package org.ronsel.collective.shared;

import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.engine.Engine;
import org.ronsel.transport.HostMemory;
import org.ronsel.transport.Region;

/**
 * How a rank comes to the {@link ControlSegment} of its communicator, when it is first needed, or
 * finds that there is none. Ranks of one JVM find the same object; for others rank 0 lends memory,
 * by a handle that is broadcast. Any thread of the rank.
 */
public final class SegmentAccess {
  /** With more ranks the slots alone are longer than what a cache holds. */
  private static final int MOST_RANKS = 512;

  private static final long NONE = 0;

  private final Engine engine;
  private final Members members;
  private final @Nullable Supplier<LocalSegment> jvm;
  private final @Nullable HostMemory host;
  private final boolean oversubscribed;
  private final long context;
  private final FailureCodec failures;

  private volatile boolean sought;
  private volatile @Nullable Participant participant;
  private @Nullable Region lent;

  /**
   * Says where the segment may be.
   *
   * @param jvm that of the ranks if all live in this JVM, called once at most; else null
   * @param host memory that ranks of this host may share; else null
   * @param oversubscribed whether the ranks of the job outnumber the cores; alike on all ranks
   * @param context matching context of the collective operations
   * @param failures for what operators of the program throw
   */
  public SegmentAccess(
      Engine engine,
      Members members,
      @Nullable Supplier<LocalSegment> jvm,
      @Nullable HostMemory host,
      boolean oversubscribed,
      long context,
      FailureCodec failures) {
    this.engine = engine;
    this.members = members;
    this.jvm = jvm;
    this.host = host;
    this.oversubscribed = oversubscribed;
    this.context = context;
    this.failures = failures;
  }

  /** Whether all ranks live in this JVM. */
  public boolean isInJvm() {
    return jvm != null;
  }

  /** Whether there may be a segment. */
  public boolean isPossible() {
    return jvm != null || host != null;
  }

  /** Whether it is known that there is a segment, or none. */
  public boolean isSought() {
    return sought;
  }

  /** The rank at the segment; null if there is none, or it has not been sought. */
  public @Nullable Participant participant() {
    return participant;
  }

  /** The rank at the segment of ranks that all live in this JVM. */
  public Participant participantInJvm() {
    Participant known = participant;
    return known != null ? known : join();
  }

  private synchronized Participant join() {
    Participant known = participant;
    if (known == null) {
      if (jvm == null) {
        throw new IllegalStateException("a direct algorithm for ranks of several JVMs");
      }
      known = Participant.inJvm(engine, members, jvm.get(), oversubscribed, context, failures);
      participant = known;
    }
    return known;
  }

  /**
   * The rank at the segment, which is sought if that has not been done; null if there is none. All
   * ranks call this at the same point of the order of their collective calls.
   *
   * @param placement where the ranks are
   * @param broadcast broadcasts a number from rank 0
   */
  public @Nullable Participant seek(Placement placement, LongUnaryOperator broadcast) {
    if (jvm != null) {
      return participantInJvm();
    }
    if (host != null) {
      seek(host, placement, broadcast);
    }
    return participant;
  }

  private synchronized void seek(
      HostMemory memory, Placement placement, LongUnaryOperator broadcast) {
    int ranks = members.size();
    if (!sought && placement.groups(Placement.Level.HOST) == 1 && ranks <= MOST_RANKS) {
      int areaBytes = ControlSegment.areaBytes(ranks, oversubscribed);
      long bytes = ControlSegment.bytes(ranks, areaBytes);
      long key = broadcast.applyAsLong(members.rank() == 0 ? lend(memory, bytes, ranks) : NONE);
      if (key != NONE) {
        Region region = memory.borrow(members.endpoint(0), key, bytes);
        lent = region;
        participant =
            Participant.onHost(
                engine,
                members,
                memory,
                region.memory(),
                areaBytes,
                oversubscribed,
                context,
                failures);
      }
    }
    sought = true;
  }

  private static long lend(HostMemory memory, long bytes, int ranks) {
    try {
      return memory.lend(bytes, ControlSegment.headBytes(ranks), ranks);
    } catch (RuntimeException refused) {
      return NONE; // no shared memory is left: messages do it too
    }
  }

  /** This rank makes no more calls. */
  public synchronized void close() {
    Participant last = participant;
    Region region = lent;
    if (last != null && region != null) {
      participant = null;
      last.leave(region::close);
    }
  }
}
