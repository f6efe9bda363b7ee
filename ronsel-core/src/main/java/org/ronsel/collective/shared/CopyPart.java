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
import org.ronsel.engine.request.ProgramFailure;
import org.ronsel.memory.MemoryBuffers;

/**
 * One rank's part in the operations that {@link CopyAlgorithm}s carry out, one after the other. If
 * the operator is code of the program, the ranks {@linkplain FailureVote vote} after the operation
 * on whether it threw; the calls of the vote are made by copying as well. Each method that moves
 * data or waits is a step that {@link Steps} counts. For one thread at a time.
 */
final class CopyPart {
  /**
   * Shortest data, in bytes, that are copied to native memory to be combined from there: loops over
   * native memory are faster by more than the copy takes.
   */
  private static final int SHORTEST_READ = 512;

  /** Set in the signature of a call that is part of a vote, which differs from the program's. */
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

  /** What the operator, if it is code of the program, has thrown on some rank. */
  private @Nullable ProgramFailure failure;

  /** Whether all ranks live in this JVM. */
  private final boolean inJvm;

  /** Called with an exception that keeps this rank from its part, for which others may wait. */
  private final Consumer<Throwable> broken;

  /** Whether the ranks have found that the operation cannot be made by copying. */
  private boolean declined;

  /** What another rank has told last of a call whose length it alone knows. */
  private long announced;

  CopyPart(
      Members members,
      ControlSegment segment,
      Phases phases,
      Slot slot,
      FailureCodec failures,
      boolean inJvm,
      boolean oversubscribed,
      Consumer<Throwable> broken) {
    this.broken = broken;
    this.inJvm = inJvm;
    this.oversubscribed = oversubscribed;
    this.segment = segment;
    this.phases = phases;
    this.slot = slot;
    this.vote = new FailureVote(members, failures);
    this.rank = members.rank();
    this.ranks = members.size();
  }

  /**
   * Carries out this rank's part in an operation; the one before is over. An exception that is not
   * one of this library, such as {@link OutOfMemoryError}, keeps the rank from its part and fails
   * the call on all ranks.
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

  /** Continues {@link #run} from the wait in which it was interrupted. */
  void resume() {
    steps.resume();
    goOn();
  }

  /**
   * Whether the operation has been made; if not, all ranks have found that it cannot be made by
   * copying. Throws what an operator that is code of the program has thrown.
   */
  boolean isMade() {
    ProgramFailure thrownByProgram = failure;
    if (thrownByProgram != null) {
      // An overflow of the stack here and now would be another matter.
      throw thrownByProgram.thrown() instanceof StackOverflowError
          ? thrownByProgram
          : thrownByProgram.raise();
    }
    return !declined;
  }

  private void goOn() {
    try {
      takePart();
    } catch (RonselException known) {
      throw known; // the other ranks learn of it in other ways
    } catch (RuntimeException | Error unknown) {
      broken.accept(unknown);
      throw unknown;
    }
  }

