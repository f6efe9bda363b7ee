package org.ronsel.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.JobAbortedException;
import org.ronsel.RonselException;
import org.ronsel.runtime.control.Frame;

/** Puts the failure of a rank into the words that the launcher prints. */
final class HostOutcome {
  /** Stands for a call of {@code System.exit} with a status that is not 0. */
  static final class ExitRequest extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ExitRequest(int status) {
      super("System.exit(" + status + ")", null, false, false);
    }
  }

  private HostOutcome() {}

  /** What to tell the launcher when rank {@code rank} fails the job. */
  static Frame.Abort abort(int rank, int status, @Nullable Throwable cause) {
    if (cause instanceof ExitRequest) {
      return new Frame.Abort(
          rank, status, "rank " + rank + " ended the job by " + cause.getMessage(), "");
    }
    if (cause == null || cause instanceof JobAbortedException) {
      String message = cause == null ? "" : ": " + cause.getMessage();
      return new Frame.Abort(
          rank, status, "rank " + rank + " aborted the job with status " + status + message, "");
    }
    if (cause instanceof UnusableProgramException) {
      return new Frame.Abort(
          rank, status, "rank " + rank + " cannot start: " + cause.getMessage(), "");
    }
    Thread thread = Thread.currentThread();
    String where =
        thread.getName().equals("rank-" + rank) ? "" : " in thread '" + thread.getName() + "'";
    return new Frame.Abort(
        rank,
        status,
        "rank " + rank + " failed" + where + ": " + cause + advice(cause),
        stack(cause));
  }

  /** The JVM as a whole cannot run its ranks. */
  static Frame.Abort unusable(JobLayout layout, Throwable cause) {
    int first = layout.firstLocalRank();
    int last = first + layout.localRanks() - 1;
    String ranks = first == last ? "rank " + first : "ranks " + first + " to " + last;
    // An error of Ronsel's own vocabulary says all; anything else needs its stack.
    boolean plain = cause instanceof RonselException;
    return new Frame.Abort(
        first,
        1,
        ranks + " cannot start: " + (plain ? cause.getMessage() : cause.toString()),
        plain ? "" : stack(cause));
  }

  /** What the user can do about an error whose own text does not say. */
  private static String advice(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      String message = String.valueOf(at.getMessage());
      if (at instanceof UnsatisfiedLinkError && message.contains("already loaded in another")) {
        return "\n  A native library can be loaded by one class loader of a JVM only, and every rank"
            + " of this JVM has its own:\n  run with --processes (a JVM for each rank), or with"
            + " --shared-classes (one class loader for all ranks).";
      }
      if (at instanceof OutOfMemoryError) {
        return "\n  All ranks of a JVM share its heap, which "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MB limit: give it more with -J-Xmx4g or the like, or run fewer ranks"
            + " per JVM (--ranks-per-jvm).";
      }
    }
    return "";
  }

  private static String stack(Throwable failure) {
    int depth = 0;
    for (Throwable at = failure; at != null && depth < 20; at = at.getCause(), depth++) {
      at.setStackTrace(userFrames(at.getStackTrace()));
    }
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    // The first line is in the message already.
    int firstFrame = text.toString().indexOf("\n\t");
    return firstFrame < 0 ? "" : text.toString().substring(firstFrame + 1).stripTrailing();
  }

  /** Without the frames that called the rank's main. */
  private static StackTraceElement[] userFrames(StackTraceElement[] frames) {
    int count = frames.length;
    while (count > 0 && isHost(frames[count - 1].getClassName())) {
      count--;
    }
    return count == 0 ? frames : Arrays.copyOf(frames, count);
  }

  private static boolean isHost(String className) {
    return className.startsWith("org.ronsel.runtime.")
        || className.startsWith("java.lang.reflect.")
        || className.startsWith("java.lang.invoke.")
        || className.startsWith("jdk.internal.reflect.")
        || className.equals("java.lang.Thread")
        || className.equals("java.lang.VirtualThread");
  }
}
