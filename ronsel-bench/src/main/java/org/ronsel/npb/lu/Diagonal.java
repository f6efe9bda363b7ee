package org.ronsel.npb.lu;

import static org.ronsel.npb.cfd.Flow.C1345;
import static org.ronsel.npb.cfd.Flow.C3C4;
import static org.ronsel.npb.cfd.Flow.CON43;

import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.Flow.Direction;
import org.ronsel.npb.cfd.FlowState;

/**
 * The diagonal blocks D of the system: I + 2 dt times the sum, over the directions, of (N + d
 * I)/h<sup>2</sup>. Rows 1 to 4 have nothing but the diagonal and column 1, so that a block is
 * solved by forward substitution.
 *
 * @param identity the part that is a multiple of the identity
 * @param stress factors of the reciprocal of the density in the rows of x, y and z
 * @param heat its factor in the row of the energy
 */
record Diagonal(double identity, double[] stress, double heat) {
  static Diagonal of(Flow flow) {
    double identity = 1;
    double heat = 0;
    double[] stress = new double[3];
    for (Direction direction : flow.directions()) {
      double twice = 2 * flow.dt() * direction.t1();
      identity += twice * direction.d();
      heat += twice * C1345;
      for (int m = 0; m < stress.length; m++) {
        stress[m] += twice * C3C4 * (m == direction.index() ? CON43 : 1);
      }
    }
    return new Diagonal(identity, stress, heat);
  }

  /** Multiplies a row of vectors by their blocks, in place. */
  void multiply(double[][] v, FlowState at, int count) {
    double[] v0 = v[0];
    scale(v[4], identity, count);
    conduct(v[4], v0, at.energy(), at.rhoI(), identity, heat, count);
    for (int m = 0; m < stress.length; m++) {
      double[] w = at.velocity()[m];
      work(v[4], v[m + 1], v0, w, at.rhoI(), stress[m] - heat, count);
      momentum(v[m + 1], v0, w, at.rhoI(), identity, stress[m], count);
    }
    scale(v0, identity, count);
  }

  private static void scale(double[] v, double factor, int count) {
    for (int i = 0; i < count; i++) {
      v[i] *= factor;
    }
  }

  /** Adds the terms of the energy, which has been multiplied by {@code identity} already. */
  private static void conduct(
      double[] v4,
      double[] v0,
      double[] energy,
      double[] rhoI,
      double identity,
      double heat,
      int count) {
    double ratio = heat / identity;
    for (int i = 0; i < count; i++) {
      v4[i] += rhoI[i] * (ratio * v4[i] - heat * energy[i] * rhoI[i] * v0[i]);
    }
  }

  private static void work(
      double[] v4, double[] vm, double[] v0, double[] w, double[] rhoI, double work, int count) {
    for (int i = 0; i < count; i++) {
      v4[i] += work * rhoI[i] * w[i] * (vm[i] - w[i] * v0[i]);
    }
  }

  private static void momentum(
      double[] vm,
      double[] v0,
      double[] w,
      double[] rhoI,
      double identity,
      double stress,
      int count) {
    for (int i = 0; i < count; i++) {
      vm[i] = identity * vm[i] + stress * rhoI[i] * (vm[i] - w[i] * v0[i]);
    }
  }
}
