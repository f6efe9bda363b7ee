package org.ronsel.collective.call;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.request.ProgramFailure;

/**
 * How the ranks of a call agree on whether its operator, which is code of the program, threw
 * anywhere: by an allReduce of one number, and if it did by a broadcast of the exception. The
 * caller decides how these calls are made. One rank's part; used again for each call of the same
 * place. One thread at a time.
 */
public final class FailureVote {
  private static final Reduction GREATEST = Predefined.ofLongs(Predefined.MAX);

  private static final byte[] NOTHING = {};

  /** The call that is being made. */
  private enum Stage {
    CALL,
    VOTE,
    TELL
  }

  private final Members members;
  private final FailureCodec codec;
  private final Invocation follows = new Invocation();

  /** The rank that failed, counted from above so that the lowest is greatest, and its length. */
  private final long[] ballot = new long[1];

  private Stage stage = Stage.CALL;
  private boolean mayThrow;
  private @Nullable Throwable mine;
  private byte[] message = NOTHING;
  private @Nullable ProgramFailure failure;

  /** Makes one for ranks that agree again and again. */
  public FailureVote(Members members, FailureCodec codec) {
    this.members = members;
    this.codec = codec;
  }

  /** A call begins; the one before is over. */
  public void begin(Invocation call) {
    Reduction operator = call.reduction();
    mayThrow = operator != null && operator.isOfProgram();
    if (stage != Stage.CALL) {
      stage = Stage.CALL;
    }
    failure = null;
  }

  /** Whether what the operator throws now is to be kept for {@link #next}. */
  public boolean takesFailures() {
    return mayThrow && stage == Stage.CALL;
  }

  /**
   * The next call of the rank, when the one before is complete; null when there is none.
   *
   * @param thrown the first exception of the operator on this rank, or null
   */
  public @Nullable Invocation next(@Nullable Throwable thrown) {
    if (!mayThrow) {
      return null;
    }
    return switch (stage) {
      case CALL -> vote(thrown);
      case VOTE -> ballot[0] == 0 ? null : tell();
      case TELL -> {
        fail();
        yield null;
      }
    };
  }

  /**
   * The exception that the call fails with on all ranks, at the end of the vote; null if there is
   * none.
   */
  public @Nullable ProgramFailure failure() {
    return failure;
  }

  private Invocation vote(@Nullable Throwable thrown) {
    stage = Stage.VOTE;
    mine = thrown;
    message = thrown == null ? NOTHING : codec.encode(thrown);
    ballot[0] =
        thrown == null ? 0 : (long) (members.size() - members.rank()) << 32 | message.length;
    return follows
        .of(Invocation.CallKind.NONBLOCKING, Collective.ALL_REDUCE, ElementType.LONG, 1)
        .from(ballot, 0)
        .to(ballot, 0)
        .combinedBy(GREATEST);
  }

  private Invocation tell() {
    stage = Stage.TELL;
    int length = (int) ballot[0];
    if (failedRank() != members.rank()) {
      message = new byte[length];
    }
    return follows
        .of(Invocation.CallKind.NONBLOCKING, Collective.BROADCAST, ElementType.BYTE, length)
        .from(message, 0)
        .to(message, 0)
        .rootedAt(failedRank());
  }

  private void fail() {
    int failed = failedRank();
    Throwable own = failed == members.rank() ? mine : null;
    byte[] received = message;
    mine = null;
    message = NOTHING;
    failure = new ProgramFailure(() -> own != null ? own : codec.decode(received, failed));
  }

  private int failedRank() {
    return members.size() - (int) (ballot[0] >>> 32);
  }
}
