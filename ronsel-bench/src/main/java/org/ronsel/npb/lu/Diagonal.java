package org.ronsel.npb.lu;

import static org.ronsel.npb.cfd.Flow.C1345;
import static org.ronsel.npb.cfd.Flow.C3C4;
import static org.ronsel.npb.cfd.Flow.CON43;

import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.Flow.Direction;

/**
 * The diagonal blocks D of the system: I + 2 dt times the sum, over the directions, of
 * (N + d I)/h<sup>2</sup>. Rows 1 to 4 have nothing but the diagonal and column 1, so that a block
 * is solved by forward substitution.
 *
 * @param identity the part that is a multiple of the identity
 * @param stress what the reciprocal of the density is multiplied by in the rows of x, y and z
 * @param heat the same in the row of the energy
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

  /** Multiplies vectors by their blocks, in place. */
  void multiply(
      double[][] v, double[][] velocity, double[] rhoI, double[] energy, int from, int to) {
    multiplyEnergy(v, velocity, rhoI, energy, from, to);
    for (int m = 0; m < stress.length; m++) {
      multiplyMomentum(v[m + 1], v[0], velocity[m], rhoI, stress[m], from, to);
    }
    double[] v0 = v[0];
    for (int i = from; i < to; i++) {
      v0[i] *= identity;
    }
  }

  private void multiplyMomentum(
      double[] vm, double[] v0, double[] w, double[] rhoI, double stress, int from, int to) {
    double diagonal = identity;
    for (int i = from; i < to; i++) {
      vm[i] = diagonal * vm[i] + stress * rhoI[i] * (vm[i] - w[i] * v0[i]);
    }
  }

  private void multiplyEnergy(
      double[][] v, double[][] velocity, double[] rhoI, double[] energy, int from, int to) {
    double diagonal = identity;
    double conduction = heat;
    double workX = stress[0] - heat;
    double workY = stress[1] - heat;
    double workZ = stress[2] - heat;
    double[] v0 = v[0];
    double[] v1 = v[1];
    double[] v2 = v[2];
    double[] v3 = v[3];
    double[] v4 = v[4];
    double[] wx = velocity[0];
    double[] wy = velocity[1];
    double[] wz = velocity[2];
    for (int i = from; i < to; i++) {
      v4[i] =
          diagonal * v4[i]
              + rhoI[i]
                  * (workX * wx[i] * (v1[i] - wx[i] * v0[i])
                      + workY * wy[i] * (v2[i] - wy[i] * v0[i])
                      + workZ * wz[i] * (v3[i] - wz[i] * v0[i])
                      + conduction * (v4[i] - energy[i] * rhoI[i] * v0[i]));
    }
  }
}
