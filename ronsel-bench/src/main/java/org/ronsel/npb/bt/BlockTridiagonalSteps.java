package org.ronsel.npb.bt;

import org.ronsel.Comm;
import org.ronsel.npb.cfd.AlternatingDirections;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.LineSweep;
import org.ronsel.npb.cfd.MultiPartition;
import org.ronsel.npb.cfd.Workers;

/** The approximate factorisation with a block tridiagonal system along each line. */
public final class BlockTridiagonalSteps extends AlternatingDirections {
  private final Flow flow;
  private final LineSweep sweep;

  /** Creates the steps for the cells of a rank. */
  public BlockTridiagonalSteps(Comm comm, MultiPartition partition, Flow flow, Workers workers) {
    super(comm, partition, flow, workers);
    this.flow = flow;
    sweep =
        new LineSweep(
            comm, partition, workers, (most, width) -> new BlockTridiagonal(flow, most, width));
  }

  @Override
  protected LineSweep sweep() {
    return sweep;
  }

  @Override
  protected void before(int cell, int fromPlane, int toPlane) {
    Block block = partition().cells().get(cell);
    for (double[] component : block.rhs) {
      for (int k = fromPlane; k < toPlane; k++) {
        for (int j = block.first(1); j < block.end(1); j++) {
          int from = block.index(block.first(0), j, k);
          scale(component, flow.dt(), from, block.index(block.end(0), j, k));
        }
      }
    }
  }

  private static void scale(double[] r, double factor, int from, int to) {
    for (int i = from; i < to; i++) {
      r[i] *= factor;
    }
  }

  @Override
  protected void after(int cell, int fromPlane, int toPlane) {
    Block block = partition().cells().get(cell);
    for (int m = 0; m < Flow.VARIABLES; m++) {
      for (int k = fromPlane; k < toPlane; k++) {
        for (int j = block.first(1); j < block.end(1); j++) {
          int from = block.index(block.first(0), j, k);
          add(block.u[m], block.rhs[m], from, block.index(block.end(0), j, k));
        }
      }
    }
  }

  private static void add(double[] u, double[] r, int from, int to) {
    for (int i = from; i < to; i++) {
      u[i] += r[i];
    }
  }
}
