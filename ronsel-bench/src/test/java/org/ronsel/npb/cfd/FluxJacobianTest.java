package org.ronsel.npb.cfd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Jacobian against difference quotients of the fluxes, at random points. */
class FluxJacobianTest {
  private static final int POINTS = 20;
  private static final double H = 1e-6;

  private final Random random = new Random(20251125);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aProductIsTheChangeOfTheFlux(int direction) {
    Flow flow = Flow.of(0.01, 9, 7, 5);
    FluxJacobian jacobian = FluxJacobian.above(flow, direction, POINTS);
    double[][] u = randoms();
    double[][] v = randoms();
    for (int i = 0; i < POINTS; i++) {
      u[0][i] += 2; // a density is positive
    }
    double[][] out = new double[Flow.VARIABLES][POINTS];

    jacobian.subtractProduct(out, v, state(u), POINTS);

    for (int i = 0; i < POINTS; i++) {
      double[] at = point(u, i);
      double[] change = point(v, i);
      double[] higher = combine(jacobian, moved(at, change, H), direction);
      double[] lower = combine(jacobian, moved(at, change, -H), direction);
      for (int m = 0; m < Flow.VARIABLES; m++) {
        double quotient = (higher[m] - lower[m]) / (2 * H);
        assertThat(-out[m][i]).as("variable " + m).isCloseTo(quotient, within(1e-7));
      }
    }
  }

  private double[][] randoms() {
    double[][] values = new double[Flow.VARIABLES][POINTS];
    for (double[] each : values) {
      for (int i = 0; i < POINTS; i++) {
        each[i] = random.nextDouble() - 0.5;
      }
    }
    return values;
  }

  private static FlowState state(double[][] u) {
    FlowState state = FlowState.empty(POINTS);
    for (int i = 0; i < POINTS; i++) {
      state.rhoI()[i] = 1 / u[0][i];
      state.energy()[i] = u[4][i];
      for (int m = 0; m < 3; m++) {
        double w = u[m + 1][i] / u[0][i];
        state.velocity()[m][i] = w;
        state.qs()[i] += w * w / 2;
      }
    }
    return state;
  }

  private static double[] point(double[][] values, int i) {
    double[] point = new double[Flow.VARIABLES];
    for (int m = 0; m < point.length; m++) {
      point[m] = values[m][i];
    }
    return point;
  }

  private static double[] moved(double[] u, double[] change, double h) {
    double[] moved = u.clone();
    for (int m = 0; m < moved.length; m++) {
      moved[m] += h * change[m];
    }
    return moved;
  }

  /** Convective flux, and the part of the viscous flux that depends on the point, as in a sweep. */
  private static double[] combine(FluxJacobian jacobian, double[] u, int direction) {
    double[] w = {u[1] / u[0], u[2] / u[0], u[3] / u[0]};
    double kinetic = (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 2;
    double pressure = Flow.C2 * (u[4] - u[0] * kinetic);
    double normal = w[direction];
    double[] sum = new double[Flow.VARIABLES];
    double d = jacobian.direction().d();
    sum[0] = jacobian.convective() * u[direction + 1] - jacobian.viscous() * d * u[0];
    double viscousEnergy =
        (Flow.C3C4 - Flow.C1345) * kinetic
            + (Flow.CON43 - 1) * Flow.C3C4 * normal * normal / 2
            + Flow.C1345 * u[4] / u[0];
    for (int m = 0; m < 3; m++) {
      double stress = Flow.C3C4 * (m == direction ? Flow.CON43 : 1) * w[m];
      double flux = u[m + 1] * normal + (m == direction ? pressure : 0);
      sum[m + 1] = jacobian.convective() * flux - jacobian.viscous() * (stress + d * u[m + 1]);
    }
    sum[4] =
        jacobian.convective() * (u[4] + pressure) * normal
            - jacobian.viscous() * (viscousEnergy + d * u[4]);
    return sum;
  }
}
