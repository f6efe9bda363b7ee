/**
 * Measures Ronsel beside the machine's limits and native peers: {@code ronsel bench} and {@code
 * ronsel npb}; runs grids of such measurements and shows them: {@code ronsel study} and {@code
 * ronsel report}.
 */
module org.ronsel.bench {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.jr.ob;
  requires info.picocli;
  requires java.desktop;
  requires java.management;
  requires org.apache.commons.statistics.inference;
  requires org.knowm.xchart;
  requires org.ronsel.core;
  requires org.ronsel.launch;
  requires static org.jspecify;

  opens org.ronsel.bench.command to
      info.picocli;
  opens org.ronsel.npb.command to
      info.picocli;
  opens org.ronsel.resultpage to
      info.picocli;
  opens org.ronsel.study to
      info.picocli;

  provides org.ronsel.launch.spi.Subcommand with
      org.ronsel.bench.BenchSubcommand,
      org.ronsel.npb.command.NpbSubcommand,
      org.ronsel.resultpage.ReportSubcommand,
      org.ronsel.study.StudySubcommand;
}
