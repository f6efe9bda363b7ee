/** The {@code ronsel} command: starts jobs, describes the machine, measures. */
module org.ronsel.launch {
  requires org.ronsel.core;
  requires info.picocli;
  requires static org.jspecify;

  exports org.ronsel.launch.spi;

  opens org.ronsel.launch to
      info.picocli;
}
