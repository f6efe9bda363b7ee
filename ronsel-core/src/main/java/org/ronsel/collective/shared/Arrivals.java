package org.ronsel.collective.shared;

import org.ronsel.machine.Fences;
import org.ronsel.transport.DoorbellWord;

/**
 * The counter of arrivals of a {@link ControlSegment}, with what lies beside it: the phase that has
 * ended, parked ranks, and work that all share, and a line for each rank. Ranks of one JVM have it
 * in an array, others in the segment's memory, where the line of a rank is the first of its slot.
 */
abstract sealed class Arrivals permits HeapArrivals, SharedArrivals {
  private static final int ARRIVALS = 0;
  private static final int ENDED = ControlSegment.APART;
  private static final int DISAGREEMENT = ENDED + 8;
  private static final int RESULT = ENDED + 16; // on the line that waiting ranks fetch anyway
  private static final int PARKED = 2 * ControlSegment.APART;
  private static final int CLAIMED = 3 * ControlSegment.APART;
  private static final int DONE = 4 * ControlSegment.APART;

  /** All words before the lines of the ranks. */
  static final int BYTES = 5 * ControlSegment.APART;

  // In the line of each rank, behind what it has finished: the phase for which it was counted last,
  // and two calls.
  private static final int ARRIVED = 8;
  private static final int ARRIVED_SIGNATURES = 16;

  private final int ranks;
  private final long stride;

  /**
   * Makes it for so many ranks.
   *
   * @param stride bytes from the line of one to that of the next
   */
  Arrivals(int ranks, long stride) {
    this.ranks = ranks;
    this.stride = stride;
  }

  private long line(int rank) {
    return BYTES + rank * stride;
  }

  // ---- access to words, with the memory order that the name says ----

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
    /** It is the first, and others are still to come. */
    FIRST,
    /** Others have come, and others are still to come. */
    EARLY,
    /** It is the last, and all call the same. */
    LAST,
    /** It is the last, and the calls differ. */
    LAST_OF_DIFFERENT
  }

  /**
   * Counts a rank. Full order: the last sees what all have written.
   *
   * @param upTo the last phase for which it need not come again, for the reports
   */
  Arrival arrive(int rank, long phase, long upTo, long signature) {
    long line = line(rank);
    set(line + ARRIVED_SIGNATURES + (phase & 1) * 8, signature);
    setOpaque(line + ARRIVED, upTo);
    int summand = Long.hashCode(signature);
    long mine = (long) summand << 32 | 1;
    long sum = getAndAdd(ARRIVALS, mine) + mine;
    if ((int) sum != ranks) {
      return (int) sum == 1 ? Arrival.FIRST : Arrival.EARLY;
    }
    set(ARRIVALS, 0); // nobody arrives before the end of this phase
    return (int) (sum >>> 32) == summand * ranks ? Arrival.LAST : Arrival.LAST_OF_DIFFERENT;
  }

  /** Whether a rank has been counted for a phase. Opaque: for reports. */
  boolean hasArrived(int rank, long phase) {
    return getOpaque(line(rank) + ARRIVED) >= phase;
  }

  /** What a rank that has been counted calls; once all have been. */
  long arrivedSignature(int rank, long phase) {
    return get(line(rank) + ARRIVED_SIGNATURES + (phase & 1) * 8);
  }

  /** Ends a phase; by the last to arrive, or the one who does the last of the work. Release. */
  void end(long phase, boolean agreed) {
    if (!agreed) {
      set(DISAGREEMENT, phase);
    }
    setRelease(ENDED, phase);
  }

  /** Whether a phase has ended. Acquire: what all have written, and the last has done, is there. */
  boolean hasEnded(long phase) {
    return getAcquire(ENDED) >= phase;
  }

  /** Whether the ranks have called different operations in a phase that has ended. */
  boolean disagreed(long phase) {
    return get(DISAGREEMENT) == phase;
  }

  /** A value that the last to arrive has left for all, before it ended the phase. */
  long result() {
    return get(RESULT);
  }

  /** Leaves a value for all. */
  void result(long bits) {
    set(RESULT, bits);
  }

  // ---- work that all share ----

  /**
   * Opens work; by the last to arrive, before it ends the phase.
   *
   * <p>It is divided into chunks, which are claimed by whoever has come this far; the one that
   * finishes the last chunk ends the next phase. So no rank's part depends on that rank being
   * scheduled. A rank that reads the claims late finds none: new work is opened only after it has
   * arrived again.
   */
  void open() {
    setOpaque(CLAIMED, 0);
    setOpaque(DONE, 0);
  }

  /** The same of work that has been done; also where ranks look for chunks of it. */
  void openNothing(int chunks) {
    setOpaque(CLAIMED, chunks);
  }

  /** Claims one of {@code chunks} chunks; -1 if none is left. */
  int claim(int chunks) {
    if (getOpaque(CLAIMED) >= chunks) {
      return -1;
    }
    long chunk = getAndAdd(CLAIMED, 1);
    return chunk < chunks ? (int) chunk : -1;
  }

  /** Counts a finished chunk; true for the last. Full order between those who work. */
  boolean isLastDone(int chunks) {
    return getAndAdd(DONE, 1) + 1 == chunks;
  }

  // ---- parking ----

  /** Counts ranks that are about to park. Volatile; the heavy fence follows. */
  void countParked(int by) {
    long unused = getAndAdd(PARKED, by);
  }

  /**
   * Whether somebody may be parked. The light side of the fence pair: after what it waits for.
   * Acquire: who is parked has said so before where it is found.
   *
   * @param rarely whether ranks park rarely: then there is no fence, and who parks looks again
   *     after {@link DoorbellWord#SETTLED_NS}, as at a {@link DoorbellWord} that rested
   */
  boolean someParked(boolean rarely) {
    if (rarely) {
      DoorbellWord.published();
    } else {
      Fences.lightStoreLoad();
    }
    return getAcquire(PARKED) != 0;
  }
}
