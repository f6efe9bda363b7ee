package org.ronsel.bench;

import org.ronsel.bench.command.BenchCommand;
import org.ronsel.launch.spi.Subcommand;

/** Adds {@code bench} to the {@code ronsel} command. */
public final class BenchSubcommand implements Subcommand {
  /** For {@link java.util.ServiceLoader}. */
  public BenchSubcommand() {}

  @Override
  public Object command() {
    return new BenchCommand();
  }
}
