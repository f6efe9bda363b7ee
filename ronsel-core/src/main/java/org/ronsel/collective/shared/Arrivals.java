package org.ronsel.collective.shared;

import java.lang.invoke.VarHandle;
import org.ronsel.transport.DoorbellWord;

/**
 * The counter by which ranks announce that they have arrived at a phase of a {@link
 * ControlSegment}, with the words that belong to it: the number of the phase that ended last, the
 * number of parked ranks, the counters of work that the ranks share, and a line for each rank. They
 * lie in an array if all ranks live in one JVM, and else in the segment's memory, where the line of
 * a rank is the first line of its slot.
 */
abstract sealed class Arrivals permits HeapArrivals, SharedArrivals {
  private static final int ARRIVALS = 0;
  private static final int ENDED = ControlSegment.APART;
  private static final int DISAGREEMENT = ENDED + 8;
  private static final int RESULT = ENDED + 16; // on the line that waiting ranks fetch anyway
  private static final int PARKED = 2 * ControlSegment.APART;
  private static final int CLAIMED = 3 * ControlSegment.APART;
  private static final int DONE = 4 * ControlSegment.APART;

  /** Length, in bytes, of the words before the lines of the ranks. */
  static final int BYTES = 5 * ControlSegment.APART;

  // In the line of a rank, whose first word is the phase that it has finished: twice the phase at
  // which it has arrived last, plus 1 if that counts for the next one, too; and the signatures of
  // its calls in even and in odd phases.
  private static final int ARRIVED = 8;
  private static final int ARRIVED_SIGNATURES = 16;

  /** In the line of the first rank of a group: the counter of the group, if there are several. */
  private static final int GROUP_ARRIVALS = 32;

  private final int ranks;
  private final long stride;

  /**
   * Makes the counter of so many ranks.
   *
   * @param stride bytes from the line of one rank to that of the next
   */
  Arrivals(int ranks, long stride) {
    this.ranks = ranks;
    this.stride = stride;
  }

  private long line(int rank) {
    return BYTES + rank * stride;
  }

  // ---- access to the word at a byte offset, with the memory order that the name says ----

  abstract long get(long at);

  abstract void set(long at, long value);

  abstract long getOpaque(long at);

  abstract void setOpaque(long at, long value);

  abstract long getAcquire(long at);

  abstract void setRelease(long at, long value);

  /** Full order. */
  abstract long getAndAdd(long at, long by);

  /** What a rank finds when it arrives. */
  enum Arrival {
    /** Others are still to arrive. */
    EARLY,
    /** It is the last to arrive, and all ranks call the same operation. */
    LAST,
    /** It is the last to arrive, and the ranks call different operations. */
    LAST_OF_DIFFERENT,
    /**
     * It is the last to arrive, and not all ranks are at this phase: those that are ahead have made
     * calls for which nobody counts arrivals. No phase ends any more.
     */
    LAST_OF_DIFFERENT_PHASES
  }

  /**
   * Counts a rank that arrives at a phase, at the counter of its group; the last of a group adds
   * this to the counter of all. Full order: the last to arrive sees what all ranks have written.
   *
   * @param upTo the last phase that this arrival counts for, as {@link #hasArrived} tells: {@code
   *     phase}, or the next one if that ends when shared work is done, without further arrivals
   */
  Arrival arrive(int rank, CoreGroups.Group group, long phase, long upTo, long signature) {
    long line = line(rank);
    set(line + ARRIVED_SIGNATURES + (phase & 1) * 8, signature);
    setOpaque(line + ARRIVED, 2 * phase + (upTo - phase));
    int summand = mixed(signature, phase);
    long arrived = (long) summand << 32 | 1;
    if (group.size() < ranks) {
      long counter = line(group.first()) + GROUP_ARRIVALS;
      arrived += getAndAdd(counter, arrived);
      if ((int) arrived != group.size()) {
        return Arrival.EARLY;
      }
      set(counter, 0); // no rank arrives again before this phase has ended
    }
    long sum = getAndAdd(ARRIVALS, arrived) + arrived;
    if ((int) sum != ranks) {
      return Arrival.EARLY;
    }
    set(ARRIVALS, 0); // likewise
    if ((int) (sum >>> 32) == summand * ranks) {
      return Arrival.LAST;
    }
    return allAreAt(phase) ? Arrival.LAST_OF_DIFFERENT : Arrival.LAST_OF_DIFFERENT_PHASES;
  }

