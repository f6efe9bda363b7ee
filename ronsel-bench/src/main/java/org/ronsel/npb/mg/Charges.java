package org.ronsel.npb.mg;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.npb.NpbRandom;

/**
 * The right side of the equation: 1 at the ten points with the largest random numbers, -1 at the
 * ten points with the smallest, when each point gets a random number.
 */
final class Charges {
  private static final int COUNT = 10;

  /** The most extreme numbers, the least extreme first. */
  private final double[] values = new double[COUNT];

  private final long[] points = new long[COUNT];

  private Charges() {
    Arrays.fill(values, -1);
    Arrays.fill(points, -1);
  }

  /** Sets the charges of this rank's block. Collective. */
  static void set(Comm comm, MultiGrid grid) {
    Charges positive = new Charges();
    Charges negative = new Charges();
    collect(grid, positive, negative);
    positive.merge(comm);
    negative.merge(comm);
    positive.put(grid, 1);
    negative.put(grid, -1);
    grid.chargesAreSet();
  }

  /** Draws the numbers of this rank's points. */
  private static void collect(MultiGrid grid, Charges positive, Charges negative) {
    BlockLengths block = grid.block();
    long n = grid.points();
    double[] row = new double[block.nx() - 2];
    for (int z = 0; z < block.nz() - 2; z++) {
      for (int y = 0; y < block.ny() - 2; y++) {
        long first =
            grid.blocks().start(0, grid.points())
                + n
                    * (y
                        + grid.blocks().start(1, grid.points())
                        + n * (z + grid.blocks().start(2, grid.points())));
        NpbRandom random = new NpbRandom(NpbRandom.SEED);
        random.skip(first);
        random.fill(row, 0, row.length);
        for (int x = 0; x < row.length; x++) {
          positive.offer(row[x], first + x);
          negative.offer(1 - row[x], first + x);
        }
      }
    }
  }

  private void offer(double value, long point) {
    if (value > values[0]) {
      insert(value, point);
    }
  }

  private void insert(double value, long point) {
    int i = 0;
    while (i < COUNT - 1 && values[i + 1] < value) {
      values[i] = values[i + 1];
      points[i] = points[i + 1];
      i++;
    }
    values[i] = value;
    points[i] = point;
  }

  /** Keeps the most extreme numbers of all ranks. */
  private void merge(Comm comm) {
    double[] allValues = new double[COUNT * comm.size()];
    long[] allPoints = new long[COUNT * comm.size()];
    comm.allGather(values, allValues);
    comm.allGather(points, allPoints);
    Arrays.fill(values, -1);
    for (int i = 0; i < allValues.length; i++) {
      offer(allValues[i], allPoints[i]);
    }
  }

  private void put(MultiGrid grid, double charge) {
    BlockLengths block = grid.block();
    long n = grid.points();
    for (long point : points) {
      long x = point % n - grid.blocks().start(0, grid.points());
      long y = point / n % n - grid.blocks().start(1, grid.points());
      long z = point / (n * n) - grid.blocks().start(2, grid.points());
      boolean mine =
          x >= 0
              && x < block.nx() - 2
              && y >= 0
              && y < block.ny() - 2
              && z >= 0
              && z < block.nz() - 2;
      if (mine) {
        grid.charges()[block.row((int) y + 1, (int) z + 1) + (int) x + 1] = charge;
      }
    }
  }
}
