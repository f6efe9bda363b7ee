package org.ronsel.runtime;

/**
 * What a job that has failed can exit with. A process hands the lowest 8 bits of its status to who
 * waits for it, of which 0 means success.
 */
public final class ExitStatus {
  private static final int BITS = 0xff;

  private ExitStatus() {}

  /** The status, 1 to 255, of a failure that asked for this one. */
  public static int ofFailure(int asked) {
    int left = asked & BITS;
    return left == 0 ? 1 : left;
  }

  /** What to add to a message about a failure with this status: empty if it is what is seen. */
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
