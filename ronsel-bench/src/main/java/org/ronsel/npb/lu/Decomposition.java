package org.ronsel.npb.lu;

import org.ronsel.Comm;
import org.ronsel.npb.cfd.Block;

/**
 * The division of the grid among ranks: in x and y, as nearly square as possible, and not in z.
 *
 * @param columns ranks in x
 * @param rows ranks in y
 * @param column of this rank
 * @param row of this rank
 */
record Decomposition(int columns, int rows, int column, int row) {
  /** The fewest points of a block in x and y. */
  private static final int LEAST = 3;

  /** Stands for no rank: there is no neighbour in this direction. */
  static final int NONE = -1;

  static Decomposition of(Comm comm) {
    int rows = rows(comm.size());
    int columns = comm.size() / rows;
    return new Decomposition(columns, rows, comm.rank() % columns, comm.rank() / columns);
  }

  private static int rows(int ranks) {
    int rows = (int) Math.sqrt(ranks);
    while (ranks % rows != 0) {
      rows--;
    }
    return rows;
  }

  /** Whether each of {@code ranks} ranks gets a block that is large enough. */
  static boolean allows(int ranks, int points) {
    return points / (ranks / rows(ranks)) >= LEAST;
  }

  /** The most ranks for a grid. */
  static int most(int points) {
    return (points / LEAST) * (points / LEAST);
  }

  Block block(int points) {
    int[] low = {low(points, columns, column), low(points, rows, row), 0};
    int[] size = {
      low(points, columns, column + 1) - low[0], low(points, rows, row + 1) - low[1], points
    };
    return Block.ofCube(low, size, points);
  }

  /**
   * The first point of a part; the first parts have a point more if the points cannot be divided
   * evenly.
   */
  private static int low(int points, int parts, int part) {
    return points / parts * part + Math.min(part, points % parts);
  }

  /**
   * The rank beside this one.
   *
   * @param direction 0 for x, 1 for y
   * @param step -1 or 1
   */
  int neighbour(int direction, int step) {
    int newColumn = column + (direction == 0 ? step : 0);
    int newRow = row + (direction == 1 ? step : 0);
    boolean outside = newColumn < 0 || newRow < 0 || newColumn >= columns || newRow >= rows;
    return outside ? NONE : newRow * columns + newColumn;
  }
}
