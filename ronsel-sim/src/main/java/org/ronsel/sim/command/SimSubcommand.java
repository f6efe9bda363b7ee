package org.ronsel.sim.command;

import org.ronsel.launch.spi.Subcommand;

/** Adds {@code sim} to the {@code ronsel} command. */
public final class SimSubcommand implements Subcommand {
  /** For {@link java.util.ServiceLoader}. */
  public SimSubcommand() {}

  @Override
  public Object command() {
    return new SimCommand();
  }
}
