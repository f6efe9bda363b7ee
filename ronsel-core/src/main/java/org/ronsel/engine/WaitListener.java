package org.ronsel.engine;

/** Is told when threads of a rank wait, and so make progress for it. Any thread; quick. */
public interface WaitListener {
  /** The calling thread begins to wait. */
  void begins();

  /** It waits no more. */
  void ends();
}
