package org.ronsel.launch.jvm;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.machine.ProcessLimits;
import org.ronsel.runtime.control.MemoryShortage;
import org.ronsel.runtime.control.UnprovenConnections;

/**
 * The obstacles to the start of a job's JVMs: limits of the system, which are checked at once and
 * named if they do not suffice, and a deadline for all other causes.
 */
public final class StartUpLimits {
  private static final String VARIABLE = "RONSEL_START_TIMEOUT";

  /**
   * Shortest deadline; on a loaded machine JVMs start a hundred times slower than on an idle one.
   */
  private static final Duration LEAST = Duration.ofMinutes(2);

  /** Time to log in to a host and start a JVM there; the shell may read slow files meanwhile. */
  private static final Duration HOST = Duration.ofMinutes(1);

  private static final String HOST_VARIABLE = "RONSEL_HOST_TIMEOUT";

  /**
   * Silence after which a host counts as lost, more than a slow network or a loaded launcher needs.
   */
  private static final Duration HOST_TIMEOUT = Duration.ofMinutes(2);

  private static final Duration PER_JVM = Duration.ofSeconds(5);

  /** Number of files per JVM: its pipes and its connection. */
  private static final int FILES_PER_JVM = 4;

  /**
   * Number of other files: the port, libraries, what the JDK opens to start a process (measured: up
   * to 31 in all), and connections of strangers until they are closed.
   */
  private static final int OTHER_FILES = 40;

  /** Fewest threads of a JVM with one rank, and of the launcher for it. */
  private static final int THREADS_PER_JVM = 16 + 4;

  /** Limit of threads above which they are not counted, since counting visits every process. */
  private static final long HIGH_THREADS = 8192;

  private final Duration deadline;
  private final Duration hostDeadline;

  private StartUpLimits(Duration deadline, Duration hostDeadline) {
    this.deadline = deadline;
    this.hostDeadline = hostDeadline;
  }

  /** The deadlines that {@code RONSEL_START_TIMEOUT} sets, 0 for none, or the defaults. */
  public static StartUpLimits ofEnvironment(int jvms) {
    String wanted = System.getenv(VARIABLE);
    try {
      if (wanted == null) {
        return new StartUpLimits(LEAST.plusMillis(PER_JVM.toMillis() * jvms), HOST);
      }
      Duration deadline = orNever(Durations.parse(wanted));
      return new StartUpLimits(deadline, deadline);
    } catch (IllegalArgumentException e) {
      throw new UsageException(VARIABLE + ": " + e.getMessage());
    }
  }

  /** Zero stands for no limit, as it does in options. */
  private static Duration orNever(Duration time) {
    return time.isZero() ? Durations.LONGEST : time;
  }

  /** The time within which all JVMs must have connected to each other. */
  public Duration deadline() {
    return deadline;
  }

  /** The time without a frame from the launcher after which the agents of other hosts end. */
  public static Duration hostTimeout() {
    String wanted = System.getenv(HOST_VARIABLE);
    try {
      return wanted == null ? HOST_TIMEOUT : orNever(Durations.parse(wanted));
    } catch (IllegalArgumentException e) {
      throw new UsageException(HOST_VARIABLE + ": " + e.getMessage());
    }
  }

  /** The time within which the agents of other hosts must answer. */
  public Duration hostDeadline() {
    return hostDeadline;
  }

  /** The reason why a job cannot be started, or null. */
  public static @Nullable String tooMany(int jvms) {
    OptionalLong files = ProcessLimits.openFiles();
    OptionalLong now = ProcessLimits.filesOpenNow();
    long needed = now.orElse(0) + OTHER_FILES + (long) FILES_PER_JVM * jvms;
    if (files.isPresent() && now.isPresent() && needed > files.getAsLong()) {
      return "the launcher of "
          + counted(jvms)
          + " needs "
          + needed
          + " open files; "
          + decapitalised(ProcessLimits.filesText());
    }
    OptionalLong threads = ProcessLimits.threads();
    long least = (long) THREADS_PER_JVM * jvms;
    if (threads.orElse(Long.MAX_VALUE) < Math.max(HIGH_THREADS, least)
        && ProcessLimits.threadsNow() + least > threads.getAsLong()) {
      return "a job of "
          + counted(jvms)
          + " needs "
          + least
          + " threads or more; "
          + decapitalised(ProcessLimits.threadsText());
    }
    return null;
  }

  /** The reason of a failure for its report, with advice where a limit is the reason. */
  public static String because(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (isLackOfFiles(failure)) {
      return ": " + message + ". " + ProcessLimits.filesText();
    }
    if (isLackOfThreads(failure) || message.contains("error=11")) {
      return ": " + message + ". " + ProcessLimits.threadsText();
    }
    return ": " + message;
  }

  /** Whether this process, or the system, has too many open files. */
  static boolean isLackOfFiles(Throwable failure) {
    return UnprovenConnections.isLackOfFiles(failure);
  }

  /** Whether the system could not create a thread. */
  public static boolean isLackOfThreads(Throwable failure) {
    return failure instanceof OutOfMemoryError error
        && MemoryShortage.of(error) == MemoryShortage.THREADS;
  }

  /**
   * The message about a JVM that has ended before it connected.
   *
   * @param otherwise the message if no limit is the reason
   */
  public static String limitReached(String otherwise) {
    OptionalLong threads = ProcessLimits.threads();
    boolean low = threads.orElse(Long.MAX_VALUE) < HIGH_THREADS;
    return low && ProcessLimits.threadsNow() + THREADS_PER_JVM > threads.getAsLong()
        ? ". " + ProcessLimits.threadsText()
        : otherwise;
  }

  /** The JVMs that have been started but have not connected, in a line; or null. */
  public @Nullable String missing(JobPlan plan, List<JvmProcess> jvms) {
    int others = -1;
    String first = "";
    for (int jvm = 0; jvm < jvms.size(); jvm++) {
      JvmProcess each = jvms.get(jvm);
      if (each.isStarting(jvms.size() == 1) && ++others == 0) {
        first =
            "the JVM of "
                + plan.ranksOf(jvm)
                + " ("
                + each.words()
                + ")"
                + (each.hasStarted()
                    ? " has connected, but not met the others"
                    : " has not connected");
      }
    }
    if (others < 0) {
      return null;
    }
    String more =
        switch (others) {
          case 0 -> "";
          case 1 -> ", nor has another one";
          default -> ", nor have " + others + " others";
        };
    return first
        + more
        + (first.endsWith("others") || others > 0 ? "," : "")
        + " within "
        + Durations.seconds(deadline)
        + " ("
        + VARIABLE
        + "): look at what it does with jstack, or give it more time";
  }

  private static String counted(int jvms) {
    return jvms == 1 ? "1 JVM" : jvms + " JVMs";
  }

  private static String decapitalised(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
