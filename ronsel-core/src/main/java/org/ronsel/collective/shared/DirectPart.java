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
  private final Members members;
  private final JvmSegment jvm;
  private final Epochs epochs;
  private final Steps steps;
  private final Slot slot;
  private final FailureCodec failures;
  private final TypedScratch scratch = new TypedScratch();
  private final TypedScratch stack = new TypedScratch();
  private final long[] bits = new long[33];

  DirectPart(
      Members members,
      JvmSegment jvm,
      Epochs epochs,
      Steps steps,
      Slot slot,
      FailureCodec failures) {
    this.members = members;
    this.jvm = jvm;
    this.epochs = epochs;
    this.steps = steps;
    this.slot = slot;
    this.failures = failures;
  }

  /** Takes part; when the rank is needed no more, takes what it gets. */
  void run(DirectAlgorithm algorithm) {
    int chunks = algorithm.chunks(this);
    arrive(algorithm, chunks);
    awaitEnd();
    if (chunks != 0) {
      share(algorithm, chunks);
      awaitEnd();
    }
    if (!steps.isMade()) {
      throwFailure();
      algorithm.leave(this);
    }
  }

  private void arrive(DirectAlgorithm algorithm, int chunks) {
    if (steps.isMade()) {
      return;
    }
    epochs.begin();
    if (epochs.isLastToArrive(chunks == 0 ? 1 : 2)) {
      jvm.begin();
      if (chunks != 0) {
        algorithm.prepare(this);
        jvm.control().open();
      } else {
        try {
          algorithm.whole(this);
        } catch (Throwable broken) {
          jvm.fail(members.rank(), broken);
        }
      }
      epochs.end();
    }
  }

  /** The claims are those of all: whoever comes again finds what is left. */
  private void share(DirectAlgorithm algorithm, int chunks) {
    if (!steps.isMade()) {
      epochs.begin();
    }
    for (int chunk; (chunk = jvm.control().claim(chunks)) >= 0; ) {
      try {
        algorithm.chunk(this, chunk);
      } catch (Throwable broken) {
        jvm.fail(members.rank(), broken);
      }
      if (jvm.control().isLastDone(chunks)) {
        epochs.end();
      }
    }
  }

  private void awaitEnd() {
    if (!steps.isMade()) {
      epochs.awaitEnd();
    }
  }

  private void throwFailure() {
    JvmSegment.Failure failure = jvm.failure();
    if (failure != null) {
      throw ProgramFailure.raise(ofThisRank(failure));
    }
  }

  /** What another rank's operator threw is made anew, with the classes of this one. */
  private Throwable ofThisRank(JvmSegment.Failure failure) {
    Reduction operator = slot.reduction;
    return failure.rank() == members.rank() || operator == null || !operator.isOfProgram()
        ? failure.cause()
        : failures.decode(failures.encode(failure.cause()), failure.rank());
  }

  // ---- for the algorithms ----

  int ranks() {
    return members.size();
  }

  int rank() {
    return members.rank();
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
    jvm.control().result(value);
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
