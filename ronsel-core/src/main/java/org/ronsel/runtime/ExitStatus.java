package org.ronsel.runtime;

/**
 * The exit statuses that a failed job can have. A process hands the lowest 8 bits of its status to
 * its parent, of which 0 means success.
 */
public final class ExitStatus {
  private static final int BITS = 0xff;

  private ExitStatus() {}

  /** The status, 1 to 255, of a failure that asked for this one. */
  public static int ofFailure(int asked) {
    int left = asked & BITS;
    return left == 0 ? 1 : left;
  }

  /**
   * A remark for the message about a failure with this status; empty if the parent sees the status
   * unchanged.
   */
  static String remark(int asked) {
    int seen = ofFailure(asked);
    if (seen == asked) {
      return "";
    }
    String why =
        (asked & BITS) == 0
            ? "of which a process shows the lowest 8 bits, 0 for success"
            : "of which a process shows the lowest 8 bits";
    return ", " + why + "; the exit status is " + seen;
  }
}
