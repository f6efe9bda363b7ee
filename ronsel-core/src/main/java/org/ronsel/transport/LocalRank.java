package org.ronsel.transport;

/** The receiving rank as a sender of the same JVM sees it; any thread, any time. */
public interface LocalRank {
  /** Whether the rank's pool for unexpected eager payload has room. */
  boolean eagerOpen();

  /**
   * Wakes a thread of the rank that waits parked, if there is one. What it is to see has been
   * published before; a full fence follows unless the doorbell rests.
   */
  void ringDoorbell();

  /** Makes progress for the rank unless one of its own threads is doing so. */
  boolean help();
}
