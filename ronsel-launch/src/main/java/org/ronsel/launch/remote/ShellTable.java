package org.ronsel.launch.remote;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The remote shells that another host runs for the launcher. Any thread. */
public final class ShellTable {
  /** Exit status of a shell whose host was lost before; ssh has it for a lost connection. */
  private static final int LOST = 255;

  private final Consumer<HostFrame> to;
  private final Map<Integer, RelayedShell> shells = new HashMap<>();
  private int next;
  private boolean lost;

  /**
   * Creates an empty table.
   *
   * @param to sends frames to the agent of the host, when it is there, and does not block
   */
  public ShellTable(Consumer<HostFrame> to) {
    this.to = to;
  }

  /** Orders the start of a shell; null if the host is lost. */
  public synchronized @Nullable RelayedShell start(List<String> command) {
    if (lost) {
      return null;
    }
    int number = next++;
    RelayedShell shell = new RelayedShell(number, to);
    shells.put(number, shell);
    to.accept(new HostFrame.StartShell(number, command));
    return shell;
  }

  /**
   * The shell with a number.
   *
   * @throws IOException if there is no such shell
   */
  public synchronized RelayedShell of(int number) throws IOException {
    RelayedShell shell = shells.get(number);
    if (shell == null) {
      throw new IOException("there is no shell " + number);
    }
    return shell;
  }

  /** Notes that the host is lost, and with it its shells. */
  public void lose() {
    List<RelayedShell> all;
    synchronized (this) {
      lost = true;
      all = List.copyOf(shells.values());
    }
    all.forEach(shell -> shell.end(LOST));
  }
}
