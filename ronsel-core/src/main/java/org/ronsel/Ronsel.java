package org.ronsel;

/** Entry points of the library. */
public final class Ronsel {
  /** Matches a message from any source. */
  public static final int ANY_SOURCE = -1;

  /** Matches a message with any user tag. */
  public static final int ANY_TAG = -2;

  /**
   * The peer that does not exist: sends to it and receives from it complete at once with no data.
   */
  public static final int PROC_NULL = -3;

  /** The largest tag a program may use. */
  public static final int MAX_TAG = Integer.MAX_VALUE;

  private Ronsel() {}

  /** The communicator of all ranks of this job, as the calling rank sees it. */
  public static Comm world() {
    throw new UnsupportedOperationException();
  }
}