  private void takePart() {
    while (true) {
      if (call.hasLengthOfRoot()) {
        CopyRootLengthBroadcast.run(this);
      } else {
        CopyAlgorithm.of(call.collective()).run(this);
      }
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

  /** Notes that the operation cannot be made by copying, as all ranks have found. */
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

  /** Whether all ranks live in this JVM. */
  boolean isInJvm() {
    return inJvm;
  }

  /** Whether the ranks of the job outnumber the cores. */
  boolean isOversubscribed() {
    return oversubscribed;
  }

  /** Begins the next phase. */
  void begin() {
    if (!steps.isMade()) {
      phases.begin();
    }
  }

  /** Notes that this rank reads nothing more in the phase; see {@link Phases#finish}. */
  void finish(boolean atOnce) {
    if (!steps.isMade()) {
      phases.finish(atOnce);
    }
  }

  /**
   * Waits until this rank may write so many bytes, to be read by rank {@code reader} or by {@link
   * Phases#ALL}.
   */
  void awaitWritable(int reader, long bytes) {
    if (!steps.isMade()) {
      phases.awaitWritable(reader, bytes);
    }
  }

  /** Posts: other ranks may read what this rank has written. */
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

  /** Arrives, after this rank has written, in a phase in which all ranks wait for all. */
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

  /**
   * Writes elements of this rank's input, from index {@code at} on, and posts.
   *
   * @param reader the rank that reads them, or {@link Phases#ALL}
   */
  void give(int reader, long at, int count, long bytes) {
    awaitWritable(reader, bytes);
    write(call.input(), at, count, 0, bytes);
    post();
  }

  /**
   * Writes elements to this rank's entry or area.
   *
   * @param behind offset in bytes, from the first byte that this rank writes in the phase
   * @param allBytes length of all that this rank writes in the phase
   */
  void write(Object from, long fromAt, long count, long behind, long allBytes) {
    if (!steps.isMade()) {
      long at = segment.data(rank, phases.number(), allBytes) + behind;
      segment.write(call.type(), from, fromAt, at, count);
    }
  }

  /**
   * Reads elements that a rank has written.
   *
   * @param behind their offset in bytes, from the first byte that the rank has written in the phase
   * @param allBytes length of all that the rank has written in the phase
   */
  void read(int from, long behind, long allBytes, Object to, long toAt, long count) {
    if (!steps.isMade()) {
      long at = segment.data(from, phases.number(), allBytes) + behind;
      segment.read(call.type(), at, to, toAt, count);
    }
  }

  /** Whether {@link #combineRead} serves the operator, and is fast for so many elements. */
  boolean combinesRead(int count) {
    ElementType type = call.type();
    Predefined op = reduction().predefined();
    return (long) count << type.shift() >= SHORTEST_READ
        && MemoryReductions.has(op, type) // asked first, since scratch() allocates
        && MemoryReductions.has(op, type, scratch());
  }

  /** Combines elements of array {@code to} with those that a rank has written, into the array. */
  void combineRead(int from, long behind, long allBytes, Object to, int toAt, int count) {
    Predefined op = reduction().predefined();
    if (!steps.isMade() && op != null) {
      long at = segment.data(from, phases.number(), allBytes) + behind;
      MemorySegment copy = scratch();
      segment.read(call.type(), at, copy, 0, count);
      MemoryReductions.toArray(buffers, op, call.type(), to, toAt, copy, 0, count);
    }
  }

  /** Private native memory, as long as an area. */
  private MemorySegment scratch() {
    MemorySegment known = scratch;
    if (known == null) {
      known = Arena.ofAuto().allocate(areaBytes(), ControlSegment.APART);
      scratch = known;
    }
    return known;
  }

  /** Writes a number for the others to read; see {@link ControlSegment#tell}. */
  void tell(int place, int number) {
    if (!steps.isMade()) {
      segment.tell(rank, phases.number(), place, number);
    }
  }

  /** The number that a rank has written by {@link #tell}. */
  int told(int from, int place) {
    return segment.told(from, phases.number(), place);
  }

  /** Writes what the other ranks have to know of the call, in front of the data of a round. */
  void announce(long what) {
    if (!steps.isMade()) {
      segment.tell(rank, phases.number(), 0, (int) what);
      segment.tell(rank, phases.number(), 1, (int) (what >>> 32));
    }
  }

  /** What a rank that has posted in the first round has {@linkplain #announce announced}. */
  long announced(int from) {
    if (!steps.isMade()) {
      int low = segment.told(from, phases.number(), 0);
      announced = (long) segment.told(from, phases.number(), 1) << 32 | low & 0xffff_ffffL;
    }
    return announced;
  }

  /** Writes this rank's share of a combined result, which begins at byte {@code behind} of it. */
  void writeCombined(Object from, long fromAt, long count, long behind) {
    if (!steps.isMade()) {
      segment.write(call.type(), from, fromAt, segment.combined() + behind, count);
    }
  }

  /** Reads elements of a combined result, from byte {@code behind} of it on. */
  void readCombined(long behind, Object to, long toAt, long count) {
    if (!steps.isMade()) {
      segment.read(call.type(), segment.combined() + behind, to, toAt, count);
    }
  }

  /** Copies elements from this rank's input to its output. */
  void copyOwn(long from, long to, long count) {
    copyOwn(from, call.output(), to, count);
  }

  /** Copies elements from this rank's input to an array or segment. */
  void copyOwn(long from, Object to, long toAt, long count) {
    if (!steps.isMade()) {
      Elements.copy(call.type(), call.input(), from, to, toAt, count);
    }
  }

  /** Private memory for so many elements of the call's type, for partial results. */
  Object stack(int length) {
    return stacks.atLeast(call.type(), length);
  }

  /** Private memory apart from the {@link #stack}, for a result that does not go to the output. */
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
   * Combines elements. If the operator is code of the program and throws, it is not called again in
   * this operation. The operation then goes on with arbitrary data, since others wait for this
   * rank.
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
