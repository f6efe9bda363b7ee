package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.RonselException;

/** Ranks arranged in a grid (MPI-4.1, section 8.5), in the spelling of mpiJava. */
public abstract class Cartcomm extends Intracomm {
  Cartcomm(org.ronsel.@Nullable CartComm core, Properties properties) {
    super(core, properties);
  }

  Cartcomm(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  final org.ronsel.CartComm grid() {
    return (org.ronsel.CartComm) core();
  }

  @Override
  public Cartcomm clone() throws MPIException {
    return dup();
  }

  @Override
  public Cartcomm dup() throws MPIException {
    return (Cartcomm) super.dup();
  }

  @Override
  public abstract Cartcomm iDup() throws MPIException;

  @Override
  public Cartcomm dupWithInfo(Info info) throws MPIException {
    return (Cartcomm) super.dupWithInfo(info);
  }

  /** Shape of the grid, and the calling rank's place in it. */
  public CartParms Get() throws MPIException {
    return new CartParms(grid().dims(), grid().periods(), grid().coordinates());
  }

  /** The rank at coordinates. */
  public int Rank(int[] coords) throws MPIException {
    try {
      return grid().rank(inDimensions(grid().dims(), coords));
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The coordinates of a rank. */
  public int[] Coords(int rank) throws MPIException {
    try {
      return grid().coordinates(rank);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The ranks to receive from and send to in a shift by {@code disp} along a dimension. */
  public ShiftParms Shift(int direction, int disp) throws MPIException {
    try {
      org.ronsel.CartComm.Shift shift = grid().shift(direction, disp);
      return new ShiftParms(shift.source(), shift.dest());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The flags of so many dimensions: in C they have no length, and no others are read. */
  static boolean[] counted(int[] dims, boolean[] flags) {
    return dims != null && flags != null && flags.length > dims.length
        ? Arrays.copyOf(flags, dims.length)
        : flags;
  }

  /** The coordinates in so many dimensions, as with flags. */
  private static int[] inDimensions(int[] dims, int[] coords) {
    return coords != null && coords.length > dims.length
        ? Arrays.copyOf(coords, dims.length)
        : coords;
  }

  /** The grid of the kept dimensions in which the calling rank lies. */
  public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
    try {
      return (Cartcomm)
          CommHandles.of(grid().sub(counted(grid().dims(), remain_dims)), properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The rank that the caller had best have in a grid, or {@code MPI.UNDEFINED}. */
  public int Map(int[] dims, boolean[] periods) throws MPIException {
    try {
      return core().mapCart(dims, periods);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Fills the extents that are 0 so that the grid has {@code nnodes} places. */
  public static void Dims_create(int nnodes, int[] dims) throws MPIException {
    try {
      int[] chosen = org.ronsel.CartComm.dims(nnodes, dims);
      System.arraycopy(chosen, 0, dims, 0, dims.length);
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }
}
