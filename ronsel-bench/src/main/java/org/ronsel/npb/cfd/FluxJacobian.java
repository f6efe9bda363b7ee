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
 * of the convective flux and N of the viscous one. It is applied as what it means, the change of the
 * flux for a change of the variables, which takes a third of the operations that a full block takes
 * and no memory.
 *
 * @param direction of the fluxes
 * @param convective factor of F
 * @param viscous factor of N and of the identity, without the sign
 */
public record FluxJacobian(Direction direction, double convective, double viscous) {
  /** The block that couples a point to the one before it. */
  public static FluxJacobian below(Flow flow, int direction) {
    Direction d = flow.direction(direction);
    return new FluxJacobian(d, -flow.dt() * d.t2(), flow.dt() * d.t1());
  }

  /** The block that couples a point to the next. */
  public static FluxJacobian above(Flow flow, int direction) {
    Direction d = flow.direction(direction);
    return new FluxJacobian(d, flow.dt() * d.t2(), flow.dt() * d.t1());
  }

  /** The same times a number. */
  public FluxJacobian times(double factor) {
    return new FluxJacobian(direction, convective * factor, viscous * factor);
  }

  /**
   * Subtracts the product with a row of vectors from a row: {@code out[i] -= A[i + s] v[i + s]}.
   *
   * @param out five components
   * @param v five components
   * @param state at the points of {@code v}
   * @param from first index
   * @param to behind the last index
   * @param s how far in {@code v} and {@code state} the point is that belongs to one of {@code out}
   */
  public void subtractProduct(
      double[][] out, double[][] v, FlowState state, int from, int to, int s) {
    int n = direction.normal();
    int a = direction.firstTangential();
    int b = direction.secondTangential();
    subtractContinuity(out[0], v[0], v[n], from, to, s, convective, viscous * direction.d());
    subtractMomentum(out, v, state, n, a, b, from, to, s);
    subtractEnergy(out[4], v, state, n, a, b, from, to, s);
  }

  private static void subtractContinuity(
      double[] out,
      double[] v0,
      double[] vn,
      int from,
      int to,
      int s,
      double convective,
      double diffusion) {
    for (int i = from; i < to; i++) {
      out[i] -= convective * vn[i + s] - diffusion * v0[i + s];
    }
  }

  private void subtractMomentum(
      double[][] out,
      double[][] v,
      FlowState state,
      int n,
      int a,
      int b,
      int from,
      int to,
      int s) {
    double[] wn = state.velocity()[n - 1];
    double[] wa = state.velocity()[a - 1];
    double[] wb = state.velocity()[b - 1];
    double diffusion = viscous * direction.d();
    double shear = viscous * C3C4;
    normal(out[n], v[0], v[n], v[a], v[b], v[4], wn, wa, wb, state.qs(), state.rhoI(), from, to, s);
    tangential(out[a], v[0], v[n], v[a], wn, wa, state.rhoI(), from, to, s, diffusion, shear);
    tangential(out[b], v[0], v[n], v[b], wn, wb, state.rhoI(), from, to, s, diffusion, shear);
  }

  private void normal(
      double[] out,
      double[] v0,
      double[] vn,
      double[] va,
      double[] vb,
      double[] v4,
      double[] wn,
      double[] wa,
      double[] wb,
      double[] qs,
      double[] rhoI,
      int from,
      int to,
      int s) {
    double convection = convective;
    double diffusion = viscous * direction.d();
    double stress = viscous * CON43 * C3C4;
    for (int i = from; i < to; i++) {
      double w = wn[i + s];
      double slip = vn[i + s] - w * v0[i + s];
      double pressure =
          C2
              * (qs[i + s] * v0[i + s]
                  - w * vn[i + s]
                  - wa[i + s] * va[i + s]
                  - wb[i + s] * vb[i + s]
                  + v4[i + s]);
      out[i] -=
          convection * (w * (vn[i + s] + slip) + pressure)
              - stress * rhoI[i + s] * slip
              - diffusion * vn[i + s];
    }
  }

  private void tangential(
      double[] out,
      double[] v0,
      double[] vn,
      double[] vt,
      double[] wn,
      double[] wt,
      double[] rhoI,
      int from,
      int to,
      int s,
      double diffusion,
      double shear) {
    double convection = convective;
    for (int i = from; i < to; i++) {
      double slip = vn[i + s] - wn[i + s] * v0[i + s];
      out[i] -=
          convection * (wn[i + s] * vt[i + s] + wt[i + s] * slip)
              - shear * rhoI[i + s] * (vt[i + s] - wt[i + s] * v0[i + s])
              - diffusion * vt[i + s];
    }
  }

  private void subtractEnergy(
      double[] out,
      double[][] v,
      FlowState state,
      int n,
      int a,
      int b,
      int from,
      int to,
      int s) {
    double[] v0 = v[0];
    double[] vn = v[n];
    double[] va = v[a];
    double[] vb = v[b];
    double[] v4 = v[4];
    double[] wn = state.velocity()[n - 1];
    double[] wa = state.velocity()[a - 1];
    double[] wb = state.velocity()[b - 1];
    convected(out, v0, vn, va, vb, v4, wn, wa, wb, state, from, to, s);
    dissipated(out, v0, vn, va, vb, v4, wn, wa, wb, state, from, to, s);
  }

  private void convected(
      double[] out,
      double[] v0,
      double[] vn,
      double[] va,
      double[] vb,
      double[] v4,
      double[] wn,
      double[] wa,
      double[] wb,
      FlowState state,
      int from,
      int to,
      int s) {
    double convection = convective;
    double[] energy = state.energy();
    double[] qs = state.qs();
    double[] rhoI = state.rhoI();
    for (int i = from; i < to; i++) {
      double w = wn[i + s];
      double pressure =
          C2
              * (qs[i + s] * v0[i + s]
                  - w * vn[i + s]
                  - wa[i + s] * va[i + s]
                  - wb[i + s] * vb[i + s]
                  + v4[i + s]);
      double enthalpy = C1 * energy[i + s] * rhoI[i + s] - C2 * qs[i + s];
      out[i] -=
          convection * (w * (v4[i + s] + pressure) + enthalpy * (vn[i + s] - w * v0[i + s]));
    }
  }

  private void dissipated(
      double[] out,
      double[] v0,
      double[] vn,
      double[] va,
      double[] vb,
      double[] v4,
      double[] wn,
      double[] wa,
      double[] wb,
      FlowState state,
      int from,
      int to,
      int s) {
    double diffusion = viscous * direction.d();
    double shear = viscous * (C3C4 - C1345);
    double stress = viscous * (CON43 * C3C4 - C1345);
    double heat = viscous * C1345;
    double[] energy = state.energy();
    double[] rhoI = state.rhoI();
    for (int i = from; i < to; i++) {
      double tangential =
          wa[i + s] * (va[i + s] - wa[i + s] * v0[i + s])
              + wb[i + s] * (vb[i + s] - wb[i + s] * v0[i + s]);
      double normal = wn[i + s] * (vn[i + s] - wn[i + s] * v0[i + s]);
      double temperature = v4[i + s] - energy[i + s] * rhoI[i + s] * v0[i + s];
      out[i] +=
          rhoI[i + s] * (shear * tangential + stress * normal + heat * temperature)
              + diffusion * v4[i + s];
    }
  }
}
