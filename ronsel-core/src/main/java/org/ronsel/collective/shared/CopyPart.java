package org.ronsel.collective.shared;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.FailureVote;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.collective.reduction.MemoryReductions;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Elements;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.ProgramFailure;
import org.ronsel.memory.MemoryBuffers;

/**
 * One rank's part of one operation after the other that a {@link CopyAlgorithm} executes. Where the
 * operator is code of the program the ranks then {@linkplain FailureVote vote}, in the same way.
 * Every method that moves data or waits is one of the {@link Steps}. One thread at a time.
 */
final class CopyPart {
  /** Bytes from which on loops over memory are worth a copy to it. */
  private static final int SHORTEST_READ = 512;

  /** In the signature of a call that is a part of another one. */
  private static final long IS_PART = 1L << 62;

  private final ControlSegment segment;
  private final Phases phases;
  private final Steps steps = new Steps();
  private final Slot slot;
  private final FailureVote vote;
  private final CopyCombining combining = new CopyCombining(this);
  private final int rank;
  private final int ranks;
  private final boolean oversubscribed;
  private final TypedScratch stacks = new TypedScratch();
  private final TypedScratch results = new TypedScratch();
  private final MemoryBuffers buffers = new MemoryBuffers();
  private @Nullable MemorySegment scratch;
  private Invocation call = new Invocation();
  private @Nullable Throwable thrown;

  /** What the operator, code of the program, has thrown on some rank. */
  private @Nullable ProgramFailure failure;

  /** Told of what keeps this rank from its part, while others may wait for it. */
  private final Consumer<Throwable> broken;

  /** Whether the operation has been found to be none for copying. */
  private boolean declined;

  CopyPart(
      Members members,
      ControlSegment segment,
      Phases phases,
      Slot slot,
      FailureCodec failures,
      boolean oversubscribed,
      Consumer<Throwable> broken) {
    this.broken = broken;
    this.oversubscribed = oversubscribed;
    this.segment = segment;
    this.phases = phases;
    this.slot = slot;
    this.vote = new FailureVote(members, failures);
    this.rank = members.rank();
    this.ranks = members.size();
  }

  /**
   * Takes part in an operation; the one before is over. An exception that is none of the library's
   * keeps the rank from its part, as when memory is gone, and is told to all ranks.
   */
  void run(Invocation wanted) {
    vote.begin(wanted);
    thrown = null;
    declined = false;
    if (call != wanted) {
      call = wanted;
    }
    steps.begin();
    goOn();
  }

  /** As {@link #run}, of an operation a wait of which was interrupted. */
  void resume() {
    steps.resume();
    goOn();
  }

  /**
   * Whether the operation is made; if not, all ranks have found that it is none for copying. Throws
   * what the operator has thrown that is code of the program.
   */
  boolean isMade() {
    ProgramFailure thrownByProgram = failure;
    if (thrownByProgram != null) {
      throw thrownByProgram.raise();
    }
    return !declined;
  }

  private void goOn() {
    try {
      takePart();
    } catch (RonselException known) {
      throw known; // which all learn of
    } catch (RuntimeException | Error unknown) {
      broken.accept(unknown);
      throw unknown;
    }
  }

  private void takePart() {
    while (true) {
      CopyAlgorithm.of(call.collective()).run(this);
      Invocation next = vote.next(thrown);
      if (next == null) {
        break;
      }
      call = next;
      slot.fillCall(next);
      phases.beginCall(slot.signature() | IS_PART);
      steps.begin();
    }
    failure = vote.failure();
  }

  // ---- for the algorithms ----

  /** Leaves the operation, as all ranks do, to be made otherwise. */
  void decline() {
    declined = true;
  }

  Invocation call() {
    return call;
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return ranks;
  }

  int areaBytes() {
    return segment.areaBytes();
  }

  /** Whether the ranks of the job outnumber the cores. */
  boolean isOversubscribed() {
    return oversubscribed;
  }

  /** Begins a phase. */
  void begin() {
    if (!steps.isMade()) {
      phases.begin();
    }
  }

  /** Says that this rank reads nothing more in the phase; see {@link Phases#finish}. */
  void finish(boolean atOnce) {
    if (!steps.isMade()) {
      phases.finish(atOnce);
    }
  }

  /** Waits until this rank may write so many bytes, for one reader or {@link Phases#ALL}. */
  void awaitWritable(int reader, long bytes) {
    if (!steps.isMade()) {
      phases.awaitWritable(reader, bytes);
    }
  }

  /** Posts what this rank has written. */
  void post() {
    if (!steps.isMade()) {
      phases.post();
    }
  }

  /** Waits until a rank has posted. */
  void awaitPosted(int other) {
    if (!steps.isMade()) {
      phases.awaitPosted(other);
    }
  }

