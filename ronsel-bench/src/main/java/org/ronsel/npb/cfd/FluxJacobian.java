package org.ronsel.npb.cfd;

import static org.ronsel.npb.cfd.Flow.C1;
import static org.ronsel.npb.cfd.Flow.C1345;
import static org.ronsel.npb.cfd.Flow.C2;
import static org.ronsel.npb.cfd.Flow.C3C4;
import static org.ronsel.npb.cfd.Flow.CON43;

import org.ronsel.npb.cfd.Flow.Direction;

/**
 * The Jacobian of the fluxes in one direction, times vectors: for each point the 5 x 5 block A =
 * &plusmn; dt/(2h) F - dt/h<sup>2</sup> (N + d I) of NAS-95-020, section 3.2.4, with the Jacobian F
 * of the convective flux and N of the viscous one. It is applied by its definition, the change of
 * the flux for a change of the variables, which takes fewer operations than a full block and no
 * memory for it. For use by one thread.
 */
public final class FluxJacobian {
  private final Direction direction;
  private final double convective;
  private final double viscous;

  /** Momentum of the vectors along the direction, relative to the flow. */
  private final double[] slip;

  /** Change of the pressure. */
  private final double[] pressure;

  private FluxJacobian(Direction direction, double convective, double viscous, int width) {
    this.direction = direction;
    this.convective = convective;
    this.viscous = viscous;
    slip = new double[width];
    pressure = new double[width];
  }

  /** The block that couples a point to the one before it, for rows of up to {@code width}. */
  public static FluxJacobian below(Flow flow, int direction, int width) {
    Direction d = flow.direction(direction);
    return new FluxJacobian(d, -flow.dt() * d.t2(), flow.dt() * d.t1(), width);
  }

  /** The block that couples a point to the next, for rows of up to {@code width}. */
  public static FluxJacobian above(Flow flow, int direction, int width) {
    Direction d = flow.direction(direction);
    return new FluxJacobian(d, flow.dt() * d.t2(), flow.dt() * d.t1(), width);
  }

  /** This Jacobian times a number. */
  public FluxJacobian times(double factor) {
    return new FluxJacobian(direction, convective * factor, viscous * factor, slip.length);
  }

  /** The direction of the fluxes. */
  public Direction direction() {
    return direction;
  }

  /** Factor of F. */
  public double convective() {
    return convective;
  }

  /** Factor of N and of the identity, without the sign. */
  public double viscous() {
    return viscous;
  }

  /**
   * Subtracts the products with a row of vectors from a row: {@code out[i] -= A[i] v[i]}. There are
   * many short loops because JDK 25 vectorises a loop only if it is small and all operands have the
   * same index.
   *
   * @param out five components, other arrays than those of {@code v}
   * @param v five components
   * @param state at the points of {@code v}
   * @param count number of vectors
   */
  public void subtractProduct(double[][] out, double[][] v, FlowState state, int count) {
    int n = direction.normal();
    int a = direction.firstTangential();
    int b = direction.secondTangential();
    double diffusion = viscous * direction.d();
    double shear = viscous * C3C4;
    double stress = viscous * CON43 * C3C4;
    double[] rhoI = state.rhoI();
    double[] wn = state.velocity()[n - 1];
    double[] wa = state.velocity()[a - 1];
    double[] wb = state.velocity()[b - 1];
    slip(slip, v[0], v[n], wn, count);
    pressure(pressure, v[0], v[n], v[a], v[b], v[4], wn, wa, wb, state.qs(), count);
    continuity(out[0], v[0], v[n], count, convective, diffusion);
    normal(out[n], v[n], wn, slip, pressure, rhoI, count, convective, diffusion, stress);
    tangential(out[a], v[0], v[a], wn, wa, slip, rhoI, count, convective, diffusion, shear);
    tangential(out[b], v[0], v[b], wn, wb, slip, rhoI, count, convective, diffusion, shear);
    energy(out[4], v, state, wn, wa, wb, v[a], v[b], count);
  }

