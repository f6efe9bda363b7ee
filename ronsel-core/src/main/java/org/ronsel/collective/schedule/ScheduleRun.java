package org.ronsel.collective.schedule;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.RonselException;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.engine.Composite;
import org.ronsel.engine.Engine;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.FailureText;

/**
 * Executes a schedule on an engine. Any thread of the rank that makes progress advances it; see
 * {@link Composite}. Each start is one instance, with a matching context of its own, so that
 * instances never take each other's messages, in whatever order they complete. A run can be started
 * again once it has finished, and allocates nothing then; one that has failed cannot.
 */
public final class ScheduleRun extends Composite {
  /** The steps that follow an instance, in place of the completion of its request. */
  public interface Ending {
    /** Whether what the operator throws is kept for {@link #ended} and the schedule goes on. */
    boolean takesFailures();

    /**
     * The schedule has been executed; the run may be in use again.
     *
     * @param request not complete yet
     * @param thrown what the operator threw first, or null
     */
    void ended(CollectiveRequest request, @Nullable Throwable thrown);
  }

  private static final String AGREE =
      "all ranks must name the same count, and call the collective operations of a communicator in"
          + " the same order";

  private final Members members;
  private final Schedule schedule;
  private final Bindings bindings;
  private final ScheduleCursor cursor;
  private boolean takesShorter;
  private final Consumer<ScheduleRun> whenFinished;
  private long context;
  private int labels;
  private @Nullable CollectiveRequest request;
  private @Nullable Ending ending;
  private @Nullable Throwable thrown;
  private @Nullable RonselException failure;

  /**
   * Makes a run.
   *
   * @param whenFinished called with this run after each instance that has not failed, before its
   *     request completes; the run may be started again from then on
   */
  public ScheduleRun(
      Engine engine, Members members, Schedule schedule, Consumer<ScheduleRun> whenFinished) {
    super(engine, schedule.steps());
    this.members = members;
    this.schedule = schedule;
    this.bindings = new Bindings(schedule);
    this.cursor = new ScheduleCursor(schedule);
    this.whenFinished = whenFinished;
  }

  /** The values of the schedule's symbols; to be set before each start. */
  public Bindings bindings() {
    return bindings;
  }

  /** Whether messages may be shorter than expected; to be set before each start. */
  public void takeShorter(boolean allowed) {
    takesShorter = allowed;
  }

  /**
   * Starts an instance.
   *
   * @param context matching context that no other instance of this communicator has
   * @param labels what the labels of this instance are counted from; 0 unless several share a
   *     context
   * @param completes the request to complete at the end
   * @param ending what to do instead, or null
   */
  public void start(
      long context, int labels, CollectiveRequest completes, @Nullable Ending ending) {
    this.context = context;
    this.labels = labels;
    this.request = completes;
    this.ending = ending;
    this.thrown = null;
    this.failure = null;
    completes.runs(this);
    start();
  }

  @Override
  protected void begin() {
    cursor.reset();
    pump();
  }

  @Override
  protected void partDone(int part, long bytes, @Nullable RonselException error) {
    if (failure != null) {
      finishWhenIdle();
      return;
    }
    if (error != null) {
      fail(named(part, error));
      return;
    }
    if (schedule.kind(part) == StepKind.RECEIVE && bytes != bytes(part) && !takesShorter) {
      fail(tooShort(part, bytes));
      return;
    }
    cursor.done(part);
    pump();
  }

  /** Starts every step that can start. */
  private void pump() {
    try {
      int step;
      while ((step = cursor.next()) >= 0) {
        execute(step);
      }
    } catch (RonselException error) {
      fail(error);
      return;
    } catch (OutOfMemoryError error) {
      throw error; // a message may be half started, so who makes progress breaks off the rank
    } catch (Throwable error) { // such as that of a file that has been cut
      fail(
          new RonselException(
              ErrorClass.OTHER, place().message("failed: " + FailureText.of(error)), error));
      return;
    }
    if (cursor.isAtEnd()) {
      finish();
    }
  }

  private void execute(int step) {
    switch (schedule.kind(step)) {
      case SEND -> {
        if (send(
            step,
            context,
            members.endpoint(schedule.peer(step)),
            labels + schedule.label(step),
            bindings.type(),
            bindings.base(step, 0),
            bindings.element(step, 0) << bindings.type().shift(),
            bytes(step))) {
          cursor.done(step);
        }
      }
      case RECEIVE ->
          receive(
              step,
              context,
              members.endpoint(schedule.peer(step)),
              labels + schedule.label(step),
              bindings.type(),
              bindings.base(step, 0),
              bindings.element(step, 0) << bindings.type().shift(),
              bytes(step));
      case COPY -> {
        bindings.copy(step);
        cursor.done(step);
      }
      case REDUCE -> {
        combine(step);
        cursor.done(step);
      }
    }
  }

  private void combine(int step) {
    Ending end = ending;
    if (end == null || !end.takesFailures()) {
      bindings.reduce(step);
    } else if (thrown == null) {
      // The other ranks go on as well, with undefined data: none waits for a message that never
      // comes.
      try {
        bindings.reduce(step);
      } catch (Throwable failure) {
        thrown = failure;
      }
    }
  }

  private long bytes(int step) {
    return bindings.elements(step) << bindings.type().shift();
  }

  private void fail(RonselException error) {
    failure = error;
    withdrawParts();
    engine.failedCalls().fail(context, error, members.size(), members::endpoint);
    finishWhenIdle();
  }

  /** A call that has failed gives its buffers back, which messages of it may still be using. */
  private void finishWhenIdle() {
    if (isIdle()) {
      finish();
    }
  }

  /** A disagreement of this rank and its peer, with the name of the call. */
  private RonselException named(int part, RonselException error) {
    if (engine.failedCalls().hasFailed(context)) {
      return error; // another rank has told this one
    }
    return switch (error) {
      case TruncationException longer ->
          new TruncationException(
              place()
                  .message(
                      "rank "
                          + schedule.peer(part)
                          + " sent more than the "
                          + bytes(part)
                          + " bytes that were expected; "
                          + AGREE));
      case TypeMismatchException other ->
          new TypeMismatchException(place().message(other.parts().reason().with("; " + AGREE)));
      default -> error;
    };
  }

  private RonselException tooShort(int step, long bytes) {
    return new TruncationException(
        place()
            .message(
                "rank "
                    + schedule.peer(step)
                    + " sent "
                    + bytes
                    + " bytes where "
                    + bytes(step)
                    + " were expected; "
                    + AGREE));
  }

  private ErrorPlace place() {
    CollectiveRequest running = request;
    return members.place(running == null ? "collective" : running.describe());
  }

  @Override
  protected void finished() {
    CollectiveRequest done = Objects.requireNonNull(request, "it has been started");
    RonselException error = failure;
    request = null;
    done.runsNoMore();
    Ending end = ending;
    Throwable broken = thrown;
    ending = null;
    thrown = null;
    if (error == null) {
      whenFinished.accept(this);
      if (end == null) {
        done.complete();
      } else {
        end.ended(done, broken);
      }
    } else {
      done.fail(error);
    }
  }

  /** An endpoint from which this run waits to receive; for reports, and out of date at once. */
  int awaitedPeer() {
    int step = pendingReceive();
    return step < 0 ? Operation.NO_PEER : members.endpoint(schedule.peer(step));
  }

  long context() {
    return context;
  }
}
