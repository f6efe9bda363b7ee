package org.ronsel.onesided;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which puts and gets are dealt to the ghosts of a host that has several. All other
 * operations of one origin on one place of a rank's memory go to the same ghost, which keeps their
 * order.
 */
public enum GhostBinding {
  /** All operations go to the ghost of the rank. */
  RANK,

  /** An operation goes to a random ghost. */
  RANDOM,

  /** An operation goes to the ghost to which this origin has given the fewest operations. */
  OPERATIONS,

  /** An operation goes to the ghost to which this origin has given the fewest bytes. */
  BYTES,

  /**
   * An operation goes to the ghost that serves its part of the memory; so do all other operations
   * then.
   */
  SEGMENTS;

  /** The binding with a name in hints and properties; {@code other} if it is unknown or null. */
  public static GhostBinding named(@Nullable String name, GhostBinding otherwise) {
    for (GhostBinding each : values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
        return each;
      }
    }
    return otherwise;
  }

  /**
   * Deals an operation, and counts it; any thread.
   *
   * @param loads operations or bytes that each ghost has been given by this binding
   * @return the index of a ghost
   */
  int deal(AtomicLong[] loads, long bytes) {
    int index =
        switch (this) {
          case RANK, SEGMENTS -> 0;
          case RANDOM -> ThreadLocalRandom.current().nextInt(loads.length);
          case OPERATIONS, BYTES -> least(loads);
        };
    var _ = loads[index].addAndGet(this == BYTES ? bytes : 1);
    return index;
  }

  private static int least(AtomicLong[] loads) {
    int least = 0;
    for (int i = 1; i < loads.length; i++) {
      if (loads[i].getOpaque() < loads[least].getOpaque()) {
        least = i;
      }
    }
    return least;
  }
}
