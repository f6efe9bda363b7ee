package org.ronsel.comm;

import java.util.Arrays;
import org.ronsel.CartComm;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.Ronsel;
import org.ronsel.topology.CartGrid;

/** A communicator of the cells of a grid. */
public final class CartCommunicator extends Communicator implements CartComm {
  private static final int SUB = 11;

  private final CartGrid grid;

  private CartCommunicator(Membership membership, CartGrid grid) {
    super(membership);
    this.grid = grid;
  }

  /**
   * Makes one that inherits the properties of {@code parent}. A caller of this method does not load
   * the class when it is verified: linking it takes milliseconds, for the methods of its
   * interfaces.
   */
  static CartComm inheriting(Communicator parent, Membership membership, CartGrid grid) {
    return parent.creation.inheriting(new CartCommunicator(membership, grid));
  }

  @Override
  public int[] dims() {
    return grid.dims();
  }

  @Override
  public boolean[] periods() {
    return grid.periods();
  }

  @Override
  public int[] coordinates() {
    return grid.coordinates(rank());
  }

  @Override
  public int[] coordinates(int rank) {
    Arguments.member(this, "coordinates", "rank", rank);
    return grid.coordinates(rank);
  }

  @Override
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

  @Override
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

  @Override
  public CartComm sub(boolean... keep) {
    checkOpen();
    Arguments.present(this, "sub", "keep", keep);
    checkDimensions("sub", "flags", keep.length);
    int id = creation.agreeNow("sub", (long) Arrays.hashCode(keep) << 8 | SUB);
    EndpointGroup slice = group().include(grid.slice(rank(), keep));
    Membership membership = creation.membership(slice, slice.rank(this), id, ".sub" + id);
    return creation.inheriting(new CartCommunicator(membership, grid.sub(keep)));
  }

  @Override
  public int[] inNeighbors() {
    int[] neighbors = grid.neighbors(rank());
    for (int i = 0; i < neighbors.length; i++) {
      neighbors[i] = peer(neighbors[i]);
    }
    return neighbors;
  }

  @Override
  public int[] outNeighbors() {
    return inNeighbors();
  }

  @Override
  public int map(int[] dims, boolean[] periods) {
    return mapCart(dims, periods);
  }

  @Override
  Communicator duplicate(Membership membership) {
    return new CartCommunicator(membership, grid);
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