  /** Not linear, so that phases, of which some are before and some behind, do not sum up alike. */
  private static int mixed(long signature, long phase) {
    return Long.hashCode((signature + phase) * 0x9E3779B97F4A7C15L);
  }

  private boolean allAreAt(long phase) {
    for (int rank = 0; rank < ranks; rank++) {
      if (getOpaque(line(rank) + ARRIVED) >> 1 != phase) {
        return false;
      }
    }
    return true;
  }

  /** Whether a rank has arrived at a phase. Opaque order, which suffices for reports. */
  boolean hasArrived(int rank, long phase) {
    long arrived = getOpaque(line(rank) + ARRIVED);
    return (arrived >> 1) + (arrived & 1) >= phase;
  }

  /** The signature of the call with which a rank arrived. To be read when all have arrived. */
  long arrivedSignature(int rank, long phase) {
    return get(line(rank) + ARRIVED_SIGNATURES + (phase & 1) * 8);
  }

  /**
   * Ends a phase. Called by the last rank to arrive or, if the phase is one of shared work, by the
   * rank that finishes the last chunk. Release.
   *
   * @param agreed whether all ranks call the same operation
   */
  void end(long phase, boolean agreed) {
    if (!agreed) {
      set(DISAGREEMENT, phase);
    }
    setRelease(ENDED, phase);
  }

  /**
   * Whether a phase has ended. Acquire: if so, the caller sees what all ranks wrote before they
   * arrived, and what the rank that ended the phase did before.
   */
  boolean hasEnded(long phase) {
    return getAcquire(ENDED) >= phase;
  }

  /** Whether the ranks have called different operations in a phase that has ended. */
  boolean disagreed(long phase) {
    return get(DISAGREEMENT) == phase;
  }

  /** The value that the last rank to arrive left for all before it ended the phase. */
  long result() {
    return get(RESULT);
  }

  /** Leaves a value for all. */
  void result(long bits) {
    set(RESULT, bits);
  }

  // ---- work that all share ----

  /**
   * Opens work for all ranks to share. Called by the last rank to arrive, before it ends the phase.
   *
   * <p>The work is divided into chunks. Each rank that has seen the end of the phase claims chunks
   * until none is left, and the rank that finishes the last chunk ends the next phase. So no chunk
   * has to wait until one particular rank gets a core. A rank that comes late finds that no chunk
   * is left: the counters are reset only when it, too, has arrived at a later phase.
   */
  void open() {
    setOpaque(CLAIMED, 0);
    setOpaque(DONE, 0);
  }

  /** As {@link #open}, of work that has been done already: ranks find that no chunk is left. */
  void openNothing(int chunks) {
    setOpaque(CLAIMED, chunks);
  }

  /** Claims one of {@code chunks} chunks and returns its index, or -1 if none is left. */
  int claim(int chunks) {
    if (getOpaque(CLAIMED) >= chunks) {
      return -1;
    }
    long chunk = getAndAdd(CLAIMED, 1);
    return chunk < chunks ? (int) chunk : -1;
  }

  /**
   * Counts a chunk as finished, and returns whether it was the last. Full order: the rank that
   * finishes the last chunk sees what the others have done.
   */
  boolean isLastDone(int chunks) {
    return getAndAdd(DONE, 1) + 1 == chunks;
  }

  // ---- parking ----

  /**
   * Changes the number of ranks that are parked or about to park. Full order. A rank that is about
   * to park executes a full fence after this, and then looks once more.
   */
  void countParked(int by) {
    var _ = getAndAdd(PARKED, by);
  }

  /**
   * Whether some rank may be parked. Called after a store that a parked rank may wait for; executes
   * a full fence before it looks. Acquire: a rank registers where others find it to wake it, and
   * then counts itself as parked.
   *
   * @param rarely whether ranks park rarely: then no fence is executed, and a rank that parks at
   *     this moment may be missed; it looks again by itself after {@link DoorbellWord#SETTLED_NS},
   *     as at a {@link DoorbellWord} that rested
   */
  boolean someParked(boolean rarely) {
    if (rarely) {
      DoorbellWord.published();
    } else {
      VarHandle.fullFence();
    }
    return getAcquire(PARKED) != 0;
  }
}
