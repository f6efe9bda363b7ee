package org.ronsel.launch.spi;

/** What the option {@code --ghosts} takes, of each command that has it. */
public final class Ghosts {
  /** The largest number of ghosts of a host. */
  public static final int MOST = 64;

  private Ghosts() {}
}
