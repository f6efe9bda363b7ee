package org.ronsel.npb.ft;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbRandom;
import org.ronsel.npb.Timers;

/**
 * The equation and its transforms. Each rank has some planes across the third axis for the
 * transforms along the first two, and for those along the third axis a slab across the second axis.
 * In the slab a block for another rank is contiguous, and so are the rows of a received block, so
 * that nothing is packed. Real and imaginary parts are in separate arrays. For use by one thread of
 * each rank.
 */
final class Diffusion {
  static final String[] PARTS = {"start", "along z", "along x and y", "exchange", "checksum"};
  private static final int START = 0;
  private static final int ALONG_Z = 1;
  private static final int IN_PLANES = 2;
  private static final int EXCHANGE = 3;
  private static final int CHECKSUM = 4;

  /** Number of sequences that are transformed at once. */
  private static final int WIDTH = 64;

  private static final int CHECKED_POINTS = 1024;

  private final Comm comm;
  private final Ft.Size size;
  private final Timers timers;

  /** Number of planes, and of rows of the second axis, of each rank. */
  private final int planes;

  private final int rows;

  /** Elements of a block that a rank sends to another. */
  private final int block;

  private final RowTransform alongX;
  private final RowTransform alongY;
  private final RowTransform alongZ;
  private final Decay decay;

  /** The transform of the initial state; by z, rows of y, and x. */
  private final Complex transformed;

  /** The transform of a step: the blocks for other ranks, and this rank's own part. */
  private final Complex slab;

  /** The blocks from other ranks: by rank, plane, rows of y, and x. Later the solution. */
  private final Complex received;

  private final Complex plane;
  private final int[] counts;
  private final int[] starts;

  /** Real and imaginary parts. */
  private record Complex(double[] re, double[] im) {
    static Complex of(int size) {
      return new Complex(new double[size], new double[size]);
    }
  }

  Diffusion(Comm comm, Ft.Size size, Timers timers) {
    this.comm = comm;
    this.size = size;
    this.timers = timers;
    planes = size.nz() / comm.size();
    rows = size.ny() / comm.size();
    block = Math.multiplyExact(planes * rows, size.nx());
    alongX = new RowTransform(size.nx(), WIDTH);
    alongY = new RowTransform(size.ny(), WIDTH);
    alongZ = new RowTransform(size.nz(), WIDTH);
    decay = new Decay(size, WIDTH);
    int all = Math.multiplyExact(block, comm.size());
    transformed = Complex.of(all);
    slab = Complex.of(all);
    received = comm.size() == 1 ? slab : Complex.of(all);
    plane = Complex.of(size.nx() * size.ny());
    counts = new int[comm.size()];
    starts = new int[comm.size()];
    for (int rank = 0; rank < comm.size(); rank++) {
      counts[rank] = rank == comm.rank() ? 0 : block;
      starts[rank] = rank * block;
    }
  }

  /** Draws the initial state and transforms it. Collective. */
  void start() {
    for (int z = 0; z < planes; z++) {
      timers.start(START);
      draw(comm.rank() * planes + z);
      timers.stop(START);
      timers.start(IN_PLANES);
      forwardX();
      forwardY(z);
      timers.stop(IN_PLANES);
    }
    timers.start(EXCHANGE);
    exchange(slab, transformed);
    int own = comm.rank() * block;
    System.arraycopy(slab.re, own, transformed.re, own, block);
    System.arraycopy(slab.im, own, transformed.im, own, block);
    timers.stop(EXCHANGE);
    timers.start(ALONG_Z);
    for (int at = 0; at < rows * size.nx(); at += WIDTH) {
      forwardZ(at);
    }
    timers.stop(ALONG_Z);
  }

  /** The solution at a time, and the sum of some of its values. Collective. */
  double[] step(int time) {
    timers.start(ALONG_Z);
    decay.at(time);
    for (int at = 0; at < rows * size.nx(); at += WIDTH) {
      inverseZ(at);
    }
    timers.stop(ALONG_Z);
    timers.start(EXCHANGE);
    exchange(slab, received);
    timers.stop(EXCHANGE);
    timers.start(IN_PLANES);
    for (int z = 0; z < planes; z++) {
      inverseY(z);
      inverseX(z);
    }
    timers.stop(IN_PLANES);
    timers.start(CHECKSUM);
    double[] sum = checksum();
    timers.stop(CHECKSUM);
    return sum;
  }

  /**
   * Draws a plane in two sequences of every second number: a product waits for its own predecessor
   * only.
   */
  private void draw(int z) {
    NpbRandom random = new NpbRandom(NpbRandom.SEED);
    random.skip(2L * z * size.nx() * size.ny());
    random.fillPairs(plane.re, plane.im);
  }

  private void forwardX() {
    for (int y = 0; y < size.ny(); y += WIDTH) {
      int from = y * size.nx();
      Lines.load(alongX, size.nx(), plane.re, plane.im, from, size.nx());
      alongX.forward();
      Lines.store(alongX, size.nx(), 0, WIDTH, plane.re, plane.im, from, size.nx());
    }
  }

