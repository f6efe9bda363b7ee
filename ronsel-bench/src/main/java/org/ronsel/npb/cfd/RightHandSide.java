package org.ronsel.npb.cfd;

import static org.ronsel.npb.cfd.Flow.C1;
import static org.ronsel.npb.cfd.Flow.C2;

import org.ronsel.npb.cfd.Flow.Direction;

/**
 * The right-hand side of the discrete equations on a block: forcing term, fluxes by central
 * differences, fourth-order dissipation (NAS-95-020, section 3.2.3). All loops run along rows of x;
 * a difference in another direction is one with another stride.
 */
public final class RightHandSide {
  /** Rows in a loop: enough for vector instructions, and few enough for the first cache. */
  private static final int ROWS = 6;

  private final Block block;
  private final Flow flow;

  /** For a block and the constants of its grid. */
  public RightHandSide(Block block, Flow flow) {
    this.block = block;
    this.flow = flow;
  }

  /** Computes it from the solution, whose two layers of ghost points are up to date. */
  public void compute(Workers workers) {
    workers.share(
        block.firstKnown(2), block.endKnown(2), (worker, from, to) -> primitives(from, to));
    workers.share(block.first(2), block.end(2), (worker, from, to) -> differences(from, to));
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

  private void differences(int fromK, int toK) {
    for (int k = fromK; k < toK; k++) {
      for (int j = block.first(1); j < block.end(1); j += ROWS) {
        differences(j, Math.min(j + ROWS, block.end(1)), k);
      }
    }
  }

  /** Rows are done together, as long loops: what comes out between their ends is cleared. */
  private void differences(int fromJ, int toJ, int k) {
    int from = block.index(block.first(0), fromJ, k);
    int to = block.index(block.end(0), toJ - 1, k);
    for (int m = 0; m < Flow.VARIABLES; m++) {
      System.arraycopy(block.forcing[m], from, block.rhs[m], from, to - from);
    }
    for (int direction = 0; direction < 3; direction++) {
      fluxes(flow.direction(direction), from, to);
    }
    dissipate(0, Dissipation.GENERAL, from, to);
    dissipate(2, dissipationAt(2, k), from, to);
    for (int j = fromJ; j < toJ; j++) {
      int end = endOfSame(j, toJ);
      int first = block.index(block.first(0), j, k);
      dissipate(1, dissipationAt(1, j), first, block.index(block.end(0), end - 1, k));
      j = end - 1;
    }
    for (int j = fromJ; j < toJ; j++) {
      correctAlongRow(j, k);
      clearEnds(block.index(block.first(0), j, k) - 1, block.index(block.end(0), j, k));
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

  private void fluxes(Direction direction, int from, int to) {
    int s = block.stride(direction.index());
    double[][] u = block.u;
    double[][] rhs = block.rhs;
    int n = direction.normal();
    double[] w = block.velocity[direction.index()];
    continuity(rhs[0], u[0], u[n], from, to, s, direction);
    normalMomentum(rhs[n], u[n], w, u[4], block.square, from, to, s, direction);
    int a = direction.firstTangential();
    tangentialMomentum(rhs[a], u[a], block.velocity[a - 1], w, from, to, s, direction);
    int b = direction.secondTangential();
    tangentialMomentum(rhs[b], u[b], block.velocity[b - 1], w, from, to, s, direction);
    viscousEnergy(rhs[4], u[4], block.qs, w, block.rhoI, from, to, s, direction);
    convectedEnergy(rhs[4], u[4], block.square, w, from, to, s, direction);
  }

  private static void continuity(
      double[] r, double[] u, double[] un, int from, int to, int s, Direction direction) {
    double diffusion = direction.d() * direction.t1();
    double t2 = direction.t2();
    for (int i = from; i < to; i++) {
      r[i] += diffusion * (u[i + s] - 2 * u[i] + u[i - s]) - t2 * (un[i + s] - un[i - s]);
    }
  }

  private static void tangentialMomentum(
      double[] r,
      double[] u,
      double[] v,
      double[] w,
      int from,
      int to,
      int s,
      Direction direction) {
    double diffusion = direction.d() * direction.t1();
    double con2 = Flow.C3C4 * direction.t1();
    double t2 = direction.t2();
    for (int i = from; i < to; i++) {
      r[i] +=
          diffusion * (u[i + s] - 2 * u[i] + u[i - s])
              + con2 * (v[i + s] - 2 * v[i] + v[i - s])
              - t2 * (u[i + s] * w[i + s] - u[i - s] * w[i - s]);
    }
  }

  private static void normalMomentum(
      double[] r,
      double[] u,
      double[] w,
      double[] energy,
      double[] square,
      int from,
      int to,
      int s,
      Direction direction) {
    double diffusion = direction.d() * direction.t1();
    double con1 = Flow.C3C4 * Flow.CON43 * direction.t1();
    double t2 = direction.t2();
    for (int i = from; i < to; i++) {
      r[i] +=
          diffusion * (u[i + s] - 2 * u[i] + u[i - s])
              + con1 * (w[i + s] - 2 * w[i] + w[i - s])
              - t2
                  * (u[i + s] * w[i + s]
                      - u[i - s] * w[i - s]
                      + (energy[i + s] - square[i + s] - energy[i - s] + square[i - s]) * C2);
    }
  }

  private static void viscousEnergy(
      double[] r,
      double[] u,
      double[] qs,
      double[] w,
      double[] rhoI,
      int from,
      int to,
      int s,
      Direction direction) {
    double diffusion = direction.d() * direction.t1();
    double con3 = Flow.C3C4 * (1 - C1 * C1) * direction.t1();
    double con4 = Flow.C3C4 / 6 * direction.t1();
    double con5 = Flow.C3C4 * C1 * C1 * direction.t1();
    for (int i = from; i < to; i++) {
      r[i] +=
          diffusion * (u[i + s] - 2 * u[i] + u[i - s])
              + con3 * (qs[i + s] - 2 * qs[i] + qs[i - s])
              + con4 * (w[i + s] * w[i + s] - 2 * w[i] * w[i] + w[i - s] * w[i - s])
              + con5 * (u[i + s] * rhoI[i + s] - 2 * u[i] * rhoI[i] + u[i - s] * rhoI[i - s]);
    }
  }

  private static void convectedEnergy(
      double[] r,
      double[] u,
      double[] square,
      double[] w,
      int from,
      int to,
      int s,
      Direction direction) {
    double t2 = direction.t2();
    for (int i = from; i < to; i++) {
      r[i] -=
          t2
              * ((C1 * u[i + s] - C2 * square[i + s]) * w[i + s]
                  - (C1 * u[i - s] - C2 * square[i - s]) * w[i - s]);
    }
  }

  private Dissipation dissipationAt(int direction, int position) {
    return Dissipation.at(block.low(direction) + position, block.points(direction));
  }

  private void dissipate(int direction, Dissipation factors, int from, int to) {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      dissipate(block.rhs[m], block.u[m], from, to, block.stride(direction), factors);
    }
  }

  /** The two points inside each end of the grid have other factors than the general ones. */
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

  private static void dissipate(
      double[] r, double[] u, int from, int to, int s, Dissipation factors) {
    double below2 = Flow.DSSP * factors.below2();
    double below1 = Flow.DSSP * factors.below1();
    double here = Flow.DSSP * factors.here();
    double above1 = Flow.DSSP * factors.above1();
    double above2 = Flow.DSSP * factors.above2();
    for (int i = from; i < to; i++) {
      r[i] -=
          below2 * u[i - 2 * s]
              + below1 * u[i - s]
              + here * u[i]
              + above1 * u[i + s]
              + above2 * u[i + 2 * s];
    }
  }
}
