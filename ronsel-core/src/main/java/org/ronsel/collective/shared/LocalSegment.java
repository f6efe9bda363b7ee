package org.ronsel.collective.shared;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorText;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.data.ElementType;

/**
 * The {@link ControlSegment} of ranks that all live in one JVM, with objects that only such ranks
 * can share. All ranks use the same instance.
 *
 * <p>Fields that are not volatile are ordered by arrivals: they are written by a rank before it
 * arrives, or before it ends a phase, and read by others after the end of that phase.
 */
public final class LocalSegment {
  private static final ErrorText NO_DIFFERENCE = ErrorText.of("");

  /**
   * The most ranks whose areas are longer: so few ranks make short calls by copying, as {@code
   * default.table} says, and longer ones directly.
   */
  private static final int FEW_RANKS = 4;

  private static final int AREA_BYTES_OF_FEW = 4 << 10;
  private static final int AREA_BYTES = 1 << 10;
  private static final byte[] NO_RESULT = {};

  private final ControlSegment control;
  private final HeapArrivals arrivals;
  private final CoreGroups groups;
  private final @Nullable Participant[] participants;

  /** Kept here as well, since the lines of the participants are written by their own threads. */
  private final @Nullable Slot[] slots;

  private final TypedScratch results = new TypedScratch();
  private Object result = NO_RESULT;
  private ErrorText difference = NO_DIFFERENCE;
  private volatile @Nullable Failure failure;

  /** An exception that a rank threw while it worked for all. */
  record Failure(int rank, Throwable cause) {}

  /** Makes the segment of so many ranks. */
  public LocalSegment(int ranks) {
    int areaBytes = ranks <= FEW_RANKS ? AREA_BYTES_OF_FEW : AREA_BYTES;
    this.control = new ControlSegment(ranks, areaBytes);
    this.arrivals = new HeapArrivals(ranks);
    this.groups = CoreGroups.forCores(ranks, Runtime.getRuntime().availableProcessors());
    this.participants = new Participant[ranks];
    this.slots = new Slot[ranks];
  }

  ControlSegment control() {
    return control;
  }

  HeapArrivals arrivals() {
    return arrivals;
  }

  /** The groups of the ranks, if they wake each other along trees. */
  CoreGroups groups() {
    return groups;
  }

  /** Adds a rank; called before it arrives for the first time. */
  void join(int rank, Participant participant) {
    participants[rank] = participant;
    slots[rank] = participant.slot();
  }

  /** The slot of a rank. To be called when all ranks have arrived. */
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

  /** Finds out how the calls of the ranks differ; called by the last rank to arrive. */
  void findDifference() {
    difference = ErrorText.of("the ranks call different collective operations");
    Slot first = slot(0);
    for (int rank = 1; rank < participants.length; rank++) {
      Slot other = slot(rank);
      if (!other.agreesWith(first)) {
        difference =
            ErrorText.of("rank 0 calls ")
                .with(first.text())
                .with(", but rank " + rank + " calls ")
                .with(other.text());
        return;
      }
    }
  }

  /** What {@link #findDifference} has found, in words. */
  ErrorText difference() {
    return difference;
  }

  /** The array that {@link #newResult} has returned last. */
  Object result() {
    return result;
  }

  /** An array for a result of at least {@code count} elements; called by the last to arrive. */
  Object newResult(ElementType type, int count) {
    result = results.atLeast(type, count);
    return result;
  }

  /** Begins an operation; called by the last rank to arrive. */
  void begin() {
    if (failure != null) { // not stored in vain: all ranks have the line in their caches
      failure = null;
    }
  }

  /** Notes why the operation fails; only the first reason is kept. */
  void fail(int rank, Throwable cause) {
    if (failure == null) {
      failure = new Failure(rank, cause);
    }
  }

  /** Why the operation failed, or null if it did not; to be called after its end. */
  @Nullable Failure failure() {
    return failure;
  }
}
