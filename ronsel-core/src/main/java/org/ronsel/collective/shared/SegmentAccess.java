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
 * Gives a rank access to the {@link ControlSegment} of its communicator, or finds that there is
 * none, when an operation first needs it. Ranks of one JVM share an object. For ranks of several
 * JVMs of a host, rank 0 lends memory and broadcasts its key. May be used by any thread of the
 * rank.
 */
public final class SegmentAccess {
  /** The most ranks of several JVMs: the slots of more would not fit in a core's cache. */
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
   * Makes an access to the segment of a communicator, which is sought later.
   *
   * @param jvm supplies the segment if all ranks live in this JVM, and is called once at most; null
   *     if they do not
   * @param host memory that the ranks of this host can share, or null if there is none
   * @param oversubscribed whether the ranks of the job outnumber the cores; the same on all ranks
   * @param context matching context of the collective operations
   * @param failures encodes what operators of the program throw, for other ranks to throw
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

  /** Whether the communicator can have a segment, as far as is known before it is sought. */
  public boolean isPossible() {
    return jvm != null || host != null;
  }

  /** Whether the segment has been sought, so that it is known whether there is one. */
  public boolean isSought() {
    return sought;
  }

  /** This rank as a participant at the segment; null if there is none or it was not sought. */
  public @Nullable Participant participant() {
    return participant;
  }

  /** This rank as a participant at the segment, where all ranks live in this JVM. */
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
   * This rank as a participant at the segment, or null if there is none. Seeks the segment if that
   * has not been done, for which all ranks must call this between the same two collective calls.
   *
   * @param placement where the ranks are
   * @param broadcast broadcasts a number from rank 0, and returns it
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
      return NONE; // no shared memory is left, so operations are made by messages
    }
  }

  /** Gives the memory back, since this rank makes no more calls. */
  public synchronized void close() {
    Participant last = participant;
    Region region = lent;
    if (last != null && region != null) {
      participant = null;
      last.leave(region::close);
    }
  }
}
