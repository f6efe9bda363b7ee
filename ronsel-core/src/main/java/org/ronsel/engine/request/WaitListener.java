package org.ronsel.engine.request;

/** Listens for waits of a rank's threads, in which they make progress. Any thread; quick. */
public interface WaitListener {
  /** The calling thread begins to wait. */
  void begins();

  /** The calling thread no longer waits. */
  void ends();
}
