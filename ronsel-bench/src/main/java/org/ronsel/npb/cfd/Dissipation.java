package org.ronsel.npb.cfd;

/**
 * The fourth difference at the points of a line: 1, -4, 6, -4, 1 in general, one-sided at the first
 * two and the last two points inside the boundary (NAS-95-020, section 3.2.3).
 *
 * @param below2 factor of the point two before
 * @param below1 factor of the point before
 * @param here factor of the point
 * @param above1 factor of the next point
 * @param above2 factor of the point after the next
 */
public record Dissipation(double below2, double below1, double here, double above1, double above2) {
  private static final Dissipation BOUNDARY = new Dissipation(0, 0, 0, 0, 0);
  private static final Dissipation FIRST = new Dissipation(0, 0, 5, -4, 1);
  private static final Dissipation SECOND = new Dissipation(0, -4, 6, -4, 1);

  /** The factors of all but the first two and the last two points inside the boundary. */
  static final Dissipation GENERAL = new Dissipation(1, -4, 6, -4, 1);

  private static final Dissipation LAST_BUT_ONE = new Dissipation(1, -4, 6, -4, 0);
  private static final Dissipation LAST = new Dissipation(1, -4, 5, 0, 0);

  /**
   * The factors at {@code position} of a line of {@code points} points, the first of which is at 0.
   */
  public static Dissipation at(int position, int points) {
    int left = points - 1 - position;
    if (position == 0 || left == 0) {
      return BOUNDARY;
    }
    if (position <= 2) {
      return position == 1 ? FIRST : SECOND;
    }
    if (left <= 2) {
      return left == 1 ? LAST : LAST_BUT_ONE;
    }
    return GENERAL;
  }

  /** The differences of all factors. */
  Dissipation minus(Dissipation other) {
    return new Dissipation(
        below2 - other.below2,
        below1 - other.below1,
        here - other.here,
        above1 - other.above1,
        above2 - other.above2);
  }
}
