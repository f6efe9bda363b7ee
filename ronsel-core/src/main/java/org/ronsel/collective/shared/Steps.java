package org.ronsel.collective.shared;

/**
 * Counts the steps of a {@link CopyAlgorithm}, which are the same each time that it is run. One
 * that is interrupted in one of its waits is run again from its beginning by another thread: the
 * steps that have been made are left out. One thread at a time.
 */
final class Steps {
  private int made;
  private int resumeAt;

  /** An operation begins. */
  void begin() {
    made = 0;
    resumeAt = 0;
  }

  /** The operation is run again, from the step on that was not made to its end. */
  void resume() {
    resumeAt = made - 1;
    made = 0;
  }

  /** Asked at the beginning of each step: whether it has been made before. */
  boolean isMade() {
    return made++ < resumeAt;
  }
}
