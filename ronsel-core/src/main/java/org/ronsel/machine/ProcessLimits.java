package org.ronsel.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The limits on open files, threads and processor time with which this process runs, and what to
 * say when one of them is reached. Processes that it starts run with the same ones.
 */
public final class ProcessLimits {
  private static final Path PROC = Path.of("/proc");

  /** Capabilities of Linux that lift the limit on threads: SYS_ADMIN and SYS_RESOURCE. */
  private static final long UNLIMITED = 1L << 21 | 1L << 24;

  private ProcessLimits() {}

  /** How many files this process may have open at a time, if that is limited and known. */
  public static OptionalLong openFiles() {
    return limit(SmallFile.read(PROC.resolve("self/limits")), "Max open files");
  }

  /** How many it has open, if that is known. */
  public static OptionalLong filesOpenNow() {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(PROC.resolve("self/fd"))) {
      long count = 0;
      for (Path _ : open) {
        count++;
      }
      return OptionalLong.of(count);
    } catch (IOException unknown) {
      return OptionalLong.empty();
    }
  }

  /**
   * How many threads the processes of this user may have, if that is limited and known: of a
   * superuser it is not.
   */
  public static OptionalLong threads() {
    String capabilities = SmallFile.field(SmallFile.read(PROC.resolve("self/status")), "CapEff");
    boolean unlimited =
        capabilities != null && (Long.parseUnsignedLong(capabilities, 16) & UNLIMITED) != 0;
    return unlimited
        ? OptionalLong.empty()
        : limit(SmallFile.read(PROC.resolve("self/limits")), "Max processes");
  }

  /** How many threads the processes of this user have, as far as they can be seen. */
  public static long threadsNow() {
    String user = user(PROC.resolve("self/status"));
    long count = 0;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        Path status = process.resolve("status");
        if (user != null && user.equals(user(status))) {
          count += number(SmallFile.field(SmallFile.read(status), "Threads"));
        }
      }
    } catch (IOException unknown) {
      return count;
    }
    return count;
  }

  /**
   * Whether the processor time of this process is limited: a process is killed when the hard limit
   * has passed, and by SIGXCPU at the soft one only where that is lower.
   */
  public static boolean isProcessorTimeLimited() {
    return limit(SmallFile.read(PROC.resolve("self/limits")), "Max cpu time").isPresent();
  }

  /** The message for a thread, or process, that could not be made. */
  public static String threadsText() {
    OptionalLong limit = threads();
    return (limit.isEmpty()
            ? "The system gives no more threads"
            : "The processes of this user may have "
                + limit.getAsLong()
                + " threads (ulimit -u), and have "
                + threadsNow())
        + ", or the container has reached its limit (pids.max): raise it, end other processes, or"
        + " run fewer JVMs (--ranks-per-jvm)";
  }

  /** Whether an error of the system, by its text, is the limit on open files. */
  public static boolean isOfFiles(String error) {
    return error.contains("Too many open files");
  }

  /** The message for a file that could not be opened because too many are open. */
  public static String filesText() {
    OptionalLong limit = openFiles();
    return "A process may have "
        + (limit.isEmpty() ? "no more" : Long.toString(limit.getAsLong()))
        + " files open (ulimit -n): raise it, for example with ulimit -n 4096, or run fewer JVMs"
        + " (--ranks-per-jvm)";
  }

  /** The soft limit in a line of {@code /proc/self/limits}. */
  static OptionalLong limit(@Nullable String limits, String name) {
    if (limits != null) {
      for (String line : limits.split("\n", -1)) {
        if (line.startsWith(name)) {
          String soft = line.substring(name.length()).strip().split("\\s+", 2)[0];
          return soft.equals("unlimited")
              ? OptionalLong.empty()
              : OptionalLong.of(Long.parseLong(soft));
        }
      }
    }
    return OptionalLong.empty();
  }

  /** The user that a process belongs to. */
  private static @Nullable String user(Path status) {
    String ids = SmallFile.field(SmallFile.read(status), "Uid");
    return ids == null ? null : ids.split("\\s+", 2)[0];
  }

  private static long number(@Nullable String text) {
    return text == null ? 0 : Long.parseLong(text);
  }
}
