package org.ronsel.collective;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.ScheduleRun;

/**
 * What follows the schedule of a call before its request completes. If the operator is code of the
 * program the ranks {@linkplain FailureVote vote}, by messages. Then data go where the caller wants
 * them. Belongs to one request, and is used again each time that is started.
 *
 * <p>A rank whose operator throws has finished the schedule with whatever data, so the vote comes
 * after all messages of the call, and nothing of it is left over.
 */
final class Conclusion implements ScheduleRun.Ending {
  // Labels of the messages: apart from those of the data, which have the same context.
  private static final int VOTE = 1 << 29;
  private static final int TELL = VOTE + (1 << 28);

  /** The schedule that ends next. */
  private enum Stage {
    CALL,
    VOTE,
    TELL
  }

  private final Collectives collectives;
  private final Members members;
  private final FailureVote vote;
  private long context;
  private boolean votes;
  private Invocation.@Nullable Staging staging;
  private Stage stage = Stage.CALL;

  /** Makes one that is still to be {@linkplain #prepare prepared}. */
  Conclusion(Collectives collectives, Members members, FailureCodec codec) {
    this.collectives = collectives;
    this.members = members;
    this.vote = new FailureVote(members, codec);
  }

  /**
   * Prepares the conclusion of a call; the one before is over.
   *
   * @param inContext of the call's messages
   * @param mayThrow whether the operator is code of the program
   * @param target where data go at the end, or null
   */
  Conclusion prepare(long inContext, boolean mayThrow, Invocation.@Nullable Staging target) {
    context = inContext;
    votes = mayThrow;
    staging = target;
    stage = Stage.CALL;
    return this;
  }

  @Override
  public boolean takesFailures() {
    return votes && stage == Stage.CALL;
  }

  @Override
  public void ended(CollectiveRequest request, @Nullable Throwable thrown) {
    switch (stage) {
      case CALL -> {
        if (votes) {
          stage = Stage.VOTE;
          collectives.execute(vote.vote(thrown), context, VOTE, request, this);
        } else {
          complete(request);
        }
      }
      case VOTE -> {
        Invocation tell = vote.tell();
        if (tell == null) {
          complete(request);
        } else {
          stage = Stage.TELL;
          collectives.execute(tell, context, TELL, request, this);
        }
      }
      case TELL -> request.fail(vote.failure());
    }
  }

  private void complete(CollectiveRequest request) {
    Invocation.Staging target = staging;
    staging = null;
    if (target != null) {
      try {
        target.unload();
      } catch (RuntimeException failure) { // memory that has been closed, or is another thread's
        request.fail(
            new RonselException(
                ErrorClass.BUFFER,
                "rank "
                    + members.rank()
                    + ", "
                    + request.describe()
                    + ": cannot write the result: "
                    + failure.getMessage(),
                failure));
        return;
      }
    }
    request.complete();
  }
}
