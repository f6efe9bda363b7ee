package org.ronsel.study;

import org.ronsel.launch.spi.Subcommand;

/** Adds {@code study} to the {@code ronsel} command. */
public final class StudySubcommand implements Subcommand {
  /** For {@link java.util.ServiceLoader}. */
  public StudySubcommand() {}

  @Override
  public Object command() {
    return new StudyCommand();
  }
}