  private static void slip(double[] slip, double[] v0, double[] vn, double[] wn, int count) {
    for (int i = 0; i < count; i++) {
      slip[i] = vn[i] - wn[i] * v0[i];
    }
  }

  private static void pressure(
      double[] pressure,
      double[] v0,
      double[] vn,
      double[] va,
      double[] vb,
      double[] v4,
      double[] wn,
      double[] wa,
      double[] wb,
      double[] qs,
      int count) {
    for (int i = 0; i < count; i++) {
      pressure[i] = C2 * (qs[i] * v0[i] - wn[i] * vn[i] + v4[i]);
    }
    for (int i = 0; i < count; i++) {
      pressure[i] -= C2 * (wa[i] * va[i] + wb[i] * vb[i]);
    }
  }

  private static void continuity(
      double[] out, double[] v0, double[] vn, int count, double convective, double diffusion) {
    for (int i = 0; i < count; i++) {
      out[i] -= convective * vn[i] - diffusion * v0[i];
    }
  }

  private static void normal(
      double[] out,
      double[] vn,
      double[] wn,
      double[] slip,
      double[] pressure,
      double[] rhoI,
      int count,
      double convective,
      double diffusion,
      double stress) {
    for (int i = 0; i < count; i++) {
      out[i] -=
          convective * (wn[i] * (vn[i] + slip[i]) + pressure[i])
              - stress * rhoI[i] * slip[i]
              - diffusion * vn[i];
    }
  }

  private static void tangential(
      double[] out,
      double[] v0,
      double[] vt,
      double[] wn,
      double[] wt,
      double[] slip,
      double[] rhoI,
      int count,
      double convective,
      double diffusion,
      double shear) {
    for (int i = 0; i < count; i++) {
      out[i] -=
          convective * (wn[i] * vt[i] + wt[i] * slip[i])
              - shear * rhoI[i] * (vt[i] - wt[i] * v0[i])
              - diffusion * vt[i];
    }
  }

  private void energy(
      double[] out,
      double[][] v,
      FlowState state,
      double[] wn,
      double[] wa,
      double[] wb,
      double[] va,
      double[] vb,
      int count) {
    double[] rhoI = state.rhoI();
    double[] energy = state.energy();
    double shear = viscous * (C3C4 - C1345);
    double stress = viscous * (CON43 * C3C4 - C1345);
    double heat = viscous * C1345;
    convected(out, v[4], wn, pressure, count, convective, viscous * direction.d());
    enthalpy(out, slip, energy, rhoI, state.qs(), count, convective);
    work(out, v[0], va, wa, rhoI, count, shear);
    work(out, v[0], vb, wb, rhoI, count, shear);
    conducted(out, v[0], v[4], wn, slip, energy, rhoI, count, stress, heat);
  }

  private static void convected(
      double[] out,
      double[] v4,
      double[] wn,
      double[] pressure,
      int count,
      double convective,
      double diffusion) {
    for (int i = 0; i < count; i++) {
      out[i] -= convective * wn[i] * (v4[i] + pressure[i]) - diffusion * v4[i];
    }
  }

  private static void enthalpy(
      double[] out,
      double[] slip,
      double[] energy,
      double[] rhoI,
      double[] qs,
      int count,
      double convective) {
    for (int i = 0; i < count; i++) {
      out[i] -= convective * slip[i] * (C1 * energy[i] * rhoI[i] - C2 * qs[i]);
    }
  }

  private static void work(
      double[] out, double[] v0, double[] vt, double[] wt, double[] rhoI, int count, double shear) {
    for (int i = 0; i < count; i++) {
      out[i] += shear * rhoI[i] * wt[i] * (vt[i] - wt[i] * v0[i]);
    }
  }

  private static void conducted(
      double[] out,
      double[] v0,
      double[] v4,
      double[] wn,
      double[] slip,
      double[] energy,
      double[] rhoI,
      int count,
      double stress,
      double heat) {
    for (int i = 0; i < count; i++) {
      double temperature = v4[i] - energy[i] * rhoI[i] * v0[i];
      out[i] += rhoI[i] * (stress * wn[i] * slip[i] + heat * temperature);
    }
  }
}