  /** Arrives, with what this rank has written, in a phase of all with all. */
  void arrive() {
    if (!steps.isMade()) {
      phases.arrive();
    }
  }

  /** Waits until all have arrived. */
  void awaitAll() {
    if (!steps.isMade()) {
      phases.awaitAll();
    }
  }

  /** Writes what this rank gives to a reader or {@link Phases#ALL}, and posts it. */
  void give(int reader, long at, int count, long bytes) {
    awaitWritable(reader, bytes);
    write(call.input(), at, count, 0, bytes);
    post();
  }

  /** Writes elements of this rank, so many bytes behind the first of {@code allBytes}. */
  void write(Object from, long fromAt, long count, long behind, long allBytes) {
    if (!steps.isMade()) {
      long at = segment.data(rank, phases.number(), allBytes) + behind;
      segment.write(call.type(), from, fromAt, at, count);
    }
  }

  /** Reads elements that a rank has written. */
  void read(int from, long behind, long allBytes, Object to, long toAt, long count) {
    if (!steps.isMade()) {
      long at = segment.data(from, phases.number(), allBytes) + behind;
      segment.read(call.type(), at, to, toAt, count);
    }
  }

  /** Whether {@link #combineRead} combines so many elements, and does it quickly. */
  boolean combinesRead(int count) {
    ElementType type = call.type();
    Predefined op = reduction().predefined();
    return (long) count << type.shift() >= SHORTEST_READ
        && MemoryReductions.has(op, type) // before memory is allocated
        && MemoryReductions.has(op, type, scratch());
  }

  /** Combines elements of an array with those that a rank has written, in the array. */
  void combineRead(int from, long behind, long allBytes, Object to, int toAt, int count) {
    Predefined op = reduction().predefined();
    if (!steps.isMade() && op != null) {
      long at = segment.data(from, phases.number(), allBytes) + behind;
      MemorySegment copy = scratch();
      segment.read(call.type(), at, copy, 0, count);
      MemoryReductions.toArray(buffers, op, call.type(), to, toAt, copy, 0, count);
    }
  }

  /** Private memory for what a rank writes at a time. */
  private MemorySegment scratch() {
    MemorySegment known = scratch;
    if (known == null) {
      known = Arena.ofAuto().allocate(areaBytes(), ControlSegment.APART);
      scratch = known;
    }
    return known;
  }

  /** Tells others a number; see {@link ControlSegment#tell}. */
  void tell(int place, int number) {
    if (!steps.isMade()) {
      segment.tell(rank, phases.number(), place, number);
    }
  }

  /** What a rank that has posted tells. */
  int told(int from, int place) {
    return segment.told(from, phases.number(), place);
  }

  /** Writes elements of what is combined together. */
  void writeCombined(Object from, long fromAt, long count, long behind) {
    if (!steps.isMade()) {
      segment.write(call.type(), from, fromAt, segment.combined() + behind, count);
    }
  }

  /** Reads elements of what is combined together. */
  void readCombined(long behind, Object to, long toAt, long count) {
    if (!steps.isMade()) {
      segment.read(call.type(), segment.combined() + behind, to, toAt, count);
    }
  }

  /** Copies elements from this rank's input to its output. */
  void copyOwn(long from, long to, long count) {
    copyOwn(from, call.output(), to, count);
  }

  /** Copies elements from this rank's input. */
  void copyOwn(long from, Object to, long toAt, long count) {
    if (!steps.isMade()) {
      Elements.copy(call.type(), call.input(), from, to, toAt, count);
    }
  }

  /** Private memory for so many elements of the call's type, for partial results. */
  Object stack(int length) {
    return stacks.atLeast(call.type(), length);
  }

  /** Other such memory, for a result. */
  Object result(int length) {
    return results.atLeast(call.type(), length);
  }

  /** Combines what the ranks have written. */
  CopyCombining combining() {
    return combining;
  }

  /** The operator of a reduction. */
  Reduction reduction() {
    Reduction operator = call.reduction();
    if (operator == null) {
      throw new IllegalStateException("no operator");
    }
    return operator;
  }

  /**
   * Combines elements. If the operator is code of the program and throws, it is not called any
   * more, and the operation goes on with whatever data, since others wait for this rank.
   */
  void combine(
      Object left, int leftAt, Object right, int rightAt, Object out, int outAt, int count) {
    if (steps.isMade()) {
      return;
    }
    if (!vote.takesFailures()) {
      reduction().combine(left, leftAt, right, rightAt, out, outAt, count);
    } else if (thrown == null) {
      try {
        reduction().combine(left, leftAt, right, rightAt, out, outAt, count);
      } catch (Throwable broken) {
        thrown = broken;
      }
    }
  }
}
