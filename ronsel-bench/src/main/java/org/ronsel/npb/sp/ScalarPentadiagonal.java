package org.ronsel.npb.sp;

import org.ronsel.Comm;
import org.ronsel.npb.cfd.AlternatingDirections;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.LineSweep;
import org.ronsel.npb.cfd.MultiPartition;
import org.ronsel.npb.cfd.Workers;

/** The diagonalised approximate factorisation: eigenvectors of each direction are factored out. */
public final class ScalarPentadiagonal extends AlternatingDirections {
  private final Flow flow;
  private final SpeedOfSound speed;
  private final LineSweep sweep;

  /** Creates the steps for the cells of a rank. */
  public ScalarPentadiagonal(Comm comm, MultiPartition partition, Flow flow, Workers workers) {
    super(comm, partition, flow, workers);
    this.flow = flow;
    speed = new SpeedOfSound(partition.cells());
    sweep =
        new LineSweep(
            comm, partition, workers, (most, width) -> new Pentadiagonal(flow, speed, most, width));
  }

  @Override
  protected LineSweep sweep() {
    return sweep;
  }

  @Override
  protected void before(int cell, int fromPlane, int toPlane) {
    Block block = partition().cells().get(cell);
    for (int k = fromPlane; k < toPlane; k++) {
      for (int j = block.firstKnown(1); j < block.endKnown(1); j++) {
        speed.compute(
            cell, block.index(block.firstKnown(0), j, k), block.index(block.endKnown(0), j, k));
      }
      if (k >= block.first(2) && k < block.end(2)) {
        txinvr(block, speed.of(cell), k);
      }
    }
  }

  private void txinvr(Block block, double[] speedOfSound, int k) {
    for (int j = block.first(1); j < block.end(1); j++) {
      int from = block.index(block.first(0), j, k);
      int to = block.index(block.end(0), j, k);
      Transformations.txinvr(block, speedOfSound, flow.dt(), from, to);
    }
  }

  @Override
  protected void after(int cell, int fromPlane, int toPlane) {
    Block block = partition().cells().get(cell);
    for (int k = fromPlane; k < toPlane; k++) {
      for (int j = block.first(1); j < block.end(1); j++) {
        int from = block.index(block.first(0), j, k);
        int to = block.index(block.end(0), j, k);
        Transformations.addTzetar(block, speed.of(cell), from, to);
      }
    }
  }
}
