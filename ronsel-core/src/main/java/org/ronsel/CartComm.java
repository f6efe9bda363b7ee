package org.ronsel;

import java.util.Arrays;
import org.ronsel.topology.BalancedDims;
import org.ronsel.topology.CartGrid;

/**
 * A communicator whose ranks are the cells of a grid (MPI-4.1, section 8.5), numbered row by row:
 * the last coordinate varies fastest.
 */
public final class CartComm extends Comm {
  private static final int SUB = 11;

  private final CartGrid grid;

  CartComm(Membership of, CartGrid grid) {
    super(of);
    this.grid = grid;
  }

  /**
   * The partners of a rank in a shift along a dimension; {@link Ronsel#PROC_NULL} beyond a border.
   *
   * @param source the rank to receive from
   * @param dest the rank to send to
   */
  public record Shift(int source, int dest) {}

  /**
   * Numbers of cells along the dimensions of a grid for this many ranks, as equal to each other as
   * possible (MPI-4.1, section 8.5.2).
   *
   * @param ranks number of ranks, at least 1
   * @param dims for each dimension the number of cells, or 0 to be found; not changed
   * @return the dimensions; those that were found descend
   * @throws InvalidArgumentException if the given dimensions do not divide the number of ranks
   */
  public static int[] dims(int ranks, int... dims) {
    Arguments.nonNull("CartComm.dims", "dims", dims);
    int free = 0;
    long fixed = 1;
    for (int dim : dims) {
      if (dim < 0) {
        throw badDims("dimension " + dim + " is negative; 0 stands for one to be found");
      }
      free += dim == 0 ? 1 : 0;
      fixed *= dim == 0 ? 1 : dim;
      if (fixed > Math.max(ranks, 1)) {
        break;
      }
    }
    if (ranks < 1 || ranks % fixed != 0 || (free == 0 && fixed != ranks && dims.length > 0)) {
      throw badDims("grids with the given dimensions do not have " + ranks + " cells");
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

  private static InvalidArgumentException badDims(String problem) {
    return new InvalidArgumentException(ErrorClass.DIMS, "CartComm.dims: " + problem);
  }

  /** Number of cells along each dimension. */
  public int[] dims() {
    return grid.dims();
  }

  /** Whether each dimension is a ring. */
  public boolean[] periods() {
    return grid.periods();
  }

  /** The coordinates of the calling rank. */
  public int[] coordinates() {
    return grid.coordinates(rank());
  }

  /** The coordinates of a rank. */
  public int[] coordinates(int rank) {
    if (rank < 0 || rank >= size()) {
      throw Arguments.raised(
          this, "coordinates", ErrorClass.RANK, "rank " + rank + " is not in 0.." + (size() - 1));
    }
    return grid.coordinates(rank);
  }

  /**
   * The rank at some coordinates, which wrap around in dimensions that are rings.
   *
   * @throws InvalidArgumentException if they lie beyond a border
   */
  public int rank(int... coordinates) {
    Arguments.present(this, "rank", "coordinates", coordinates);
    checkDimensions("rank", "coordinates", coordinates.length);
    int cell = grid.cell(coordinates);
    if (cell == CartGrid.OUTSIDE) {
      throw Arguments.raised(
          this,
          "rank",
          ErrorClass.ARGUMENT,
          "the coordinates "
              + Arrays.toString(coordinates)
              + " lie outside the grid, whose dims are "
              + Arrays.toString(grid.dims()));
    }
    return cell;
  }

  private void checkDimensions(String call, String what, int given) {
    if (given != grid.dimensions()) {
      throw Arguments.raised(
          this,
          call,
          ErrorClass.DIMS,
          given + " " + what + " for a grid of " + grid.dimensions() + " dimensions");
    }
  }

  /**
   * The partners of the calling rank when all send {@code steps} cells up a dimension.
   *
   * @param steps may be negative
   */
  public Shift shift(int dimension, int steps) {
    if (dimension < 0 || dimension >= grid.dimensions()) {
      throw Arguments.raised(
          this,
          "shift",
          ErrorClass.DIMS,
          "dimension " + dimension + " is not in 0.." + (grid.dimensions() - 1));
    }
    return new Shift(
        peer(grid.shifted(rank(), dimension, -(long) steps)),
        peer(grid.shifted(rank(), dimension, steps)));
  }

  private static int peer(int cell) {
    return cell == CartGrid.OUTSIDE ? Ronsel.PROC_NULL : cell;
  }

  /**
   * Makes a communicator for each lower-dimensional slice of the grid (MPI-4.1, section 8.5.7).
   * Collective.
   *
   * @param keep which dimensions the slices have
   * @return the slice of the calling rank
   */
  public CartComm sub(boolean... keep) {
    checkOpen();
    Arguments.present(this, "sub", "keep", keep);
    checkDimensions("sub", "flags", keep.length);
    int id = agreeNow("sub", (long) Arrays.hashCode(keep) << 8 | SUB);
    Group slice = group().include(grid.slice(rank(), keep));
    Membership membership = membership(slice, slice.rank(this), id, ".sub" + id);
    return heir(new CartComm(membership, grid.sub(keep)));
  }

  /**
   * The neighbours that neighbourhood collectives receive from (MPI-4.1, section 8.6): for each
   * dimension the one before and the one after, {@link Ronsel#PROC_NULL} beyond a border.
   */
  public int[] inNeighbours() {
    int[] neighbours = grid.neighbours(rank());
    for (int i = 0; i < neighbours.length; i++) {
      neighbours[i] = peer(neighbours[i]);
    }
    return neighbours;
  }

  /** The neighbours that neighbourhood collectives send to: the same. */
  public int[] outNeighbours() {
    return inNeighbours();
  }

  /** {@link Comm#mapCart} of this communicator. */
  public int map(int[] dims, boolean[] periods) {
    return mapCart(dims, periods);
  }

  @Override
  Comm duplicate(Membership membership) {
    return new CartComm(membership, grid);
  }

  @Override
  public CartComm dup() {
    return (CartComm) super.dup();
  }

  @Override
  public CartComm dup(Info hints) {
    return (CartComm) super.dup(hints);
  }
}
