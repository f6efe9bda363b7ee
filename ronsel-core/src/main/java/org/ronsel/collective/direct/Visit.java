package org.ronsel.collective.direct;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Elements;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.ProgramFailure;

/**
 * One rank at its {@link SharedMeeting}: takes part in one operation after the other. For one
 * thread of the rank at a time, as for all collective operations of a communicator.
 *
 * <p>A wait that is interrupted throws, and the operation goes on without the rank: its seat is
 * filled, and others do its chunks. The next operation first waits for the end of that one.
 */
public final class Visit {
  private final Engine engine;
  private final Members members;
  private final SharedMeeting meeting;
  private final MeetingWait wait;
  private final FailureCodec failures;
  private final Seat seat;

  /** The last phase that this rank has seen the end of. */
  private int phase;

  /** The phases in which the operation begun last opens and ends. */
  private int opens;

  private int ends;

  /** Whether a thread is in an operation. Finds a second one as a rule; nothing depends on it. */
  private boolean busy;

  private final TypedScratch scratch = new TypedScratch();
  private final TypedScratch stack = new TypedScratch();
  private final long[] bits = new long[33];

  /** Takes the rank's seat. */
  public Visit(
      Engine engine, Members members, SharedMeeting meeting, long context, FailureCodec failures) {
    this.failures = failures;
    this.engine = engine;
    this.members = members;
    this.meeting = meeting;
    this.wait = new MeetingWait(engine, members, meeting, context);
    this.seat = new Seat(wait);
    meeting.sit(members.rank(), seat);
  }

  // ---- the operations ----

  /** Barrier. */
  public void barrier() {
    enter();
    shape(ElementType.BYTE, 0, 0, null);
    attend(DirectBarrier.FORM);
  }

  /** AllReduce of a single value as bits; see {@link Reduction#combine(long, long)}. */
  public long allReduce(ElementType type, long bits, Reduction reduction) {
    enter();
    shape(type, 1, 0, reduction);
    seat.bits = bits;
    attend(DirectScalarAllReduce.FORM);
    return meeting.resultBits();
  }

  /** Any operation. */
  public void attend(Invocation call) {
    Reduction op = call.reduction();
    if (call.collective() == Collective.ALL_REDUCE
        && call.count() == 1
        && op != null
        && op.isForSingleValues()) {
      // As a value: a rank that calls the scalar form meets one that has an array of one element.
      long bits = allReduce(call.type(), op.load(call.input(), call.inputAt()), op);
      op.store(call.output(), call.outputAt(), bits);
      return;
    }
    DirectForm form = DirectForm.of(call.collective());
    enter();
    seat.fill(call);
    attend(form);
  }

  private void shape(ElementType type, long count, int root, @Nullable Reduction reduction) {
    seat.type = type;
    seat.count = count;
    seat.root = root;
    seat.reduction = reduction;
  }

  // ---- the course of an operation ----

  /** Begins an operation; the end of it is in {@link #attend}. */
  private void enter() {
    if (busy) {
      throw members.calledByTwoThreads();
    }
    if (phase != ends) {
      settle();
    }
    busy = true;
  }

  /** Waits for the end of an operation that this rank left when it was interrupted. */
  private void settle() {
    await(opens);
    if (meeting.disagreement() != null) {
      ends = opens;
    }
    await(ends);
    phase = ends;
  }

  private void attend(DirectForm form) {
    try {
      seat.collective = form.collective();
      int chunks = form.chunks(this);
      opens = phase + 1;
      ends = chunks == 0 ? opens : opens + 1;
      seat.arrivedFor = ends;
      if (meeting.arrive(seat)) {
        openOrDo(form, chunks);
      } else {
        await(opens);
      }
      if (meeting.disagreement() != null) {
        ends = opens;
      } else if (chunks != 0) {
        share(form);
        await(ends);
      }
      phase = ends;
      engine.countMeeting();
      try {
        throwError();
        form.leave(this);
      } finally {
        seat.release(); // or the next operation would find tables of this one
      }
    } finally {
      busy = false;
    }
  }

  private void openOrDo(DirectForm form, int chunks) {
    if (meeting.disagreement() == null) {
      if (chunks != 0) {
        form.prepare(this);
        meeting.open(chunks);
      } else {
        try {
          form.whole(this);
        } catch (Throwable broken) {
          meeting.fail(members.rank(), broken);
        }
      }
    }
    meeting.end(opens);
  }

  private void share(DirectForm form) {
    for (int chunk; (chunk = meeting.claim()) >= 0; ) {
      try {
        form.chunk(this, chunk);
      } catch (Throwable broken) {
        meeting.fail(members.rank(), broken);
      }
      if (meeting.finishedLast()) {
        meeting.end(ends);
      }
    }
  }

  private void await(int awaited) {
    if (!meeting.hasReached(awaited)) {
      wait.prepare(seat.collective, awaited);
      engine.await(wait);
    }
  }

  private void throwError() {
    String disagreement = meeting.disagreement();
    if (disagreement != null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          "rank "
              + members.rank()
              + ", "
              + seat
              + " on "
              + members.name()
              + ": "
              + disagreement
              + "; all ranks must make the same collective call");
    }
    SharedMeeting.Failure failure = meeting.failure();
    if (failure != null) {
      throw ProgramFailure.raise(ofThisRank(failure));
    }
  }

  /** What another rank's operator threw is made anew, with the classes of this one. */
  private Throwable ofThisRank(SharedMeeting.Failure failure) {
    Reduction operator = seat.reduction;
    return failure.rank() == members.rank() || operator == null || !operator.isOfProgram()
        ? failure.cause()
        : failures.decode(failures.encode(failure.cause()), failure.rank());
  }

  // ---- for the forms ----

  SharedMeeting meeting() {
    return meeting;
  }

  int ranks() {
    return meeting.size();
  }

  int rank() {
    return members.rank();
  }

  /** This rank's seat, whose call is that of all. */
  Seat seat() {
    return seat;
  }

  Seat seat(int rank) {
    return meeting.seat(rank);
  }

  int count() {
    return (int) seat.count;
  }

  long bytes() {
    return seat.count << seat.type.shift();
  }

  /** The operator of a reduction. */
  Reduction reduction() {
    Reduction operator = seat.reduction;
    if (operator == null) {
      throw new IllegalStateException("no operator");
    }
    return operator;
  }

  /** Copies elements between arrays of the operation's type; nothing if both are the same place. */
  void copy(Object from, long fromAt, Object to, long toAt, long count) {
    Elements.copy(seat.type, from, fromAt, to, toAt, count);
  }

  /** Private memory of the calling rank for {@code count} elements. */
  Object scratch(int count) {
    return scratch.atLeast(seat.type, count);
  }

  /** Other such memory, for partial results. */
  Object stack(int count) {
    return stack.atLeast(seat.type, count);
  }

  /** The same for single values. */
  long[] bits() {
    return bits;
  }

  /** Elements that an operator combines as one, so that no chunk ends among them. */
  int grain() {
    Reduction operator = seat.reduction;
    return operator == null ? 1 : operator.grain();
  }
}
