package org.ronsel.npb.cfd;

/**
 * Copies of some rows of all fields that the right-hand side depends on, moved so that a point and
 * its neighbours have the same index: JDK 25 vectorises only loops whose operands all have the same
 * index, which saves more time than the copying costs. For use by one thread.
 */
final class Rows {
  /** The five variables. */
  final double[][] u;

  /** Velocities in x, y and z. */
  final double[][] velocity;

  /** Kinetic energy per volume. */
  final double[] square;

  /** Kinetic energy per mass. */
  final double[] qs;

  /** Reciprocal of the density. */
  final double[] rhoI;

  Rows(int length) {
    u = new double[Flow.VARIABLES][length];
    velocity = new double[3][length];
    square = new double[length];
    qs = new double[length];
    rhoI = new double[length];
  }

  /** Copies {@code count} points from index {@code from} of a block. */
  void load(Block block, int from, int count) {
    copy(block.u, from, u, count);
    copy(block.velocity, from, velocity, count);
    System.arraycopy(block.square, from, square, 0, count);
    System.arraycopy(block.qs, from, qs, 0, count);
    System.arraycopy(block.rhoI, from, rhoI, 0, count);
  }

  static void copy(double[][] fields, int from, double[][] rows, int count) {
    for (int m = 0; m < rows.length; m++) {
      System.arraycopy(fields[m], from, rows[m], 0, count);
    }
  }
}
