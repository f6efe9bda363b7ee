/** Executes the schedules of collective operations in virtual time: {@code ronsel sim}. */
@SuppressWarnings("module") // that which it exports to is built after it
module org.ronsel.sim {
  requires info.picocli;
  requires org.ronsel.core;
  requires org.ronsel.launch;
  requires static org.jspecify;

  exports org.ronsel.sim to
      org.ronsel.tune;

  opens org.ronsel.sim.command to
      info.picocli;

  provides org.ronsel.launch.spi.Subcommand with
      org.ronsel.sim.command.SimSubcommand;
}
