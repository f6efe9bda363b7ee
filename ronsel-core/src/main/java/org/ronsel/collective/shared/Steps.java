package org.ronsel.collective.shared;

/**
 * Counts the steps of a {@link CopyAlgorithm}, that is, its waits and copies. If it is interrupted
 * in a wait, another thread runs it again from its beginning, and skips the steps that have been
 * made: each run of the same call has the same steps in the same order. For one thread at a time.
 */
final class Steps {
  private int made;
  private int resumeAt;

  /** Begins an operation, of which no step has been made. */
  void begin() {
    made = 0;
    resumeAt = 0;
  }

  /** Begins another run of the operation; the last step that was begun is made again. */
  void resume() {
    resumeAt = made - 1;
    made = 0;
  }

  /** Counts a step that begins, and returns whether an earlier run has made it. */
  boolean isMade() {
    return made++ < resumeAt;
  }
}
