package org.ronsel.npb.cfd;

import java.util.ArrayList;
import java.util.List;

/**
 * The multi-partition decomposition among p<sup>2</sup> ranks: the grid is cut into p<sup>3</sup>
 * cells, and each rank has p of them on a diagonal, so that in every direction each rank has work
 * at each stage of a sweep, and the neighbours of its cells belong to one rank on each side.
 */
public final class MultiPartition {
  private static final int LEAST = 3;

  private final int side;
  private final int rank;
  private final List<Block> cells = new ArrayList<>();
  private final int[][] coordinates;

  /**
   * Creates the partition of a rank.
   *
   * @param ranks number of ranks, a square
   * @param points of the grid in each direction
   */
  public MultiPartition(int rank, int ranks, int points) {
    side = (int) Math.round(Math.sqrt(ranks));
    this.rank = rank;
    coordinates = new int[side][];
    for (int cell = 0; cell < side; cell++) {
      int x = Math.floorMod(column() + cell, side);
      int y = Math.floorMod(row() - cell, side);
      coordinates[cell] = new int[] {x, y, cell};
      cells.add(block(coordinates[cell], points));
    }
  }

  private MultiPartition(Block block) {
    side = 1;
    rank = 0;
    coordinates = new int[][] {new int[3]};
    cells.add(block);
  }

  /** A partition of one cell, which is a whole grid. */
  public static MultiPartition single(Block block) {
    return new MultiPartition(block);
  }

  /** The most ranks for a grid. */
  public static int most(int points) {
    return (points / LEAST) * (points / LEAST);
  }

  /**
   * An estimate of the bytes that the cells of all ranks take.
   *
   * @param systemValues number of values that the systems along lines keep at each point while a
   *     cell waits for others
   */
  public static long bytes(int points, int ranks, int systemValues) {
    long side = Math.round(Math.sqrt(ranks));
    long size = (points + side - 1) / side;
    long systems = side == 1 ? 0 : size * size * size * systemValues * Double.BYTES;
    return side * side * side * (Block.bytes(size, size, size) + systems);
  }

  private Block block(int[] coordinate, int points) {
    int[] low = new int[3];
    int[] size = new int[3];
    for (int direction = 0; direction < 3; direction++) {
      low[direction] = low(coordinate[direction], points);
      size[direction] = low(coordinate[direction] + 1, points) - low[direction];
    }
    return Block.ofCube(low, size, points);
  }

  private int low(int coordinate, int points) {
    return points / side * coordinate + Math.min(coordinate, points % side);
  }

  private int column() {
    return rank % side;
  }

  private int row() {
    return rank / side;
  }

  private int rank(int column, int row) {
    return Math.floorMod(column, side) + side * Math.floorMod(row, side);
  }

  /** The number of cells of a rank, and of stages of a sweep. */
  public int side() {
    return side;
  }

  /** The cells of this rank. */
  public List<Block> cells() {
    return cells;
  }

  /** The index of the cell for a stage of a sweep in a direction. */
  int cellAt(int direction, int stage) {
    for (int cell = 0; cell < side; cell++) {
      if (coordinates[cell][direction] == stage) {
        return cell;
      }
    }
    throw new IllegalStateException("no cell at stage " + stage);
  }

  /** Rank of the cells before those of this rank. */
  int predecessor(int direction) {
    return switch (direction) {
      case 0 -> rank(column() - 1, row());
      case 1 -> rank(column(), row() - 1);
      default -> rank(column() + 1, row() - 1);
    };
  }

  /** Rank of the cells behind those of this rank. */
  int successor(int direction) {
    return switch (direction) {
      case 0 -> rank(column() + 1, row());
      case 1 -> rank(column(), row() + 1);
      default -> rank(column() - 1, row() + 1);
    };
  }
}
