/** Finds the fastest algorithms of collective operations: {@code ronsel tune}. */
module org.ronsel.tune {
  requires info.picocli;
  requires org.ronsel.core;
  requires org.ronsel.launch;
  requires org.ronsel.sim;
  requires static org.jspecify;

  opens org.ronsel.tune.command to
      info.picocli;

  provides org.ronsel.launch.spi.Subcommand with
      org.ronsel.tune.command.TuneSubcommand;
}
