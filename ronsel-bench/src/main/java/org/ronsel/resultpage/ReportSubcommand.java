package org.ronsel.resultpage;

import org.ronsel.launch.spi.Subcommand;

/** Adds {@code report} to the {@code ronsel} command. */
public final class ReportSubcommand implements Subcommand {
  /** For {@link java.util.ServiceLoader}. */
  public ReportSubcommand() {}

  @Override
  public Object command() {
    return new ReportCommand();
  }
}
