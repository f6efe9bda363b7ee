package org.ronsel;

import org.ronsel.observe.FailureText;

/**
 * A rank of an embedded job has thrown; the cause is what it threw. The other ranks were aborted.
 * Ranks that failed on their own account before the abort reached them are suppressed exceptions of
 * this type.
 */
public final class RankFailedException extends RonselException {
  private static final long serialVersionUID = 1L;

  private final int rank;

  /** Creates the error for {@code rank} of a job of {@code size} ranks. */
  public RankFailedException(int rank, int size, Throwable cause) {
    super(
        ErrorClass.OTHER,
        "rank " + rank + " of " + size + " failed: " + FailureText.of(cause),
        cause);
    this.rank = rank;
  }

  /** The rank that failed. */
  public int rank() {
    return rank;
  }
}
