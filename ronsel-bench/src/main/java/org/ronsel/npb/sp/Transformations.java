package org.ronsel.npb.sp;

import static org.ronsel.npb.cfd.Flow.C2;

import org.ronsel.npb.cfd.Block;

/**
 * The products of eigenvector matrices that stand between the factors of the diagonalised scheme
 * (NAS-95-020, section 3.3.3), under the names that NPB gives them.
 */
final class Transformations {
  private static final double BT = Math.sqrt(0.5);
  private static final double C2IV = 1 / C2;

  private Transformations() {}

  /** Before the first direction: the inverse of the eigenvectors of x, times the time step. */
  static void txinvr(Block block, double[] speed, double dt, int from, int to) {
    double[] r0 = block.rhs[0];
    double[] r1 = block.rhs[1];
    double[] r2 = block.rhs[2];
    double[] r3 = block.rhs[3];
    double[] r4 = block.rhs[4];
    double[] rhoI = block.rhoI;
    double[] vx = block.velocity[0];
    double[] vy = block.velocity[1];
    double[] vz = block.velocity[2];
    double[] qs = block.qs;
    for (int i = from; i < to; i++) {
      double density = dt * r0[i];
      double momentumX = dt * r1[i];
      double momentumY = dt * r2[i];
      double momentumZ = dt * r3[i];
      double rho = rhoI[i];
      double t1 =
          C2
              / (speed[i] * speed[i])
              * (qs[i] * density
                  - vx[i] * momentumX
                  - vy[i] * momentumY
                  - vz[i] * momentumZ
                  + dt * r4[i]);
      double t2 = BT * rho * (vx[i] * density - momentumX);
      double t3 = BT * rho * speed[i] * t1;
      r0[i] = density - t1;
      r1[i] = -rho * (vz[i] * density - momentumZ);
      r2[i] = rho * (vy[i] * density - momentumY);
      r3[i] = t3 - t2;
      r4[i] = t3 + t2;
    }
  }

  /** Transforms from the eigenvectors of x to those of y. */
  static void ninvr(double[][][] r, int row, int lines) {
    double[] r0 = r[0][row];
    double[] r1 = r[1][row];
    double[] r2 = r[2][row];
    double[] r3 = r[3][row];
    double[] r4 = r[4][row];
    for (int i = 0; i < lines; i++) {
      double first = r0[i];
      double t1 = BT * r2[i];
      double t2 = 0.5 * (r3[i] + r4[i]);
      double difference = BT * (r3[i] - r4[i]);
      r0[i] = -r1[i];
      r1[i] = first;
      r2[i] = difference;
      r3[i] = t2 - t1;
      r4[i] = t2 + t1;
    }
  }

  /** Transforms from the eigenvectors of y to those of z. */
  static void pinvr(double[][][] r, int row, int lines) {
    double[] r0 = r[0][row];
    double[] r1 = r[1][row];
    double[] r2 = r[2][row];
    double[] r3 = r[3][row];
    double[] r4 = r[4][row];
    for (int i = 0; i < lines; i++) {
      double second = r1[i];
      double t1 = BT * r0[i];
      double t2 = 0.5 * (r3[i] + r4[i]);
      r0[i] = BT * (r3[i] - r4[i]);
      r1[i] = -r2[i];
      r2[i] = second;
      r3[i] = t2 - t1;
      r4[i] = t2 + t1;
    }
  }

  /** After the last direction: the eigenvectors of z. Adds the result to the solution. */
  static void addTzetar(Block block, double[] speed, int from, int to) {
    double[][] u = block.u;
    double[][] r = block.rhs;
    double[] vx = block.velocity[0];
    double[] vy = block.velocity[1];
    double[] vz = block.velocity[2];
    tzetarDensity(r[0], r[1], r[2], r[3], r[4], u[0], speed, from, to);
    addTzetarEnergy(u[4], r, vx, vy, vz, block.qs, speed, from, to);
    addTzetarMomentum(u[1], u[2], u[3], r, vx, vy, vz, from, to);
    add(u[0], r[2], from, to);
  }

  /** Stores the change of density in r2, and t1 and t3 of the specification in r3 and r4. */
  private static void tzetarDensity(
      double[] r0,
      double[] r1,
      double[] r2,
      double[] r3,
      double[] r4,
      double[] density,
      double[] speed,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      double btuz = BT * density[i];
      double t1 = btuz / speed[i] * (r3[i] + r4[i]);
      double t3 = btuz * (r3[i] - r4[i]);
      r0[i] *= density[i];
      r1[i] *= density[i];
      r2[i] += t1;
      r3[i] = t1;
      r4[i] = t3;
    }
  }

  private static void addTzetarEnergy(
      double[] u,
      double[][] r,
      double[] vx,
      double[] vy,
      double[] vz,
      double[] qs,
      double[] speed,
      int from,
      int to) {
    double[] r0 = r[0];
    double[] r1 = r[1];
    double[] r2 = r[2];
    double[] r3 = r[3];
    double[] r4 = r[4];
    for (int i = from; i < to; i++) {
      u[i] +=
          vy[i] * r0[i]
              - vx[i] * r1[i]
              + qs[i] * r2[i]
              + C2IV * speed[i] * speed[i] * r3[i]
              + vz[i] * r4[i];
    }
  }

  private static void addTzetarMomentum(
      double[] u1,
      double[] u2,
      double[] u3,
      double[][] r,
      double[] vx,
      double[] vy,
      double[] vz,
      int from,
      int to) {
    double[] r0 = r[0];
    double[] r1 = r[1];
    double[] r2 = r[2];
    double[] r4 = r[4];
    for (int i = from; i < to; i++) {
      u1[i] += vx[i] * r2[i] - r1[i];
      u2[i] += vy[i] * r2[i] + r0[i];
      u3[i] += vz[i] * r2[i] + r4[i];
    }
  }

  private static void add(double[] u, double[] r, int from, int to) {
    for (int i = from; i < to; i++) {
      u[i] += r[i];
    }
  }
}
