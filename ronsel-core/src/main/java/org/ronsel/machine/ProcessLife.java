package org.ronsel.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Finds out from the system whether processes of this user live. */
public final class ProcessLife {
  private static final Path PROC = Path.of("/proc");

  /** {@code PF_EXITING} among the flags of the kernel, see proc(5), {@code /proc/pid/stat}. */
  private static final long EXITING = 4;

  private static final int STATE_FIELD = 0;
  private static final int FLAGS_FIELD = 6;

  private static final int START_FIELD = 19;

  /** Ticks in a second, of the times of Linux's files about processes. */
  private static final int TICKS = 100;

  private ProcessLife() {}

  /**
   * How long this process has existed, to a hundredth of a second.
   *
   * @param byClock the same to a second or two, for systems that do not tell: the time since the
   *     start that {@link ProcessHandle} tells, which adds the process's ticks to the time of the
   *     system's start in whole seconds
   */
  public static Duration age(Duration byClock) {
    Duration byTicks =
        age(SmallFile.read(PROC.resolve("self/stat")), SmallFile.read(PROC.resolve("uptime")));
    // In some containers the system's age is another one's.
    return byTicks != null && byTicks.minus(byClock).abs().compareTo(Duration.ofSeconds(2)) < 0
        ? byTicks
        : byClock;
  }

  /** By the texts of {@code /proc/pid/stat} and {@code /proc/uptime}; null if they do not tell. */
  static @Nullable Duration age(@Nullable String stat, @Nullable String uptime) {
    if (stat == null || uptime == null) {
      return null;
    }
    String[] fields = fields(stat);
    try {
      long startTicks = Long.parseLong(fields[START_FIELD]);
      double system = Double.parseDouble(uptime.split(" ", -1)[0]);
      long ticks = Math.round(system * TICKS) - startTicks;
      return ticks < 0 ? null : Duration.ofMillis(ticks * (1000 / TICKS));
    } catch (NumberFormatException | IndexOutOfBoundsException unknown) {
      return null;
    }
  }

  /** The fields behind the name, which stands in parentheses and may contain any character. */
  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
  }

  /**
   * Whether a process has ended or is about to: it has begun to give back what it had, which takes
   * time, so that others may find its memory gone long before its parent learns of its end. The
   * kernel sets the mark before it releases any resource, so a process that finds one released
   * finds the mark, too.
   */
  public static boolean isEnding(long pid) {
    String stat = SmallFile.read(PROC.resolve(pid + "/stat"));
    if (stat != null) {
      return isEnding(stat);
    }
    // Not to be read may as well be a matter of this process, which has no file left to open. To
    // ask
    // whether a path exists needs none.
    return Files.exists(PROC.resolve("self"))
        ? Files.notExists(PROC.resolve(Long.toString(pid)))
        : ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true);
  }

  /** As {@link #isEnding(long)}, by the text of {@code /proc/pid/stat}. */
  static boolean isEnding(String stat) {
    String[] fields = fields(stat);
    if (fields.length <= FLAGS_FIELD) {
      return true; // it has vanished while its file was read
    }
    String state = fields[STATE_FIELD];
    return state.equals("Z")
        || state.equals("X")
        || (Long.parseLong(fields[FLAGS_FIELD]) & EXITING) != 0;
  }
}
