/** Measures Ronsel beside the machine's limits and native peers: {@code ronsel bench}. */
module org.ronsel.bench {
  requires com.fasterxml.jackson.jr.ob;
  requires info.picocli;
  requires java.desktop;
  requires java.management;
  requires org.knowm.xchart;
  requires org.ronsel.core;
  requires org.ronsel.launch;
  requires static org.jspecify;

  exports org.ronsel.bench.kernel;

  opens org.ronsel.bench.command to
      info.picocli;

  provides org.ronsel.launch.spi.Subcommand with
      org.ronsel.bench.BenchSubcommand;
}
