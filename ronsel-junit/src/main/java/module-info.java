/** Runs JUnit 5 tests on several ranks. */
module org.ronsel.junit {
  requires transitive org.junit.jupiter.api;
  requires transitive org.ronsel.core;
  requires static org.jspecify;

  exports org.ronsel.junit;
}
