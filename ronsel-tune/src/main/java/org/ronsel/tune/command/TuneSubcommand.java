package org.ronsel.tune.command;

import org.ronsel.launch.spi.Subcommand;

/** Adds {@code tune} to the {@code ronsel} command. */
public final class TuneSubcommand implements Subcommand {
  /** For {@link java.util.ServiceLoader}. */
  public TuneSubcommand() {}

  @Override
  public Object command() {
    return new TuneCommand();
  }
}
