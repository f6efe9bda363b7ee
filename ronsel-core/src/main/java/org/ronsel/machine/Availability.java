package org.ronsel.machine;

import java.util.Objects;

/**
 * Whether this host and JVM offer a facility, and if not, why.
 *
 * @param usable whether the facility works here
 * @param detail for a usable facility how it is provided (may be empty); otherwise the reason why
 *     it cannot be used, fit to stand behind "unavailable, because"
 */
public record Availability(boolean usable, String detail) {

  /** Checks that there is a text. */
  public Availability {
    Objects.requireNonNull(detail, "detail");
  }

  /** A facility that works, with a word on how it is provided. */
  public static Availability usable(String detail) {
    return new Availability(true, detail);
  }

  /** A facility that cannot be used here, for the given reason. */
  public static Availability unavailable(String reason) {
    return new Availability(false, reason);
  }

  @Override
  public String toString() {
    if (!usable) {
      return "unavailable, because " + detail;
    }
    return detail.isEmpty() ? "usable" : "usable (" + detail + ")";
  }
}
