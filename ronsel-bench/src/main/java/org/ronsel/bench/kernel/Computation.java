package org.ronsel.bench.kernel;

/**
 * The computation of a rank while its operation is under way: arithmetic on a few values, each step
 * of which needs the one before, so that its time is in proportion to its length and it touches no
 * memory that a message needs.
 */
final class Computation {
  /** Steps of a unit, of which there must be several in the time of the shortest operation. */
  private static final int STEPS = 32;

  private double state = 1;

  /** Computes a number of units. */
  void run(long units) {
    double x = state;
    for (long unit = 0; unit < units; unit++) {
      for (int step = 0; step < STEPS; step++) {
        x = x * 0.999999 + 1e-6;
      }
    }
    state = x;
  }

  /** Throws if the arithmetic went wrong: the result has to be used somewhere. */
  void check() {
    if (!(state > 0.5 && state < 1.5)) {
      throw new ArithmeticException("the computation has come to " + state);
    }
  }
}
