/** JUnit 5 extension that runs a test on several ranks. */
module org.ronsel.junit {
  requires transitive org.junit.jupiter.api;
  requires org.ronsel.core;
  requires static org.jspecify;
}
