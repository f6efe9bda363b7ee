package org.ronsel.launch.console;

import java.util.Optional;
import org.ronsel.launch.spi.ChildLauncher;

/**
 * The process that has started this launcher for a purpose of its own. Nobody wants the job once it
 * has ended, which a signal that kills at once keeps it from saying.
 */
public final class Starter {
  private Starter() {}

  /**
   * Calls {@code gone} when it has ended, or at once if it has already; never if a person, or a
   * script, has started the launcher.
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