  private void forwardY(int z) {
    for (int x = 0; x < size.nx(); x += WIDTH) {
      for (int y = 0; y < size.ny(); y++) {
        int from = y * size.nx() + x;
        System.arraycopy(plane.re, from, alongY.re(y), 0, WIDTH);
        System.arraycopy(plane.im, from, alongY.im(y), 0, WIDTH);
      }
      alongY.forward();
      for (int y = 0; y < size.ny(); y++) {
        int to = inBlocks(z, y) + x;
        System.arraycopy(alongY.resultRe(y), 0, slab.re, to, WIDTH);
        System.arraycopy(alongY.resultIm(y), 0, slab.im, to, WIDTH);
      }
    }
  }

  /** The offset of row y of a plane in the block of the rank that has this row. */
  private int inBlocks(int z, int y) {
    return y / rows * block + (z * rows + y % rows) * size.nx();
  }

  private void forwardZ(int at) {
    int stride = rows * size.nx();
    for (int z = 0; z < size.nz(); z++) {
      System.arraycopy(transformed.re, z * stride + at, alongZ.re(z), 0, WIDTH);
      System.arraycopy(transformed.im, z * stride + at, alongZ.im(z), 0, WIDTH);
    }
    alongZ.forward();
    for (int z = 0; z < size.nz(); z++) {
      System.arraycopy(alongZ.resultRe(z), 0, transformed.re, z * stride + at, WIDTH);
      System.arraycopy(alongZ.resultIm(z), 0, transformed.im, z * stride + at, WIDTH);
    }
  }

  private void inverseZ(int at) {
    int stride = rows * size.nx();
    int y = comm.rank() * rows + at / size.nx();
    int x = at % size.nx();
    for (int z = 0; z < size.nz(); z++) {
      double[] re = alongZ.re(z);
      double[] im = alongZ.im(z);
      System.arraycopy(transformed.re, z * stride + at, re, 0, WIDTH);
      System.arraycopy(transformed.im, z * stride + at, im, 0, WIDTH);
      decay.apply(re, im, x, y, z);
    }
    alongZ.inverse();
    for (int z = 0; z < size.nz(); z++) {
      System.arraycopy(alongZ.resultRe(z), 0, slab.re, z * stride + at, WIDTH);
      System.arraycopy(alongZ.resultIm(z), 0, slab.im, z * stride + at, WIDTH);
    }
  }

  /** Exchanges blocks with other ranks; the rank's own block stays. */
  private void exchange(Complex from, Complex to) {
    if (comm.size() > 1) {
      comm.allToAllv(from.re, 0, counts, starts, to.re, 0, counts, starts);
      comm.allToAllv(from.im, 0, counts, starts, to.im, 0, counts, starts);
    }
  }

  private void inverseY(int z) {
    for (int x = 0; x < size.nx(); x += WIDTH) {
      for (int y = 0; y < size.ny(); y++) {
        Complex source = source(y);
        int from = inBlocks(z, y) + x;
        System.arraycopy(source.re, from, alongY.re(y), 0, WIDTH);
        System.arraycopy(source.im, from, alongY.im(y), 0, WIDTH);
      }
      alongY.inverse();
      for (int y = 0; y < size.ny(); y++) {
        int to = y * size.nx() + x;
        System.arraycopy(alongY.resultRe(y), 0, plane.re, to, WIDTH);
        System.arraycopy(alongY.resultIm(y), 0, plane.im, to, WIDTH);
      }
    }
  }

  /** Transforms along x; the results overwrite their input, which is in a cache. */
  private void inverseX(int z) {
    int run = Math.min(WIDTH, rows);
    for (int y = 0; y < size.ny(); y += WIDTH) {
      int from = y * size.nx();
      Lines.load(alongX, size.nx(), plane.re, plane.im, from, size.nx());
      alongX.inverse();
      for (int first = 0; first < WIDTH; first += run) {
        Complex target = source(y + first);
        int to = inBlocks(z, y + first);
        Lines.store(alongX, size.nx(), first, run, target.re, target.im, to, size.nx());
      }
    }
  }

  /** The array that holds a row of y after an exchange: this rank's own rows have stayed. */
  private Complex source(int y) {
    return y / rows == comm.rank() ? slab : received;
  }

  /** The checksum of the points that the specification names. */
  private double[] checksum() {
    double[] sum = new double[2];
    for (int j = 1; j <= CHECKED_POINTS; j++) {
      int z = 5 * j % size.nz() - comm.rank() * planes;
      if (z >= 0 && z < planes) {
        int y = 3 * j % size.ny();
        int at = inBlocks(z, y) + j % size.nx();
        sum[0] += source(y).re[at];
        sum[1] += source(y).im[at];
      }
    }
    comm.allReduce(sum, Op.SUM);
    sum[0] /= size.points();
    sum[1] /= size.points();
    return sum;
  }
}
