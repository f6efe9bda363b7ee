package org.ronsel.launch.console;

import java.util.Optional;
import org.ronsel.launch.spi.ChildLauncher;

/**
 * The command that has started this launcher as a child process. When it has ended the job has no
 * purpose; if it was killed it could not end the launcher itself.
 */
public final class Starter {
  private Starter() {}

  /**
   * Calls {@code gone} when that process has ended, or at once if it has already; never if a
   * person, or a script, has started the launcher.
   */
  public static void watch(Runnable gone) {
    Long pid = Long.getLong(ChildLauncher.STARTER);
    if (pid == null) {
      return;
    }
    // A process whose parent has ended gets another.
    Optional<ProcessHandle> starter =
        ProcessHandle.current().parent().filter(parent -> parent.pid() == pid);
    if (starter.isPresent()) {
      var _ = starter.get().onExit().thenRun(gone);
    } else {
      gone.run();
    }
  }
}
