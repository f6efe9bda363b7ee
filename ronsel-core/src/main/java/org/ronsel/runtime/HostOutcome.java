package org.ronsel.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.JobAbortedException;
import org.ronsel.RonselException;
import org.ronsel.job.JobLayout;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.MemoryShortage;

/** Puts the failure of a rank into the words that the launcher prints. */
final class HostOutcome {
  /** Stands for a call that ends the JVM, with a status that is not 0. */
  static final class ExitRequest extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Stands for one call.
     *
     * @param call what the program calls, such as {@code System.exit}
     */
    ExitRequest(String call, int status) {
      super(call + "(" + status + ")", null, false, false);
    }
  }

  private HostOutcome() {}

  /** The frame for the launcher when rank {@code rank} fails the job. */
  static Frame.Abort abort(int rank, int status, @Nullable Throwable cause) {
    if (cause instanceof ExitRequest) {
      return new Frame.Abort(
          rank,
          status,
          "rank " + rank + " ended the job by " + cause.getMessage() + ExitStatus.remark(status),
          "");
    }
    if (cause == null || cause instanceof JobAbortedException) {
      String message = cause == null ? "" : ": " + cause.getMessage();
      return new Frame.Abort(
          rank,
          status,
          "rank "
              + rank
              + " aborted the job with status "
              + status
              + ExitStatus.remark(status)
              + message,
          "");
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
    // An error of Ronsel's own vocabulary says all; anything else needs its stack.
    boolean plain = cause instanceof RonselException;
    return new Frame.Abort(
        first,
        1,
        layout.ranksOf(layout.jvm())
            + " cannot start: "
            + (plain ? cause.getMessage() : cause.toString())
            + advice(cause),
        plain ? "" : stack(cause));
  }

  /** Advice for the user about an error whose own text gives none. */
  private static String advice(Throwable failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      String message = String.valueOf(at.getMessage());
      if (at instanceof UnsatisfiedLinkError && message.contains("already loaded in another")) {
        return "\n"
            + "  A native library can be loaded by one class loader of a JVM only, and every"
            + " rank of this JVM has its own:\n"
            + "  run with --processes (a JVM for each rank), or with --shared-classes (one"
            + " class loader for all ranks).";
      }
      if (at instanceof IllegalMonitorStateException && isObjectWait(at.getStackTrace())) {
        return "\n"
            + "  wait() belongs to every Java object and has nothing to do with messages: a"
            + " request is awaited by await(), in the package mpi by Wait() or waitFor().";
      }
      if (at instanceof OutOfMemoryError error) {
        return "\n  " + MemoryShortage.of(error).advice(Runtime.getRuntime().maxMemory());
      }
    }
    return "";
  }

  private static boolean isObjectWait(StackTraceElement[] frames) {
    return frames.length > 0
        && frames[0].getClassName().equals("java.lang.Object")
        && frames[0].getMethodName().startsWith("wait");
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
