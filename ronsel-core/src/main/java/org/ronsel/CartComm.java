package org.ronsel;

import org.ronsel.topology.BalancedDims;

/**
 * A communicator whose ranks are the cells of a grid (MPI-4.1, section 8.5), numbered row by row:
 * the last coordinate varies fastest.
 */
public interface CartComm extends Comm {
  /**
   * The partners of a rank in a shift along a dimension; {@link Ronsel#PROC_NULL} beyond a border.
   *
   * @param source the rank to receive from
   * @param dest the rank to send to
   */
  record Shift(int source, int dest) {}

  /**
   * Numbers of cells along the dimensions of a grid for this many ranks, as equal to each other as
   * possible (MPI-4.1, section 8.5.2).
   *
   * @param ranks number of ranks, at least 1
   * @param dims for each dimension the number of cells, or 0 to be found; not changed
   * @return the dimensions; those that were found descend
   * @throws InvalidArgumentException if the given dimensions do not divide the number of ranks
   */
  static int[] dims(int ranks, int... dims) {
    InvalidArgumentException.requireNonNull("CartComm.dims", "dims", dims);
    int free = 0;
    long fixed = 1;
    for (int dim : dims) {
      if (dim < 0) {
        throw new InvalidArgumentException(
            ErrorClass.DIMS,
            ErrorPlace.of("CartComm.dims")
                .message("dimension " + dim + " is negative; 0 stands for one to be found"));
      }
      free += dim == 0 ? 1 : 0;
      fixed *= dim == 0 ? 1 : dim;
      if (fixed > Math.max(ranks, 1)) {
        break;
      }
    }
    if (ranks < 1 || ranks % fixed != 0 || (free == 0 && fixed != ranks && dims.length > 0)) {
      throw new InvalidArgumentException(
          ErrorClass.DIMS,
          ErrorPlace.of("CartComm.dims")
              .message("grids with the given dimensions do not have " + ranks + " cells"));
    }
    int[] all = dims.clone();
    if (free > 0) {
      int[] found = BalancedDims.of((int) (ranks / fixed), free);
      int next = 0;
      for (int i = 0; i < all.length; i++) {
        all[i] = all[i] == 0 ? found[next++] : all[i];
      }
    }
    return all;
  }

  /** Number of cells along each dimension. */
  int[] dims();

  /** Whether each dimension is a ring. */
  boolean[] periods();

  /** The coordinates of the calling rank. */
  int[] coordinates();

  /** The coordinates of a rank. */
  int[] coordinates(int rank);

  /**
   * The rank at some coordinates, which wrap around in dimensions that are rings.
   *
   * @throws InvalidArgumentException if they lie beyond a border
   */
  int rank(int... coordinates);

  /**
   * The partners of the calling rank when all send {@code steps} cells up a dimension.
   *
   * @param steps may be negative
   */
  Shift shift(int dimension, int steps);

  /**
   * Makes a communicator for each lower-dimensional slice of the grid (MPI-4.1, section 8.5.7).
   * Collective.
   *
   * @param keep which dimensions the slices have
   * @return the slice of the calling rank
   */
  CartComm sub(boolean... keep);

  /**
   * The neighbours that neighbourhood collectives receive from (MPI-4.1, section 8.6): for each
   * dimension the one before and the one after, {@link Ronsel#PROC_NULL} beyond a border.
   */
  int[] inNeighbors();

  /** The neighbours that neighbourhood collectives send to: the same. */
  int[] outNeighbors();

  /** {@link Comm#mapCart} of this communicator. */
  int map(int[] dims, boolean[] periods);

  @Override
  CartComm dup();

  @Override
  CartComm dup(Info hints);
}
