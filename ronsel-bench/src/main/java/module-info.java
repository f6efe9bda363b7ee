/** Measures Ronsel beside the limits of the machine and beside native peers. */
module org.ronsel.bench {
  requires org.ronsel.core;
  requires info.picocli;
  requires static org.jspecify;
}
