package org.ronsel.onesided;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint that carries out operations on memory that their origin does not see, where there
 * are ghosts.
 */
public enum ProgressBy {
  /** The ghost of the target. */
  GHOST,

  /** The target, in its calls. */
  TARGET,

  /** The target while it waits in calls, and else its ghost. */
  AUTO;

  /** The value with a name in hints and properties; {@code other} if it is unknown or null. */
  public static ProgressBy named(@Nullable String name, ProgressBy otherwise) {
    for (ProgressBy each : values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
        return each;
      }
    }
    return otherwise;
  }
}
