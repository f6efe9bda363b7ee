package org.ronsel.npb.ft;

/**
 * The decay of each wave: its factor is exp(-4 alpha pi^2 k^2 t), which with k^2 = kx^2 + ky^2 +
 * kz^2 is a product of three factors from tables. For use by one thread.
 */
final class Decay {
  private static final double ALPHA = 1e-6;

  private final Ft.Size size;
  private final int width;

  /** Factors along x in pieces, since loops over arrays with the same index are vectorised. */
  private final double[][] alongX;

  private final double[] alongY;
  private final double[] alongZ;

  Decay(Ft.Size size, int width) {
    this.size = size;
    this.width = width;
    alongX = new double[size.nx() / width][width];
    alongY = new double[size.ny()];
    alongZ = new double[size.nz()];
  }

  /** Sets the time. */
  void at(int time) {
    for (int x = 0; x < size.nx(); x++) {
      alongX[x / width][x % width] = factor(x, size.nx(), time);
    }
    for (int y = 0; y < size.ny(); y++) {
      alongY[y] = factor(y, size.ny(), time);
    }
    for (int z = 0; z < size.nz(); z++) {
      alongZ[z] = factor(z, size.nz(), time);
    }
  }

  /** The factor of an index; indices of the upper half are negative wave numbers. */
  private static double factor(int index, int points, int time) {
    double k = index < points / 2 ? index : index - points;
    return Math.exp(-4 * ALPHA * Math.PI * Math.PI * k * k * time);
  }

  /** Multiplies waves from {@code x} on. */
  void apply(double[] re, double[] im, int x, int y, int z) {
    multiply(re, im, alongX[x / width], alongY[y] * alongZ[z]);
  }

  private static void multiply(double[] re, double[] im, double[] factors, double factor) {
    for (int l = 0; l < re.length; l++) {
      double f = factors[l] * factor;
      re[l] *= f;
      im[l] *= f;
    }
  }
}
