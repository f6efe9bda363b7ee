package org.ronsel.npb.cfd;

import java.util.ArrayList;
import java.util.List;

/**
 * The right-hand side of the discrete equations on a block: forcing term, fluxes by central
 * differences, fourth-order dissipation (NAS-95-020, section 3.2.3).
 */
public final class RightHandSide {
  /**
   * Number of rows in a loop: enough for vector instructions, and few enough for the first-level
   * cache.
   */
  private static final int ROWS = 6;

  private final Block block;
  private final Flow flow;
  private final List<Differences> scratch = new ArrayList<>();

  /** Creates the right-hand side for a block and the constants of its grid. */
  public RightHandSide(Block block, Flow flow) {
    this.block = block;
    this.flow = flow;
  }

  /**
   * Computes the right-hand side from the solution, whose two layers of ghost points are up to
   * date.
   */
  public void compute(Workers workers) {
    workers.share(
        block.firstKnown(2), block.endKnown(2), (worker, from, to) -> primitives(from, to));
    workers.share(block.first(2), block.end(2), this::differences);
  }

  private void primitives(int fromK, int toK) {
    for (int k = fromK; k < toK; k++) {
      for (int j = block.firstKnown(1); j < block.endKnown(1); j += ROWS) {
        int last = Math.min(j + ROWS, block.endKnown(1)) - 1;
        int from = block.index(block.firstKnown(0), j, k);
        int to = block.index(block.endKnown(0), last, k);
        velocities(block.u, block.rhoI, block.velocity, from, to);
        kineticEnergy(block.u, block.rhoI, block.square, block.qs, from, to);
      }
    }
  }

  private static void velocities(
      double[][] u, double[] rhoI, double[][] velocity, int from, int to) {
    double[] u0 = u[0];
    double[] u1 = u[1];
    double[] u2 = u[2];
    double[] u3 = u[3];
    double[] vx = velocity[0];
    double[] vy = velocity[1];
    double[] vz = velocity[2];
    for (int i = from; i < to; i++) {
      double inverse = 1 / u0[i];
      rhoI[i] = inverse;
      vx[i] = u1[i] * inverse;
      vy[i] = u2[i] * inverse;
      vz[i] = u3[i] * inverse;
    }
  }

  private static void kineticEnergy(
      double[][] u, double[] rhoI, double[] square, double[] qs, int from, int to) {
    double[] u1 = u[1];
    double[] u2 = u[2];
    double[] u3 = u[3];
    for (int i = from; i < to; i++) {
      double energy = 0.5 * (u1[i] * u1[i] + u2[i] * u2[i] + u3[i] * u3[i]) * rhoI[i];
      square[i] = energy;
      qs[i] = energy * rhoI[i];
    }
  }

  private void differences(int worker, int fromK, int toK) {
    Differences differences = scratch(worker);
    for (int k = fromK; k < toK; k++) {
      for (int j = block.first(1); j < block.end(1); j += ROWS) {
        differences(differences, j, Math.min(j + ROWS, block.end(1)), k);
      }
    }
  }

  private synchronized Differences scratch(int worker) {
    while (scratch.size() <= worker) {
      scratch.add(new Differences(ROWS * block.stride(1)));
    }
    return scratch.get(worker);
  }

  /** Computes several rows together in long loops; results between the ends of rows are cleared. */
  private void differences(Differences differences, int fromJ, int toJ, int k) {
    int from = block.index(block.first(0), fromJ, k);
    int count = block.index(block.end(0), toJ - 1, k) - from;
    Rows.copy(block.forcing, from, differences.result, count);
    differences.here.load(block, from, count);
    for (int direction = 0; direction < 3; direction++) {
      differences.load(block, direction, from, count);
      differences.addFluxes(flow.direction(direction), count);
      switch (direction) {
        case 0 -> differences.dissipate(Dissipation.GENERAL, 0, count);
        case 1 -> dissipateAcrossRows(differences, fromJ, toJ, from, k);
        default -> differences.dissipate(dissipationAt(2, k), 0, count);
      }
    }
    for (int m = 0; m < Flow.VARIABLES; m++) {
      System.arraycopy(differences.result[m], 0, block.rhs[m], from, count);
    }
    for (int j = fromJ; j < toJ; j++) {
      correctAlongRow(j, k);
      clearEnds(block.index(block.first(0), j, k) - 1, block.index(block.end(0), j, k));
    }
  }

  private void dissipateAcrossRows(Differences differences, int fromJ, int toJ, int from, int k) {
    int j = fromJ;
    while (j < toJ) {
      int end = endOfSame(j, toJ);
      int first = block.index(block.first(0), j, k) - from;
      differences.dissipate(
          dissipationAt(1, j), first, block.index(block.end(0), end - 1, k) - from);
      j = end;
    }
  }

  private int endOfSame(int j, int toJ) {
    int end = j + 1;
    while (end < toJ && dissipationAt(1, end).equals(dissipationAt(1, j))) {
      end++;
    }
    return end;
  }

  private void clearEnds(int before, int behind) {
    for (double[] component : block.rhs) {
      component[before] = 0;
      component[behind] = 0;
    }
  }

  private Dissipation dissipationAt(int direction, int position) {
    return Dissipation.at(block.low(direction) + position, block.points(direction));
  }

  /**
   * Corrects the two points inside each end of the grid, whose factors differ from the general
   * ones.
   */
  private void correctAlongRow(int j, int k) {
    for (int i = block.first(0); i < block.end(0); i++) {
      Dissipation factors = dissipationAt(0, i);
      if (factors.equals(Dissipation.GENERAL)) {
        i = Math.max(i, block.points(0) - 4 - block.low(0)); // to the last general point
      } else {
        correct(block.index(i, j, k), factors.minus(Dissipation.GENERAL));
      }
    }
  }

  private void correct(int index, Dissipation factors) {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      double[] u = block.u[m];
      block.rhs[m][index] -=
          Flow.DSSP
              * (factors.below2() * u[index - 2]
                  + factors.below1() * u[index - 1]
                  + factors.here() * u[index]
                  + factors.above1() * u[index + 1]
                  + factors.above2() * u[index + 2]);
    }
  }
}
