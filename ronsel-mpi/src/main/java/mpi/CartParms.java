package mpi;

/** Shape of a Cartesian topology, and the place of the calling rank in it. */
public class CartParms {
  /** Extent of each dimension. */
  public int[] dims;

  /** Which dimensions wrap around. */
  public boolean[] periods;

  /** The calling rank's coordinates. */
  public int[] coords;

  /** Creates a topology without dimensions. */
  public CartParms() {
    this(new int[0], new boolean[0], new int[0]);
  }

  CartParms(int[] dims, boolean[] periods, int[] coords) {
    this.dims = dims;
    this.periods = periods;
    this.coords = coords;
  }

  /** Number of dimensions. */
  public int getDimCount() {
    return dims.length;
  }

  /** Extent of dimension {@code i}. */
  public int getDim(int i) {
    return dims[i];
  }

  /** Whether dimension {@code i} wraps around. */
  public boolean getPeriod(int i) {
    return periods[i];
  }

  /** The calling rank's coordinate in dimension {@code i}. */
  public int getCoord(int i) {
    return coords[i];
  }
}
