package org.ronsel.collective;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.FailureVote;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.ScheduleRun;
import org.ronsel.engine.request.ProgramFailure;

/**
 * The steps between the end of a call's schedule and the completion of its request. If the operator
 * is code of the program the ranks {@linkplain FailureVote vote}, by messages. Then the data are
 * unloaded to the caller's buffers. Belongs to one request, and is reused each time the request is
 * started.
 *
 * <p>A rank whose operator throws has finished the schedule with whatever data, so the vote comes
 * after all messages of the call, and nothing of it is left over.
 */
final class CallCompletion implements ScheduleRun.Ending {
  // Labels of the messages: apart from those of the data, which have the same context.
  private static final int VOTE = 1 << 29;
  private static final int TELL = VOTE + (1 << 28);

  private final Collectives collectives;
  private final Members members;
  private final ErrorPropagation errors;
  private final FailureVote vote;
  private long context;
  private Invocation.@Nullable Staging staging;

  /** Makes one that is still to be {@linkplain #prepare prepared}. */
  CallCompletion(
      Collectives collectives, Members members, ErrorPropagation errors, FailureCodec codec) {
    this.collectives = collectives;
    this.members = members;
    this.errors = errors;
    this.vote = new FailureVote(members, codec);
  }

  /**
   * Prepares the completion of a call; the one before is over.
   *
   * @param inContext of the call's messages
   * @param target where data go at the end, or null
   */
  CallCompletion prepare(Invocation call, long inContext, Invocation.@Nullable Staging target) {
    vote.begin(call);
    context = inContext;
    staging = target;
    return this;
  }

  @Override
  public boolean takesFailures() {
    return vote.takesFailures();
  }

  @Override
  public void ended(CollectiveRequest request, @Nullable Throwable thrown) {
    try {
      Invocation next = vote.next(thrown);
      if (next != null) {
        int labels = next.collective() == Collective.ALL_REDUCE ? VOTE : TELL;
        collectives.execute(next, context, labels, request, this);
        return;
      }
    } catch (Throwable failed) { // of this rank alone: the others wait for its vote
      request.fail(errors.propagate(request.describe(), ErrorClass.OTHER, failed));
      return;
    }
    ProgramFailure failure = vote.failure();
    if (failure != null) {
      request.fail(failure);
    } else {
      complete(request);
    }
  }

  private void complete(CollectiveRequest request) {
    Invocation.Staging target = staging;
    staging = null;
    if (target != null) {
      try {
        target.unload();
      } catch (Throwable failure) { // memory that is closed or another thread's, a file cut short
        request.fail(
            new RonselException(
                ErrorClass.BUFFER,
                ErrorPlace.of(members.rank(), request.describe())
                    .message("cannot write the result: " + failure.getMessage()),
                failure));
        return;
      }
    }
    request.complete();
  }
}
