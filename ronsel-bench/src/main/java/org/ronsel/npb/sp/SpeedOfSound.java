package org.ronsel.npb.sp;

import java.util.List;
import org.ronsel.npb.cfd.Block;

/** The speed of sound at the points of cells. */
final class SpeedOfSound {
  private static final double C1C2 = 0.56;

  private final List<Block> cells;
  private final double[][] fields;

  SpeedOfSound(List<Block> cells) {
    this.cells = List.copyOf(cells);
    fields = new double[cells.size()][];
    for (int cell = 0; cell < fields.length; cell++) {
      fields[cell] = new double[cells.get(cell).rhoI.length];
    }
  }

  double[] of(Block cell) {
    return fields[cells.indexOf(cell)];
  }

  double[] of(int cell) {
    return fields[cell];
  }

  /** Computes the speed of sound for indices of a cell. */
  void compute(int cell, int from, int to) {
    Block block = cells.get(cell);
    compute(fields[cell], block.rhoI, block.u[4], block.square, from, to);
  }

  private static void compute(
      double[] speed, double[] rhoI, double[] energy, double[] square, int from, int to) {
    for (int i = from; i < to; i++) {
      speed[i] = Math.sqrt(C1C2 * rhoI[i] * (energy[i] - square[i]));
    }
  }
}
