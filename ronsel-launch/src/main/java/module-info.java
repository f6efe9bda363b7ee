/** The {@code ronsel} command: starts jobs, describes the machine, measures. */
@SuppressWarnings("module") // those that it exports to are built after it
module org.ronsel.launch {
  requires com.fasterxml.jackson.jr.ob;
  requires info.picocli;
  requires java.compiler;
  requires java.management;
  requires jdk.compiler;
  requires jdk.unsupported;
  requires me.tongfei.progressbar;
  requires org.ronsel.core;
  requires org.snakeyaml.engine;
  requires static org.jspecify;

  // Not API: for modules that are built with this one, and follow its changes.
  exports org.ronsel.launch to
      org.ronsel.tune;
  exports org.ronsel.launch.spi to
      org.ronsel.bench,
      org.ronsel.sim,
      org.ronsel.tune;

  opens org.ronsel.launch to
      info.picocli;
  opens org.ronsel.launch.install to
      info.picocli;
  opens org.ronsel.launch.kubernetes to
      info.picocli;
  opens org.ronsel.launch.spi to
      info.picocli;

  uses org.ronsel.launch.spi.Subcommand;
}
