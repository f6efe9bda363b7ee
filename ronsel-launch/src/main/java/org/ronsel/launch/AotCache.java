package org.ronsel.launch;

import java.util.List;

/** The AOT cache that makes JVMs of a job start faster. */
final class AotCache {
  private AotCache() {}

  /** Options for a JVM to use the cache, if there is one. */
  static List<String> options() {
    return List.of();
  }
}
