package org.ronsel.collective.shared;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.data.ElementType;

/**
 * The {@link ControlSegment} of ranks that all live in one JVM, with what only they can share:
 * objects. One for all of them.
 *
 * <p>What is not said to be volatile is written by one rank before it arrives, or by the last to
 * arrive, or to finish, before it ends a phase; and read by others behind that.
 */
public final class LocalSegment {
  /** Where ranks are few short calls copy; see the default table. Longer ones are direct. */
  private static final int FEW_RANKS = 4;

  private static final int AREA_BYTES_OF_FEW = 4 << 10;
  private static final int AREA_BYTES = 1 << 10;
  private static final byte[] NO_RESULT = {};

  private final ControlSegment control;
  private final HeapArrivals arrivals;
  private final @Nullable Participant[] participants;

  /** Beside the participants, whose lines their own threads write. */
  private final @Nullable Slot[] slots;

  private final TypedScratch results = new TypedScratch();
  private Object result = NO_RESULT;
  private String difference = "";
  private volatile @Nullable Failure failure;

  /** What a rank threw while it did its part. */
  record Failure(int rank, Throwable cause) {}

  /** Makes the segment of so many ranks. */
  public LocalSegment(int ranks) {
    int areaBytes = ranks <= FEW_RANKS ? AREA_BYTES_OF_FEW : AREA_BYTES;
    this.control = new ControlSegment(ranks, areaBytes);
    this.arrivals = new HeapArrivals(ranks);
    this.participants = new Participant[ranks];
    this.slots = new Slot[ranks];
  }

  ControlSegment control() {
    return control;
  }

  HeapArrivals arrivals() {
    return arrivals;
  }

  /** A rank comes; before its first arrival. */
  void join(int rank, Participant participant) {
    participants[rank] = participant;
    slots[rank] = participant.slot();
  }

  /** The slot of a rank; once all have arrived. */
  Slot slot(int rank) {
    Slot slot = slots[rank];
    if (slot == null) {
      throw new IllegalStateException("rank " + rank + " has not come");
    }
    return slot;
  }

  /** Wakes the ranks that are parked, except one. */
  void wakeOthers(Participant except) {
    for (Participant participant : participants) {
      if (participant != null && participant != except) {
        participant.wake();
      }
    }
  }

  /** Wakes a rank, if it is parked. */
  void wake(int rank) {
    Participant participant = participants[rank];
    if (participant != null) {
      participant.wake();
    }
  }

  /** Finds how the calls differ; by the last to arrive. */
  void findDifference() {
    difference = "the ranks call different collective operations";
    Slot first = slot(0);
    for (int rank = 1; rank < participants.length; rank++) {
      Slot other = slot(rank);
      if (!other.agreesWith(first)) {
        difference = "rank 0 calls " + first + ", but rank " + rank + " calls " + other;
        return;
      }
    }
  }

  /** How the calls differ, when they do. */
  String difference() {
    return difference;
  }

  /** The array that {@link #newResult} has made last. */
  Object result() {
    return result;
  }

  /** An array for the result, of at least {@code count} elements; for the last to arrive. */
  Object newResult(ElementType type, int count) {
    result = results.atLeast(type, count);
    return result;
  }

  /** An operation begins; for the last to arrive. */
  void begin() {
    if (failure != null) { // written only if it changes: every rank reads it each time
      failure = null;
    }
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
}
