package org.ronsel.collective;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.ProgramFailure;

/**
 * How the ranks of a call agree on whether its operator, which is code of the program, threw
 * anywhere: by an allReduce of one number, and if it did by a broadcast of what that was. Who makes
 * the two calls, and by which means, is not its affair. One rank's part; used again for each call
 * of the same place. One thread at a time.
 */
public final class FailureVote {
  private static final Reduction GREATEST = Predefined.ofLongs(Predefined.MAX);

  private static final byte[] NOTHING = {};

  private final Members members;
  private final FailureCodec codec;
  private final Invocation call = new Invocation();

  /** The rank that failed, counted from above so that the lowest is greatest, and its length. */
  private final long[] ballot = new long[1];

  private @Nullable Throwable mine;
  private byte[] message = NOTHING;

  /** Makes one for ranks that agree again and again. */
  public FailureVote(Members members, FailureCodec codec) {
    this.members = members;
    this.codec = codec;
  }

  /**
   * The first call, to be made once this rank has combined what it had to.
   *
   * @param thrown what the operator threw first on this rank, or null
   */
  public Invocation vote(@Nullable Throwable thrown) {
    mine = thrown;
    message = thrown == null ? NOTHING : codec.encode(thrown);
    ballot[0] =
        thrown == null ? 0 : (long) (members.size() - members.rank()) << 32 | message.length;
    return call.of(Invocation.Form.STARTED, Collective.ALL_REDUCE, ElementType.LONG, 1)
        .from(ballot, 0)
        .to(ballot, 0)
        .combinedBy(GREATEST);
  }

  /** The second call, to be made after the first one; null if the operator threw nowhere. */
  public @Nullable Invocation tell() {
    if (ballot[0] == 0) {
      return null;
    }
    int length = (int) ballot[0];
    if (failedRank() != members.rank()) {
      message = new byte[length];
    }
    return call.of(Invocation.Form.STARTED, Collective.BROADCAST, ElementType.BYTE, length)
        .from(message, 0)
        .to(message, 0)
        .rootedAt(failedRank());
  }

  /** What the call fails with on this rank, after the second call. */
  public ProgramFailure failure() {
    int failed = failedRank();
    Throwable own = failed == members.rank() ? mine : null;
    byte[] received = message;
    mine = null;
    message = NOTHING;
    return new ProgramFailure(() -> own != null ? own : codec.decode(received, failed));
  }

  private int failedRank() {
    return members.size() - (int) (ballot[0] >>> 32);
  }
}
