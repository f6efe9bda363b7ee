package org.ronsel.collective.schedule;

/**
 * The state of a schedule's execution: which steps may start and which wait. One thread at a time;
 * can be reset and used again, and allocates nothing then.
 */
public final class ScheduleCursor {
  private final Schedule schedule;
  private final int[] waitsFor;
  private final int[] ready;
  private int taken;
  private int filled;
  private int undone;

  /** Makes a cursor, which must be {@link #reset()} before use. */
  public ScheduleCursor(Schedule schedule) {
    this.schedule = schedule;
    this.waitsFor = new int[schedule.steps()];
    this.ready = new int[schedule.steps()];
  }

  /** Goes back to the start. */
  public void reset() {
    int steps = schedule.steps();
    schedule.copyPrerequisites(waitsFor);
    taken = 0;
    filled = 0;
    undone = steps;
    for (int step = 0; step < steps; step++) {
      if (waitsFor[step] == 0) {
        ready[filled++] = step;
      }
    }
  }

  /** A step that may start now, in the order in which they became ready, or -1 if there is none. */
  public int next() {
    return taken == filled ? -1 : ready[taken++];
  }

  /**
   * Says that a step is done, so that those that waited for it may start, in the order of their
   * numbers: a tree's algorithm names the child with the longest way below it first.
   */
  public void done(int step) {
    undone--;
    int successors = schedule.successors(step);
    for (int i = 0; i < successors; i++) {
      int successor = schedule.successor(step, i);
      if (--waitsFor[successor] == 0) {
        ready[filled++] = successor;
      }
    }
  }

  /** Whether all steps are done. */
  public boolean isAtEnd() {
    return undone == 0;
  }
}
