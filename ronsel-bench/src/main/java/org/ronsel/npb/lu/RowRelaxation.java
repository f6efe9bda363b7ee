package org.ronsel.npb.lu;

import static org.ronsel.npb.cfd.Flow.C1;
import static org.ronsel.npb.cfd.Flow.C1345;
import static org.ronsel.npb.cfd.Flow.C2;
import static org.ronsel.npb.cfd.Flow.C3C4;
import static org.ronsel.npb.cfd.Flow.CON43;

import org.ronsel.npb.cfd.FlowState;
import org.ronsel.npb.cfd.FluxJacobian;

/**
 * The part of a sweep that goes from point to point along x: at each point it subtracts what the
 * point before it contributes, and solves the diagonal block. It is the only part in which a point
 * depends on another of the same row, so the two steps are made together, in registers.
 */
final class RowRelaxation {
  private final double convective;
  private final double diffusion;
  private final double shear;
  private final double stress;
  private final double shearWork;
  private final double stressWork;
  private final double conduction;
  private final double identity;
  private final double diagonalX;
  private final double diagonalY;
  private final double diagonalZ;
  private final double heat;
  private final FlowState state;

  RowRelaxation(FluxJacobian along, Diagonal diagonal, FlowState state) {
    double viscous = along.viscous();
    this.state = state;
    convective = along.convective();
    diffusion = viscous * along.direction().d();
    shear = viscous * C3C4;
    stress = viscous * CON43 * C3C4;
    shearWork = viscous * (C3C4 - C1345);
    stressWork = viscous * (CON43 * C3C4 - C1345);
    conduction = viscous * C1345;
    identity = diagonal.identity();
    diagonalX = diagonal.stress()[0];
    diagonalY = diagonal.stress()[1];
    diagonalZ = diagonal.stress()[2];
    heat = diagonal.heat();
  }

  /**
   * Relaxes {@code count} points.
   *
   * @param v the five components, solved in place
   * @param start index of the first point
   * @param step 1 or -1; the point before the first has been solved already
   */
  void relax(double[][] v, int start, int count, int step) {
    double[] v0 = v[0];
    double[] v1 = v[1];
    double[] v2 = v[2];
    double[] v3 = v[3];
    double[] v4 = v[4];
    double[] rhoI = state.rhoI();
    double[] velocityX = state.velocity()[0];
    double[] velocityY = state.velocity()[1];
    double[] velocityZ = state.velocity()[2];
    double[] qs = state.qs();
    double[] energy = state.energy();
    int before = start - step;
    double b0 = v0[before];
    double b1 = v1[before];
    double b2 = v2[before];
    double b3 = v3[before];
    double b4 = v4[before];
    double rho = rhoI[before];
    double wx = velocityX[before];
    double wy = velocityY[before];
    double wz = velocityZ[before];
    double q = qs[before];
    double e = energy[before] * rho;
    int i = start;
    for (int n = 0; n < count; n++) {
      // the change of the flux at the point before
      double slipX = b1 - wx * b0;
      double slipY = b2 - wy * b0;
      double slipZ = b3 - wz * b0;
      double warm = b4 - e * b0;
      double pressure = C2 * (b4 + q * b0 - wx * b1 - wy * b2 - wz * b3);
      double r0 = v0[i] - convective * b1 + diffusion * b0;
      double r1 =
          v1[i]
              - convective * (wx * (b1 + slipX) + pressure)
              + stress * rho * slipX
              + diffusion * b1;
      double r2 =
          v2[i] - convective * (wx * b2 + wy * slipX) + shear * rho * slipY + diffusion * b2;
      double r3 =
          v3[i] - convective * (wx * b3 + wz * slipX) + shear * rho * slipZ + diffusion * b3;
      double r4 =
          v4[i]
              - convective * (wx * (b4 + pressure) + (C1 * e - C2 * q) * slipX)
              + rho
                  * (shearWork * (wy * slipY + wz * slipZ)
                      + stressWork * wx * slipX
                      + conduction * warm)
              + diffusion * b4;

      rho = rhoI[i];
      wx = velocityX[i];
      wy = velocityY[i];
      wz = velocityZ[i];
      q = qs[i];
      e = energy[i] * rho;
      double rhoX = diagonalX * rho;
      double rhoY = diagonalY * rho;
      double rhoZ = diagonalZ * rho;
      double rhoE = heat * rho;
      b0 = r0 / identity;
      b1 = (r1 + rhoX * wx * b0) / (identity + rhoX);
      b2 = (r2 + rhoY * wy * b0) / (identity + rhoY);
      b3 = (r3 + rhoZ * wz * b0) / (identity + rhoZ);
      double work =
          (rhoX - rhoE) * wx * (b1 - wx * b0)
              + (rhoY - rhoE) * wy * (b2 - wy * b0)
              + (rhoZ - rhoE) * wz * (b3 - wz * b0);
      b4 = (r4 - work + rhoE * e * b0) / (identity + rhoE);
      v0[i] = b0;
      v1[i] = b1;
      v2[i] = b2;
      v3[i] = b3;
      v4[i] = b4;
      i += step;
    }
  }
}
