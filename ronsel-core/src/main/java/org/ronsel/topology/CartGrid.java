package org.ronsel.topology;

import java.util.Arrays;

/**
 * A Cartesian grid, whose cells are numbered row by row: the last coordinate varies fastest
 * (MPI-4.1, section 8.2). Immutable; arguments are checked above.
 */
public final class CartGrid {
  /** Stands for the cell beyond a border. */
  public static final int OUTSIDE = -1;

  private final int[] dims;
  private final boolean[] periods;
  private final int cells;

  /** Makes a grid whose number of cells fits an int; no dimensions make one cell. */
  public CartGrid(int[] dims, boolean[] periods) {
    this.dims = dims.clone();
    this.periods = periods.clone();
    this.cells = Arrays.stream(dims).reduce(1, Math::multiplyExact);
  }

  /** Number of dimensions. */
  public int dimensions() {
    return dims.length;
  }

  /** Number of cells. */
  public int cells() {
    return cells;
  }

  /** Cells along each dimension. */
  public int[] dims() {
    return dims.clone();
  }

  /** Whether each dimension is a ring. */
  public boolean[] periods() {
    return periods.clone();
  }

  /** The coordinates of a cell. */
  public int[] coordinates(int cell) {
    int[] coordinates = new int[dims.length];
    int rest = cell;
    for (int i = dims.length - 1; i >= 0; i--) {
      coordinates[i] = rest % dims[i];
      rest /= dims[i];
    }
    return coordinates;
  }

  /**
   * The cell at some coordinates, which wrap around in rings; {@link #OUTSIDE} if there is none.
   */
  public int cell(int[] coordinates) {
    int cell = 0;
    for (int i = 0; i < dims.length; i++) {
      int at = periods[i] ? Math.floorMod(coordinates[i], dims[i]) : coordinates[i];
      if (at < 0 || at >= dims[i]) {
        return OUTSIDE;
      }
      cell = cell * dims[i] + at;
    }
    return cell;
  }

  /** The cell some steps away along a dimension, {@link #OUTSIDE} if that is beyond a border. */
  public int shifted(int cell, int dimension, long steps) {
    int[] coordinates = coordinates(cell);
    long at = coordinates[dimension] + steps;
    if (periods[dimension]) {
      at = Math.floorMod(at, dims[dimension]);
    } else if (at < 0 || at >= dims[dimension]) {
      return OUTSIDE;
    }
    coordinates[dimension] = (int) at;
    return cell(coordinates);
  }

  /**
   * The neighbours of a cell in the order of neighbourhood collectives: for each dimension the one
   * before and the one after, {@link #OUTSIDE} beyond a border.
   */
  public int[] neighbors(int cell) {
    int[] neighbors = new int[2 * dims.length];
    for (int i = 0; i < dims.length; i++) {
      neighbors[2 * i] = shifted(cell, i, -1);
      neighbors[2 * i + 1] = shifted(cell, i, 1);
    }
    return neighbors;
  }

  /** The grid of the dimensions that are kept. */
  public CartGrid sub(boolean[] keep) {
    int[] keptDims = new int[dims.length];
    boolean[] keptPeriods = new boolean[dims.length];
    int count = 0;
    for (int i = 0; i < dims.length; i++) {
      if (keep[i]) {
        keptDims[count] = dims[i];
        keptPeriods[count++] = periods[i];
      }
    }
    return new CartGrid(Arrays.copyOf(keptDims, count), Arrays.copyOf(keptPeriods, count));
  }

  /**
   * The cells, in order, that differ from a cell in the dimensions that are kept alone: those of
   * the {@linkplain #sub sub-grid} to which it belongs.
   */
  public int[] slice(int cell, boolean[] keep) {
    CartGrid sub = sub(keep);
    int[] coordinates = coordinates(cell);
    int[] slice = new int[sub.cells];
    for (int i = 0; i < slice.length; i++) {
      int[] inSub = sub.coordinates(i);
      int next = 0;
      for (int d = 0; d < dims.length; d++) {
        if (keep[d]) {
          coordinates[d] = inSub[next++];
        }
      }
      slice[i] = cell(coordinates);
    }
    return slice;
  }

  /** The graph of all cells and their neighbours, with equal weights. */
  public WeightedGraph graph() {
    WeightedGraph.Builder graph = new WeightedGraph.Builder(cells);
    for (int cell = 0; cell < cells; cell++) {
      for (int neighbor : neighbors(cell)) {
        if (neighbor != OUTSIDE) {
          graph.add(cell, neighbor, 1);
        }
      }
    }
    return graph.build();
  }
}
