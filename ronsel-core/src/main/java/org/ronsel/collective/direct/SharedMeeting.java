package org.ronsel.collective.direct;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.data.ElementType;
import org.ronsel.machine.Fences;

/**
 * Where the ranks of a communicator meet that all live in one JVM; one object for all of them.
 *
 * <p>Phases are numbered. Everybody takes a seat, fills it and adds itself to the counter of
 * arrivals. The last to arrive knows that nobody reads anything of the meeting before; it does what
 * is to be done for all, or opens the work for all, and ends the phase. In one addition ranks also
 * add up a number made from what they call, so that a disagreement is seen without looking at the
 * seats.
 *
 * <p>Work that is open is divided into chunks, which are claimed by whoever has come this far; the
 * one that finishes the last chunk ends the next phase. So no rank's part depends on that rank
 * being scheduled. A rank that reads the claims late finds none: new work is opened only after it
 * has arrived again.
 *
 * <p>A central counter needs {@code p} additions and one store that all see; it takes a third of
 * the time of dissemination at 64 ranks on 2 cores.
 */
public final class SharedMeeting {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

  // Indexes of words that different threads write at different times: 128 bytes apart, since
  // processors
  // fetch lines in pairs.
  private static final int ARRIVALS = 16;
  private static final int PHASE = 32;
  private static final int RESULT = PHASE + 1; // on the line that waiting ranks fetch anyway
  private static final int PARKED = 48;
  private static final int CLAIMED = 64;
  private static final int FINISHED = 80;
  private static final int LENGTH = 96;

  private static final byte[] NO_RESULT = {};

  private final int size;
  private final long[] words = new long[LENGTH];
  private final @Nullable Seat[] seats;

  // Written by the last to arrive, or by the last to finish, before it ends the phase.
  private int chunks;
  private Object result = NO_RESULT;
  private final TypedScratch results = new TypedScratch();
  private @Nullable String disagreement;
  private volatile @Nullable Failure failure;

  /** What a rank threw while it did its part. */
  record Failure(int rank, Throwable cause) {}

  /** Makes a meeting place for {@code size} ranks. */
  public SharedMeeting(int size) {
    this.size = size;
    this.seats = new Seat[size];
  }

  int size() {
    return size;
  }

  /** Takes a seat; before the rank's first arrival. */
  void sit(int rank, Seat seat) {
    seats[rank] = seat;
  }

  /** The seat of a rank; once all have arrived. */
  Seat seat(int rank) {
    Seat seat = seats[rank];
    if (seat == null) {
      throw new IllegalStateException("rank " + rank + " has not taken its seat");
    }
    return seat;
  }

  // ---- phases ----

  /** Whether a phase has ended. Acquire: what was done before its end is visible. */
  boolean hasReached(int phase) {
    return (int) (long) WORDS.getAcquire(words, PHASE) - phase >= 0;
  }

  /**
   * Arrives; true for the last. Full order: all that the others did before they arrived is visible.
   */
  boolean arrive(Seat seat) {
    int signature = seat.signature();
    long mine = (long) signature << 32 | 1;
    long sum = (long) WORDS.getAndAdd(words, ARRIVALS, mine) + mine;
    if ((int) sum != size) {
      return false;
    }
    WORDS.setOpaque(words, ARRIVALS, 0L);
    // Written only if they change: every rank reads them each time.
    if (disagreement != null) {
      disagreement = null;
    }
    if (failure != null) {
      failure = null;
    }
    if ((int) (sum >>> 32) != signature * size) {
      disagreement = findDisagreement();
    }
    return true;
  }

  private String findDisagreement() {
    Seat first = seat(0);
    for (int rank = 1; rank < size; rank++) {
      if (!seat(rank).agreesWith(first)) {
        return "rank 0 calls " + first + ", but rank " + rank + " calls " + seat(rank);
      }
    }
    return "the ranks call different collective operations";
  }

  /** How the calls of this meeting differ, or null; from the end of the phase of arrivals on. */
  @Nullable String disagreement() {
    return disagreement;
  }

  /** Ends a phase and wakes those who are parked. Release. */
  void end(int phase) {
    WORDS.setRelease(words, PHASE, (long) phase);
    Fences.lightStoreLoad();
    if ((long) WORDS.getOpaque(words, PARKED) != 0) {
      for (Seat seat : seats) {
        if (seat != null) {
          seat.wait.wake();
        }
      }
    }
  }

  /** Counts ranks that are about to park. Volatile; the heavy fence follows. */
  void countParked(int by) {
    long unused = (long) WORDS.getAndAdd(words, PARKED, (long) by);
  }

  /** Some rank that has not arrived for a phase, or -1; for reports, any time. */
  int missing(int phase) {
    for (int rank = 0; rank < size; rank++) {
      if (isMissing(rank, phase)) {
        return rank;
      }
    }
    return -1;
  }

  /** Whether a rank has not arrived for a phase; for reports, any time. */
  boolean isMissing(int rank, int phase) {
    Seat seat = seats[rank];
    return seat == null || seat.arrivedFor - phase < 0;
  }

  // ---- what the last to arrive leaves for all ----

  long resultBits() {
    return words[RESULT];
  }

  void resultBits(long bits) {
    words[RESULT] = bits;
  }

  Object result() {
    return result;
  }

  /** An array for the result, of at least {@code count} elements; for the last to arrive. */
  Object result(ElementType type, int count) {
    result = results.atLeast(type, count);
    return result;
  }

  /** Notes what the operation fails with; the first counts. */
  void fail(int rank, Throwable cause) {
    if (failure == null) {
      failure = new Failure(rank, cause);
    }
  }

  /** What the operation failed with, or null; when it is over. */
  @Nullable Failure failure() {
    return failure;
  }

  // ---- work that all share ----

  /** Opens the work; by the last to arrive, before it ends the phase of arrivals. */
  void open(int count) {
    chunks = count;
    WORDS.setOpaque(words, CLAIMED, 0L);
    WORDS.setOpaque(words, FINISHED, 0L);
  }

  /** Claims a chunk; -1 if none is left. */
  int claim() {
    if ((long) WORDS.getOpaque(words, CLAIMED) >= chunks) {
      return -1;
    }
    long chunk = (long) WORDS.getAndAdd(words, CLAIMED, 1L);
    return chunk < chunks ? (int) chunk : -1;
  }

  /** Counts a finished chunk; true for the last. Full order between those who work. */
  boolean finishedLast() {
    return (long) WORDS.getAndAdd(words, FINISHED, 1L) + 1 == chunks;
  }
}
