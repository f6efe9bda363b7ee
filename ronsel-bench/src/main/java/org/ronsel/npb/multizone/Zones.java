package org.ronsel.npb.multizone;

import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.cfd.Flow;

/**
 * The zones of a problem: a rectangle in x and y, around which it is periodic. They are numbered
 * row by row.
 *
 * @param sizesX points of a zone in x, by column
 * @param sizesY points of a zone in y, by row
 * @param points in z
 * @param steps reciprocal of the distance of points, in each direction; the same in all zones, as
 *     if they had the same size
 */
record Zones(int[] sizesX, int[] sizesY, int points, double[] steps) {
  /** Sides of a zone: west, east, south, north. */
  static final int SIDES = 4;

  private static final double ROUNDING = 0.45;

  /**
   * The zones of a class.
   *
   * @param ratio of the largest to the smallest size in x and in y
   */
  static Zones of(ProblemClass size, double ratio) {
    return switch (size) {
      case S -> of(2, 24, 24, 6, ratio);
      case W -> of(4, 64, 64, 8, ratio);
      case A -> of(4, 128, 128, 16, ratio);
      case B -> of(8, 304, 208, 17, ratio);
      case C -> of(16, 480, 320, 28, ratio);
      case D -> of(32, 1632, 1216, 34, ratio);
    };
  }

  private static Zones of(int side, int x, int y, int z, double ratio) {
    double[] steps = {(x - 1.0) / side, (y - 1.0) / side, z - 1.0};
    return new Zones(sizes(x, side, ratio), sizes(y, side, ratio), z, steps);
  }

  /** Sizes that grow by the same factor from one to the next, or are equal. */
  private static int[] sizes(int points, int count, double ratio) {
    double factor = Math.exp(Math.log(ratio) / (count - 1));
    double smallest = points * (factor - 1) / (Math.pow(factor, count) - 1);
    int[] sizes = new int[count];
    int before = 0;
    for (int i = 1; i <= count; i++) {
      int end =
          ratio == 1
              ? i * points / count
              : (int) (smallest * (Math.pow(factor, i) - 1) / (factor - 1) + ROUNDING);
      sizes[i - 1] = end - before;
      before = end;
    }
    return sizes;
  }

  int count() {
    return sizesX.length * sizesY.length;
  }

  private int column(int zone) {
    return zone % sizesX.length;
  }

  private int row(int zone) {
    return zone / sizesX.length;
  }

  /** The number of points of a zone in each direction. */
  int[] size(int zone) {
    return new int[] {sizesX[column(zone)], sizesY[row(zone)], points};
  }

  long volume(int zone) {
    return (long) sizesX[column(zone)] * sizesY[row(zone)] * points;
  }

  /** The zone at a side. */
  int neighbour(int zone, int side) {
    int step = isHigh(side) ? 1 : -1;
    int column = column(zone);
    int row = row(zone);
    if (direction(side) == 0) {
      column = Math.floorMod(column + step, sizesX.length);
    } else {
      row = Math.floorMod(row + step, sizesY.length);
    }
    return row * sizesX.length + column;
  }

  static int direction(int side) {
    return side / 2;
  }

  static boolean isHigh(int side) {
    return side % 2 == 1;
  }

  static int opposite(int side) {
    return side ^ 1;
  }

  /**
   * The length of a side in points: the message size saved if the neighbour there is on the same
   * rank.
   */
  int length(int zone, int side) {
    return direction(side) == 0 ? sizesY[row(zone)] : sizesX[column(zone)];
  }

  Flow flow(double dt) {
    return Flow.of(dt, steps[0], steps[1], steps[2]);
  }
}
