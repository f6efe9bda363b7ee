package org.ronsel.collective.shared;

import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Elements;
import org.ronsel.collective.schedule.Members;
import org.ronsel.engine.ProgramFailure;

/**
 * One rank's part of one operation after the other that a {@link DirectAlgorithm} executes. One
 * thread at a time.
 */
final class DirectPart {
  private final int rank;
  private final int ranks;
  private final LocalSegment jvm;
  private final Phases phases;
  private final HeapArrivals arrivals;
  private final Slot slot;
  private final FailureCodec failures;
  private final TypedScratch scratch = new TypedScratch();
  private final TypedScratch stack = new TypedScratch();
  private final long[] bits = new long[33];

  /** The phase in which the ranks arrived, and into how much the work is divided. */
  private long first;

  private int chunks;

  DirectPart(Members members, LocalSegment jvm, Phases phases, Slot slot, FailureCodec failures) {
    this.rank = members.rank();
    this.ranks = members.size();
    this.jvm = jvm;
    this.phases = phases;
    this.arrivals = jvm.arrivals();
    this.slot = slot;
    this.failures = failures;
  }

  /** Takes part; when the rank is needed no more, takes what it gets. */
  void run(DirectAlgorithm algorithm) {
    chunks = algorithm.chunks(this);
    long phase = phases.begin();
    first = phase;
    long upTo = chunks == 0 ? phase : phase + 1;
    switch (phases.arrive(upTo)) {
      case FIRST, EARLY -> finish(algorithm);
      case LAST -> {
        jvm.begin();
        if (chunks == 0) {
          doWhole(algorithm);
          phases.end();
          conclude(algorithm);
        } else if (algorithm.isShort(this)) {
          arrivals.openNothing(chunks);
          doWhole(algorithm);
          phases.begin();
          phases.end(); // and so of the first
          conclude(algorithm);
        } else {
          prepare(algorithm);
          arrivals.open();
          phases.end();
          finish(algorithm);
        }
      }
      case LAST_OF_DIFFERENT -> {
        phases.endDisagreed();
        finish(algorithm);
      }
    }
  }

  private void prepare(DirectAlgorithm algorithm) {
    try {
      algorithm.prepare(this);
    } catch (Throwable broken) {
      jvm.fail(rank, broken);
    }
  }

  private void doWhole(DirectAlgorithm algorithm) {
    try {
      algorithm.whole(this);
    } catch (Throwable broken) {
      jvm.fail(rank, broken);
    }
  }

  /** What follows the arrival; from the beginning also after a wait was interrupted in it. */
  void finish(DirectAlgorithm algorithm) {
    if (chunks == 0) {
      phases.awaitEnd();
    } else {
      if (phases.number() == first) {
        phases.awaitEnd();
        phases.begin();
      }
      share(algorithm);
      phases.awaitEnd();
    }
    conclude(algorithm);
  }

  private void conclude(DirectAlgorithm algorithm) {
    throwFailure();
    algorithm.leave(this);
  }

  /** The claims are those of all: whoever comes again finds what is left. */
  private void share(DirectAlgorithm algorithm) {
    for (int chunk; (chunk = arrivals.claim(chunks)) >= 0; ) {
      try {
        algorithm.chunk(this, chunk);
      } catch (Throwable broken) {
        jvm.fail(rank, broken);
      }
      if (arrivals.isLastDone(chunks)) {
        phases.end();
      }
    }
  }

  private void throwFailure() {
    LocalSegment.Failure failure = jvm.failure();
    if (failure != null) {
      throw ProgramFailure.raise(ofThisRank(failure));
    }
  }

  /** What another rank's operator threw is made anew, with the classes of this one. */
  private Throwable ofThisRank(LocalSegment.Failure failure) {
    Reduction operator = slot.reduction;
    return failure.rank() == rank || operator == null || !operator.isOfProgram()
        ? failure.cause()
        : failures.decode(failures.encode(failure.cause()), failure.rank());
  }

  // ---- for the algorithms ----

  int ranks() {
    return ranks;
  }

  int rank() {
    return rank;
  }

  /** This rank's slot, whose call is that of all. */
  Slot slot() {
    return slot;
  }

  Slot slot(int rank) {
    return jvm.slot(rank);
  }

  int count() {
    return (int) slot.count;
  }

  long bytes() {
    return slot.count << slot.type.shift();
  }

  /** The operator of a reduction. */
  Reduction reduction() {
    Reduction operator = slot.reduction;
    if (operator == null) {
      throw new IllegalStateException("no operator");
    }
    return operator;
  }

  /** Copies elements between arrays of the operation's type; nothing if both are the same place. */
  void copy(Object from, long fromAt, Object to, long toAt, long count) {
    Elements.copy(slot.type, from, fromAt, to, toAt, count);
  }

  /** The array that the last to arrive has left for all. */
  Object result() {
    return jvm.result();
  }

  /** An array for the result, of at least {@code length} elements; for the last to arrive. */
  Object newResult(int length) {
    return jvm.newResult(slot.type, length);
  }

  /** Leaves a single value for all; for the last to arrive. */
  void result(long value) {
    arrivals.result(value);
  }

  /** Private memory of the calling rank for {@code count} elements. */
  Object scratch(int count) {
    return scratch.atLeast(slot.type, count);
  }

  /** Other such memory, for partial results. */
  Object stack(int count) {
    return stack.atLeast(slot.type, count);
  }

  /** The same for single values. */
  long[] bits() {
    return bits;
  }

  /** Elements that an operator combines as one, so that no chunk ends among them. */
  int grain() {
    Reduction operator = slot.reduction;
    return operator == null ? 1 : operator.grain();
  }
}
