package org.ronsel.collective;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.ScheduleRun;
import org.ronsel.data.ElementType;
import org.ronsel.engine.ProgramFailure;

/**
 * What follows the schedule of a call before its request completes. If the operator is code of the
 * program the ranks agree on whether it threw anywhere, by an allReduce of one number; if so the
 * rank concerned sends the others what it was. Then data go where the caller wants them.
 *
 * <p>A rank whose operator throws has finished the schedule with whatever data, so the agreement
 * comes after all messages of the call, and nothing of it is left over.
 */
final class Conclusion implements ScheduleRun.Ending {
  // Labels of the messages: apart from those of the data, which have the same context.
  private static final int VOTE = 1 << 29;
  private static final int TELL = VOTE + (1 << 28);

  private static final Reduction GREATEST = Predefined.ofLongs(Predefined.MAX);

  private static final byte[] NOTHING = {};

  private final Collectives collectives;
  private final Members members;
  private final FailureCodec codec;
  private final long context;
  private final boolean votes;
  private final Invocation.@Nullable Staging staging;

  /** The rank that failed, counted from above so that the lowest is greatest, and its length. */
  private final long[] ballot = new long[1];

  private @Nullable Throwable mine;
  private byte[] message = NOTHING;

  /**
   * Prepares the conclusion of a call.
   *
   * @param context of the call's messages
   * @param votes whether the operator may throw
   * @param staging where data go at the end, or null
   */
  Conclusion(
      Collectives collectives,
      Members members,
      FailureCodec codec,
      long context,
      boolean votes,
      Invocation.@Nullable Staging staging) {
    this.collectives = collectives;
    this.members = members;
    this.codec = codec;
    this.context = context;
    this.votes = votes;
    this.staging = staging;
  }

  @Override
  public boolean takesFailures() {
    return votes;
  }

  @Override
  public void ended(CollectiveRequest request, @Nullable Throwable thrown) {
    if (!votes) {
      complete(request);
      return;
    }
    mine = thrown;
    if (thrown != null) {
      message = codec.encode(thrown);
      ballot[0] = (long) (members.size() - members.rank()) << 32 | message.length;
    }
    Invocation vote =
        new Invocation()
            .of(Invocation.Form.STARTED, Collective.ALL_REDUCE, ElementType.LONG, 1)
            .from(ballot, 0)
            .to(ballot, 0)
            .combinedBy(GREATEST);
    collectives.execute(vote, context, VOTE, request, then(this::voted));
  }

  private void voted(CollectiveRequest request) {
    if (ballot[0] == 0) {
      complete(request);
      return;
    }
    int failed = members.size() - (int) (ballot[0] >>> 32);
    int length = (int) ballot[0];
    if (failed != members.rank()) {
      message = new byte[length];
    }
    Invocation tell =
        new Invocation()
            .of(Invocation.Form.STARTED, Collective.BROADCAST, ElementType.BYTE, length)
            .from(message, 0)
            .to(message, 0)
            .rootedAt(failed);
    collectives.execute(tell, context, TELL, request, then(done -> fail(done, failed)));
  }

  private void fail(CollectiveRequest request, int failed) {
    Throwable own = failed == members.rank() ? mine : null;
    byte[] received = message;
    request.fail(new ProgramFailure(() -> own != null ? own : codec.decode(received, failed)));
  }

  private void complete(CollectiveRequest request) {
    if (staging != null) {
      try {
        staging.unload();
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

  /** What to do next, after a schedule in which nothing of the program runs. */
  @FunctionalInterface
  private interface Next {
    void run(CollectiveRequest request);
  }

  private static ScheduleRun.Ending then(Next next) {
    return new ScheduleRun.Ending() {
      @Override
      public boolean takesFailures() {
        return false;
      }

      @Override
      public void ended(CollectiveRequest request, @Nullable Throwable thrown) {
        next.run(request);
      }
    };
  }
}
