/*
 * Ranks that form a grid swap the rims of their blocks with their four neighbours, again and again.
 * Neighbours in one JVM copy from heap to heap; between JVMs the rims go through shared memory. The
 * grid is made twice: with the ranks in the order in which they were started, and reordered, so that
 * neighbours share a JVM where possible. The messages between JVMs are counted.
 *
 *   ./ronsel run -n 16 --jvms 4 examples/Stencil.java [SIDE [STEPS]]
 *
 * SIDE is the number of cells along a block's side, STEPS that of swaps.
 */

import java.util.Locale;
import org.ronsel.CartComm;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.Ronsel;

static final int RIM = 1; // the tag

void main(String[] args) {
  Comm world = Ronsel.world();
  int side = 512;
  int steps = 200;
  try {
    side = args.length > 0 ? Integer.parseInt(args[0]) : side;
    steps = args.length > 1 ? Integer.parseInt(args[1]) : steps;
  } catch (NumberFormatException notANumber) {
    side = 0;
  }
  if (side < 1 || side > 10_000 || steps < 1 || args.length > 2) {
    if (world.rank() == 0) {
      System.err.println("usage: Stencil [SIDE [STEPS]], SIDE from 1 to 10000, STEPS at least 1");
      System.exit(2);
    }
    return;
  }

  int[] dims = CartComm.dims(world.size(), 0, 0);
  if (world.rank() == 0) {
    IO.println(
        "%d x %d blocks of %d x %d cells, %d steps".formatted(dims[0], dims[1], side, side, steps));
  }
  for (boolean reorder : new boolean[] {false, true}) {
    try (CartComm grid = world.createCart(dims, new boolean[2], reorder)) {
      Block block = new Block(grid, side);
      for (int step = 0; step < steps; step++) {
        block.step(); // until it is compiled, and every rank has met its neighbours
      }
      grid.barrier();
      long bytes = Ronsel.bytesBetweenJvms();
      long start = System.nanoTime();
      for (int step = 0; step < steps; step++) {
        block.step();
      }
      bytes = Ronsel.bytesBetweenJvms() - bytes;
      double seconds = grid.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
      double megabytes = grid.allReduce(bytes, Op.SUM) * 1e-6;
      double sum = grid.allReduce(block.sum(), Op.SUM);
      if (grid.rank() == 0) {
        IO.println(
            String.format(
                Locale.ROOT,
                "%-16s %10.3f MB between JVMs   %8.1f us per step   sum %.6f",
                reorder ? "reordered" : "order of ranks",
                megabytes,
                seconds / steps * 1e6,
                sum));
      }
    }
  }
}

/** The cells of a rank, with a rim of its neighbours' cells around them. */
static final class Block {
  final CartComm grid;
  final int side;
  final int width;
  final double[] row;
  final double[] incoming;
  double[] cells;
  double[] next;

  Block(CartComm grid, int side) {
    this.grid = grid;
    this.side = side;
    width = side + 2;
    row = new double[side];
    incoming = new double[side];
    cells = new double[width * width];
    next = new double[width * width];
    int[] at = grid.coordinates();
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        cells[index(y, x)] =
            Math.sin((at[0] * side + y) * 0.1) * Math.cos((at[1] * side + x) * 0.1);
      }
    }
  }

  /** Row and column from 0; -1 and {@code side} are the rim. */
  int index(int y, int x) {
    return (y + 1) * width + x + 1;
  }

  void step() {
    swap(0, 1, index(side - 1, 0), index(-1, 0), 1); // down
    swap(0, -1, index(0, 0), index(side, 0), 1); // up
    swap(1, 1, index(0, side - 1), index(0, -1), width); // right
    swap(1, -1, index(0, 0), index(0, side), width); // left
    for (int y = 0; y < side; y++) {
      for (int i = index(y, 0); i < index(y, side); i++) {
        next[i] = 0.25 * (cells[i - 1] + cells[i + 1] + cells[i - width] + cells[i + width]);
      }
    }
    double[] old = cells;
    cells = next;
    next = old;
  }

  /**
   * Sends the cells from {@code from} on to one neighbour, and receives those of the opposite one.
   */
  void swap(int dimension, int steps, int from, int into, int stride) {
    CartComm.Shift shift = grid.shift(dimension, steps);
    for (int i = 0; i < side; i++) {
      row[i] = cells[from + i * stride];
    }
    grid.sendReceive(row, shift.dest(), RIM, incoming, shift.source(), RIM);
    if (shift.source() != Ronsel.PROC_NULL) {
      for (int i = 0; i < side; i++) {
        cells[into + i * stride] = incoming[i];
      }
    }
  }

  double sum() {
    double sum = 0;
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        sum += cells[index(y, x)];
      }
    }
    return sum;
  }
}
