package org.ronsel.machine;

import java.nio.file.Path;

/** What the system tells of the life of another process of this user. */
public final class ProcessLife {
  private static final Path PROC = Path.of("/proc");

  /** {@code PF_EXITING} among the flags of the kernel, see proc(5), {@code /proc/pid/stat}. */
  private static final long EXITING = 4;

  private static final int STATE_FIELD = 0;
  private static final int FLAGS_FIELD = 6;

  private ProcessLife() {}

  /**
   * Whether a process has ended or is about to: it has begun to give back what it had, which takes
   * time, so that others may find its memory gone long before its parent learns of its end. The
   * kernel sets the mark before it takes anything away, so who has found something gone finds the
   * mark, too.
   */
  public static boolean isEnding(long pid) {
    String stat = SmallFile.read(PROC.resolve(pid + "/stat"));
    return stat != null
        ? isEnding(stat)
        : ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true);
  }

  /** As {@link #isEnding(long)}, by the text of {@code /proc/pid/stat}. */
  static boolean isEnding(String stat) {
    // The name in parentheses may hold anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= FLAGS_FIELD) {
      return true; // it has vanished while its file was read
    }
    String state = fields[STATE_FIELD];
    return state.equals("Z")
        || state.equals("X")
        || (Long.parseLong(fields[FLAGS_FIELD]) & EXITING) != 0;
  }
}
