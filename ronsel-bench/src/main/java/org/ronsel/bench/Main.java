package org.ronsel.bench;

import org.ronsel.bench.command.BenchCommand;
import picocli.CommandLine;

/** Runs {@code bench} without the {@code ronsel} command around it. */
public final class Main {
  private Main() {}

  /** Exits with 0, 1 if something failed, or 2 for wrong arguments. */
  public static void main(String... args) {
    System.exit(new CommandLine(new BenchCommand()).execute(args));
  }
}
