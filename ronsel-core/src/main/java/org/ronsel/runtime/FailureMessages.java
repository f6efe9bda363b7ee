package org.ronsel.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.JobAbortedException;
import org.ronsel.RonselException;
import org.ronsel.job.JobLayout;
import org.ronsel.observe.FailureText;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.MemoryShortage;

/** Puts the failure of a rank into the words that the launcher prints. */
final class FailureMessages {
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

  /** How many characters of a text are told at most; far below what a frame holds. */
  static final int MOST_CHARACTERS = 1 << 20;

  /** How many parts of a failure are looked at: a chain of causes may be a circle. */
  private static final int MOST_CAUSES = 100;

  private FailureMessages() {}

  /**
   * The frame for the launcher when rank {@code rank} fails the job. It is asked of code of the
   * program, and tells less where that fails; throws {@link OutOfMemoryError} alone.
   */
  static Frame.Abort abort(int rank, int status, @Nullable Throwable cause) {
    if (cause instanceof ExitRequest) {
      return new Frame.Abort(
          rank,
          status,
          "rank " + rank + " ended the job by " + cause.getMessage() + ExitStatus.remark(status),
          "");
    }
    if (cause == null || cause instanceof JobAbortedException) {
      String message = cause == null ? "" : ": " + cut(String.valueOf(cause.getMessage()));
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
      return new Frame.Abort(rank, status, "rank " + rank + " cannot start: " + message(cause), "");
    }
    Thread thread = Thread.currentThread();
    String where =
        thread.getName().equals("rank-" + rank) ? "" : " in thread '" + cut(thread.getName()) + "'";
    return new Frame.Abort(
        rank,
        status,
        "rank " + rank + " failed" + where + ": " + text(cause) + advice(cause),
        stack(cause));
  }

  /** The JVM as a whole cannot run its ranks. Throws {@link OutOfMemoryError} alone. */
  static Frame.Abort unusable(JobLayout layout, Throwable cause) {
    int first = layout.firstLocalRank();
    // An error of Ronsel's own vocabulary says all; anything else needs its stack.
    boolean plain = cause instanceof RonselException;
    return new Frame.Abort(
        first,
        1,
        layout.ranksOf(layout.jvm())
            + " cannot start: "
            + (plain ? message(cause) : text(cause))
            + advice(cause),
        plain ? "" : stack(cause));
  }

  private static String text(Throwable failure) {
    return cut(FailureText.of(failure));
  }

  /** The message of a failure that needs no name of its class. */
  private static String message(Throwable failure) {
    try {
      return cut(String.valueOf(failure.getMessage()));
    } catch (OutOfMemoryError noMemory) {
      throw noMemory;
    } catch (Throwable broken) {
      return text(failure);
    }
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARACTERS
        ? text
        : text.substring(0, MOST_CHARACTERS) + "... (" + text.length() + " characters in all)";
  }

  /** Advice for the user about an error whose own text gives none. */
  private static String advice(Throwable failure) {
    try {
      for (Throwable at : causes(failure)) {
        String advice = adviceOn(at);
        if (!advice.isEmpty()) {
          return "\n  " + advice;
        }
      }
    } catch (OutOfMemoryError noMemory) {
      throw noMemory;
    } catch (Throwable broken) {
      return ""; // by code of the program
    }
    return "";
  }

  private static String adviceOn(Throwable failure) {
    if (failure instanceof UnsatisfiedLinkError
        && String.valueOf(failure.getMessage()).contains("already loaded in another")) {
      return "A native library can be loaded by one class loader of a JVM only, and every"
          + " rank of this JVM has its own:\n"
          + "  run with --processes (a JVM for each rank), or with --shared-classes (one"
          + " class loader for all ranks).";
    }
    if (failure instanceof IllegalMonitorStateException && isObjectWait(failure.getStackTrace())) {
      return "wait() belongs to every Java object and has nothing to do with messages: a"
          + " request is awaited by await(), in the package mpi by Wait() or waitFor().";
    }
    if (failure instanceof StackOverflowError) {
      return "End the recursion, or give the threads of the JVM larger stacks with -J-Xss8m or the"
          + " like.";
    }
    if (failure instanceof OutOfMemoryError error) {
      return MemoryShortage.of(error).advice(Runtime.getRuntime().maxMemory());
    }
    return "";
  }

  /** A failure, its cause, and so on. */
  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    Throwable at = failure;
    while (at != null && causes.size() < MOST_CAUSES) {
      causes.add(at);
      at = at.getCause();
    }
    return causes;
  }

  /** A failure, and all causes and suppressed exceptions of which its stack tells. */
  private static Set<Throwable> parts(Throwable failure) {
    Set<Throwable> parts = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> next = new ArrayDeque<>(List.of(failure));
    while (!next.isEmpty() && parts.size() < MOST_CAUSES) {
      Throwable at = next.remove();
      if (parts.add(at)) {
        if (at.getCause() != null) {
          next.add(at.getCause());
        }
        next.addAll(Arrays.asList(at.getSuppressed()));
      }
    }
    return parts;
  }

  private static boolean isObjectWait(StackTraceElement[] frames) {
    return frames.length > 0
        && frames[0].getClassName().equals("java.lang.Object")
        && frames[0].getMethodName().startsWith("wait");
  }

  private static String stack(Throwable failure) {
    try {
      for (Throwable at : parts(failure)) {
        StackTraceElement[] frames = userFrames(at.getStackTrace());
        at.setStackTrace(isMistakeOfProgram(at) ? fromCallOn(frames) : frames);
      }
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      return cut(withoutHead(text.toString(), failure.toString()).stripTrailing());
    } catch (OutOfMemoryError noMemory) {
      throw noMemory;
    } catch (Throwable broken) {
      return frames(failure);
    }
  }

  /** A stack without its text at the beginning, which is in the message already. */
  private static String withoutHead(String stack, String head) {
    if (stack.startsWith(head + "\n")) {
      return stack.substring(head.length() + 1);
    }
    int firstFrame = stack.indexOf("\n\t");
    return firstFrame < 0 ? "" : stack.substring(firstFrame + 1);
  }

  /** The frames of a failure whose code does not let its whole stack be printed. */
  private static String frames(Throwable failure) {
    try {
      return Arrays.stream(userFrames(failure.getStackTrace()))
          .map(frame -> "\tat " + frame)
          .collect(Collectors.joining("\n"));
    } catch (OutOfMemoryError noMemory) {
      throw noMemory;
    } catch (Throwable broken) {
      return "";
    }
  }

  /** Without the frames that called the rank's main. */
  private static StackTraceElement[] userFrames(StackTraceElement[] frames) {
    int count = frames.length;
    while (count > 0 && isHost(frames[count - 1].getClassName())) {
      count--;
    }
    return count == 0 ? frames : Arrays.copyOf(frames, count);
  }

  /** Whether the library has thrown it and means the program: its own frames explain nothing. */
  private static boolean isMistakeOfProgram(Throwable failure) {
    return failure instanceof RonselException known
        ? known.errorClass() != ErrorClass.INTERN
        : failure.getClass().getName().equals("mpi.MPIException");
  }

  /** From the method of the library on that the program has called; all if it has called none. */
  private static StackTraceElement[] fromCallOn(StackTraceElement[] frames) {
    int first = 0;
    while (first < frames.length && isOfLibrary(frames[first].getClassName())) {
      first++;
    }
    return first < 2 || first == frames.length
        ? frames
        : Arrays.copyOfRange(frames, first - 1, frames.length);
  }

  private static boolean isOfLibrary(String className) {
    return className.startsWith("org.ronsel.") || className.startsWith("mpi.");
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
