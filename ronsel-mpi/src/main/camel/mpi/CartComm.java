package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;

/** Ranks arranged in a grid (MPI-4.1, section 8.5), in the spelling of Open MPI. */
public final class CartComm extends Cartcomm {
  CartComm(org.ronsel.@Nullable CartComm core, Properties properties) {
    super(core, properties);
  }

  private CartComm(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  @Override
  public CartComm clone() throws MPIException {
    return dup();
  }

  @Override
  public CartComm dup() throws MPIException {
    return (CartComm) super.dup();
  }

  @Override
  public CartComm iDup() throws MPIException {
    return new CartComm(startDup(), properties().copy());
  }

  @Override
  public CartComm dupWithInfo(Info info) throws MPIException {
    return (CartComm) super.dupWithInfo(info);
  }

  /** Shape of the grid, and the calling rank's place in it. */
  public CartParms getTopo() throws MPIException {
    return Get();
  }

  /** The rank at coordinates. */
  public int getRank(int[] coords) throws MPIException {
    return Rank(coords);
  }

  /** The coordinates of a rank. */
  public int[] getCoords(int rank) throws MPIException {
    return Coords(rank);
  }

  /** Whom to receive from and send to in a shift by {@code disp} along a dimension. */
  public ShiftParms shift(int direction, int disp) throws MPIException {
    return Shift(direction, disp);
  }

  /** The grid of the kept dimensions in which the calling rank lies. */
  public CartComm sub(boolean[] remainDims) throws MPIException {
    return (CartComm) Sub(remainDims);
  }

  /** The rank that the caller had best have in a grid, or {@code MPI.UNDEFINED}. */
  public int map(int[] dims, boolean[] periods) throws MPIException {
    return Map(dims, periods);
  }

  /** Fills the extents that are 0 so that the grid has {@code nodeCount} places. */
  public static void createDims(int nodeCount, int[] dims) throws MPIException {
    Dims_create(nodeCount, dims);
  }
}
