package org.ronsel.npb.command;

import org.ronsel.launch.spi.Subcommand;

/** Adds {@code npb} to the {@code ronsel} command. */
public final class NpbSubcommand implements Subcommand {
  /** For {@link java.util.ServiceLoader}. */
  public NpbSubcommand() {}

  @Override
  public Object command() {
    return new NpbCommand();
  }
}
