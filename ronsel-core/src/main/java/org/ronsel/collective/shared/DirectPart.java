package org.ronsel.collective.shared;

import org.ronsel.ErrorClass;
import org.ronsel.ErrorText;
import org.ronsel.RonselException;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Elements;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.failure.FailedCalls;
import org.ronsel.engine.request.ProgramFailure;

/**
 * One rank's part in the operations that {@link DirectAlgorithm}s carry out, one after the other.
 * For one thread at a time.
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

  /** The phase in which the ranks arrive; shared work takes the one after it as well. */
  private long first;

  private static final int UNKNOWN = -1;

  /** Into how many chunks the work is divided; 0 if one rank does all of it. */
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

  /** Carries out this rank's part, and fetches what the work has left for it. */
  void run(DirectAlgorithm algorithm) {
    chunks = algorithm.knowsChunks() ? algorithm.chunks(this) : UNKNOWN;
    long phase = phases.begin();
    first = phase;
    long upTo = chunks <= 0 ? phase : phase + 1;
    switch (phases.arrive(upTo)) {
      case EARLY, LAST_OF_DIFFERENT_PHASES -> finish(algorithm);
      case LAST -> {
        jvm.begin();
        if (chunks == UNKNOWN) {
          algorithm.announce(this);
          findChunks(algorithm);
        }
        if (chunks == 0) {
          doWhole(algorithm);
          phases.end();
          conclude(algorithm);
        } else if (algorithm.isShort(this)) {
          arrivals.openNothing(chunks);
          doWhole(algorithm);
          phases.begin();
          phases.end(); // which ends the first phase as well
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

  private void findChunks(DirectAlgorithm algorithm) {
    if (chunks == UNKNOWN) {
      chunks = algorithm.chunks(this);
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

  /** What follows the arrival. Called once more if a wait in it was interrupted. */
  void finish(DirectAlgorithm algorithm) {
    if (chunks <= 0) {
      phases.awaitEnd();
      findChunks(algorithm); // not from the slots of others: these may have gone on
    }
    if (chunks > 0) {
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

  /** Works on chunks while any is left. May be called again: claims are counted for all ranks. */
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
      Throwable thrown = ofThisRank(failure);
      // An overflow of the stack here and now would be another matter.
      throw thrown instanceof StackOverflowError
          ? new ProgramFailure(() -> thrown)
          : ProgramFailure.raise(thrown);
    }
  }

  /**
   * The exception of a failure, for this rank to throw: each has its own, which its error handler
   * sees. If another rank's operator threw it, it is encoded and decoded, since that rank may have
   * loaded the program's classes separately.
   */
  private Throwable ofThisRank(LocalSegment.Failure failure) {
    Throwable cause = failure.cause();
    if (failure.rank() == rank) {
      return cause;
    }
    Reduction operator = slot.reduction;
    if (operator != null && operator.isOfProgram()) {
      return failures.decode(failures.encode(cause), failure.rank());
    }
    if (cause instanceof RonselException known) {
      return FailedCalls.exception(known.errorClass(), known.parts());
    }
    ErrorText what =
        ErrorText.of("rank " + failure.rank() + ", ").with(slot.text()).with(": " + cause);
    return new RonselException(ErrorClass.OTHER, FailedCalls.message(rank, what), cause);
  }

  // ---- for the algorithms ----

  int ranks() {
    return ranks;
  }

  int rank() {
    return rank;
  }

  /** This rank's slot, in which collective, type, count, root and operator are those of all. */
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

  /** Copies elements of the operation's type; does nothing if both places are the same. */
  void copy(Object from, long fromAt, Object to, long toAt, long count) {
    Elements.copy(slot.type, from, fromAt, to, toAt, count);
  }

  /** The array that the last rank to arrive has made by {@link #newResult} or {@link #newCopy}. */
  Object result() {
    return jvm.result();
  }

  /**
   * An array of at least {@code length} elements, in which the last rank to arrive leaves a result
   * for all.
   */
  Object newResult(int length) {
    return jvm.newResult(slot.type, length);
  }

  /** The same for elements that are merely moved. */
  Object newCopy(int length) {
    return jvm.newResult(slot.type.keeping(slot.input(), slot.output()), length);
  }

  /** Leaves a single value for all; called by the last rank to arrive. */
  void result(long value) {
    arrivals.result(value);
  }

  /** The value that the last rank to arrive has left by {@link #result(long)}. */
  long resultValue() {
    return arrivals.result();
  }

  /** Private memory of this rank for {@code count} elements. */
  Object scratch(int count) {
    return scratch(slot.type, count);
  }

  /** The same for elements of another type than the rank's own. */
  Object scratch(ElementType type, int count) {
    return scratch.atLeast(type, count);
  }

  /** Private memory apart from the {@link #scratch}, for partial results. */
  Object stack(int count) {
    return stack.atLeast(slot.type, count);
  }

  /** Private memory for partial results that are single values. */
  long[] bits() {
    return bits;
  }

  /** The number of elements that the operator combines as one; chunks are multiples of it. */
  int grain() {
    Reduction operator = slot.reduction;
    return operator == null ? 1 : operator.grain();
  }
}
