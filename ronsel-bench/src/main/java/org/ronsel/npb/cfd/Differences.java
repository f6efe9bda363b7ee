package org.ronsel.npb.cfd;

import static org.ronsel.npb.cfd.Flow.C1;
import static org.ronsel.npb.cfd.Flow.C1345;
import static org.ronsel.npb.cfd.Flow.C2;
import static org.ronsel.npb.cfd.Flow.C3C4;
import static org.ronsel.npb.cfd.Flow.CON43;

import org.ronsel.npb.cfd.Flow.Direction;

/**
 * The central differences of the fluxes on some rows (NAS-95-020, section 3.2.3), as many loops
 * that are small enough for C2 to vectorise. For use by one thread.
 */
final class Differences {
  final double[][] result;
  final Rows here;
  private final Rows below;
  private final Rows above;
  private final double[][] farBelow;
  private final double[][] farAbove;

  Differences(int length) {
    result = new double[Flow.VARIABLES][length];
    here = new Rows(length);
    below = new Rows(length);
    above = new Rows(length);
    farBelow = new double[Flow.VARIABLES][length];
    farAbove = new double[Flow.VARIABLES][length];
  }

  /** Copies the neighbours in a direction. */
  void load(Block block, int direction, int from, int count) {
    int stride = block.stride(direction);
    below.load(block, from - stride, count);
    above.load(block, from + stride, count);
    Rows.copy(block.u, from - 2 * stride, farBelow, count);
    Rows.copy(block.u, from + 2 * stride, farAbove, count);
  }

  /** Adds the fluxes of a direction. */
  void addFluxes(Direction direction, int count) {
    double diffusion = direction.d() * direction.t1();
    double viscous = C3C4 * direction.t1();
    double t2 = direction.t2();
    int n = direction.normal();
    for (int m = 0; m < Flow.VARIABLES; m++) {
      diffuse(result[m], below.u[m], here.u[m], above.u[m], count, diffusion);
    }
    for (int m = 0; m < 3; m++) {
      double factor = m == direction.index() ? CON43 * viscous : viscous;
      diffuse(result[m + 1], below.velocity[m], here.velocity[m], above.velocity[m], count, factor);
    }
    double[] wBelow = below.velocity[direction.index()];
    double[] wAbove = above.velocity[direction.index()];
    subtractDifference(result[0], below.u[n], above.u[n], count, t2);
    for (int m = 1; m < Flow.VARIABLES - 1; m++) {
      subtractConvection(result[m], below.u[m], above.u[m], wBelow, wAbove, count, t2);
    }
    subtractPressure(result[n], below.u[4], above.u[4], below.square, above.square, count, t2 * C2);
    addEnergy(direction.index(), viscous, count);
    subtractEnthalpy(
        result[4], below.u[4], above.u[4], below.square, above.square, wBelow, wAbove, count, t2);
  }

  private void addEnergy(int direction, double viscous, int count) {
    double[] r = result[4];
    double[] w = here.velocity[direction];
    diffuse(r, below.qs, here.qs, above.qs, count, viscous * (1 - C1 * C1));
    diffuseSquare(r, below.velocity[direction], w, above.velocity[direction], count, viscous / 6);
    diffuseProduct(
        r,
        below.u[4],
        here.u[4],
        above.u[4],
        below.rhoI,
        here.rhoI,
        above.rhoI,
        count,
        viscous * C1345 / C3C4);
  }

  private static void diffuse(
      double[] r, double[] below, double[] here, double[] above, int count, double factor) {
    for (int i = 0; i < count; i++) {
      r[i] += factor * (above[i] - 2 * here[i] + below[i]);
    }
  }

  private static void diffuseSquare(
      double[] r, double[] below, double[] here, double[] above, int count, double factor) {
    for (int i = 0; i < count; i++) {
      r[i] += factor * (above[i] * above[i] - 2 * here[i] * here[i] + below[i] * below[i]);
    }
  }

  private static void diffuseProduct(
      double[] r,
      double[] below,
      double[] here,
      double[] above,
      double[] rhoBelow,
      double[] rhoHere,
      double[] rhoAbove,
      int count,
      double factor) {
    for (int i = 0; i < count; i++) {
      r[i] += factor * (above[i] * rhoAbove[i] - 2 * here[i] * rhoHere[i] + below[i] * rhoBelow[i]);
    }
  }

  private static void subtractDifference(
      double[] r, double[] below, double[] above, int count, double t2) {
    for (int i = 0; i < count; i++) {
      r[i] -= t2 * (above[i] - below[i]);
    }
  }

  private static void subtractConvection(
      double[] r,
      double[] below,
      double[] above,
      double[] wBelow,
      double[] wAbove,
      int count,
      double t2) {
    for (int i = 0; i < count; i++) {
      r[i] -= t2 * (above[i] * wAbove[i] - below[i] * wBelow[i]);
    }
  }

  private static void subtractPressure(
      double[] r,
      double[] below,
      double[] above,
      double[] squareBelow,
      double[] squareAbove,
      int count,
      double factor) {
    for (int i = 0; i < count; i++) {
      r[i] -= factor * (above[i] - squareAbove[i] - below[i] + squareBelow[i]);
    }
  }

  private static void subtractEnthalpy(
      double[] r,
      double[] below,
      double[] above,
      double[] squareBelow,
      double[] squareAbove,
      double[] wBelow,
      double[] wAbove,
      int count,
      double t2) {
    for (int i = 0; i < count; i++) {
      r[i] -= t2 * (C1 * above[i] - C2 * squareAbove[i]) * wAbove[i];
    }
    for (int i = 0; i < count; i++) {
      r[i] += t2 * (C1 * below[i] - C2 * squareBelow[i]) * wBelow[i];
    }
  }

  /** Subtracts the fourth differences at points {@code first} to {@code end}. */
  void dissipate(Dissipation factors, int first, int end) {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      dissipate(
          result[m],
          farBelow[m],
          below.u[m],
          here.u[m],
          above.u[m],
          farAbove[m],
          first,
          end,
          factors);
    }
  }

  private static void dissipate(
      double[] r,
      double[] farBelow,
      double[] below,
      double[] here,
      double[] above,
      double[] farAbove,
      int first,
      int end,
      Dissipation factors) {
    double below2 = Flow.DSSP * factors.below2();
    double below1 = Flow.DSSP * factors.below1();
    double centre = Flow.DSSP * factors.here();
    double above1 = Flow.DSSP * factors.above1();
    double above2 = Flow.DSSP * factors.above2();
    for (int i = first; i < end; i++) {
      r[i] -=
          below2 * farBelow[i]
              + below1 * below[i]
              + centre * here[i]
              + above1 * above[i]
              + above2 * farAbove[i];
    }
  }
}
