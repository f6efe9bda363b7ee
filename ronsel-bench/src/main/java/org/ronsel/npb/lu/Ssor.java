package org.ronsel.npb.lu;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.npb.Timers;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Faces;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.FlowState;
import org.ronsel.npb.cfd.FluxJacobian;
import org.ronsel.npb.cfd.RightHandSide;
import org.ronsel.npb.cfd.Workers;

/**
 * Symmetric successive over-relaxation on the block of a rank (NAS-95-020, section 3.3.5). A sweep
 * goes plane by plane in z; in each plane a rank waits for the points that its neighbours in x and
 * y have solved before it.
 */
final class Ssor {
  private static final double OMEGA = 1.2;
  private static final double WEIGHT = 1 / (OMEGA * (2 - OMEGA));
  private static final int SIDES = 4;
  private static final int TAG_SWEEP = 1;
  private static final int TAG_HALO = 2;
  private static final int HALOS = 0;
  private static final int RIGHT_HAND_SIDE = 1;
  private static final int LOWER = 2;
  private static final int UPPER = 3;

  private final Comm comm;
  private final Decomposition decomposition;
  private final Block block;
  private final Flow flow;
  private final RightHandSide rightHandSide;
  private final FlowState state;
  private final Diagonal diagonal;
  private final Sweep forward;
  private final Sweep backward;
  private final Timers timers =
      new Timers(Timers.wanted(), "halos", "right-hand side", "lower sweep", "upper sweep");
  private final double[][] edge;
  private final double[][] target;
  private final double[][] neighbour;
  private final FlowState neighbourState;
  private final double[][] haloOut;
  private final double[][] haloIn;

  Ssor(Comm comm, Decomposition decomposition, Block block, Flow flow) {
    this.comm = comm;
    this.decomposition = decomposition;
    this.block = block;
    this.flow = flow;
    rightHandSide = new RightHandSide(block, flow);
    state = FlowState.of(block);
    diagonal = Diagonal.of(flow);
    forward = new Sweep(1);
    backward = new Sweep(-1);
    edge = new double[][] {column(), row()};
    target = new double[Flow.VARIABLES][block.size(0)];
    neighbour = new double[Flow.VARIABLES][block.size(0)];
    neighbourState = FlowState.empty(block.size(0));
    haloOut = halos();
    haloIn = halos();
  }

  private double[] column() {
    return new double[Flow.VARIABLES * block.size(1)];
  }

  private double[] row() {
    return new double[Flow.VARIABLES * block.size(0)];
  }

  private double[][] halos() {
    double[][] messages = new double[SIDES][];
    for (int side = 0; side < messages.length; side++) {
      messages[side] = new double[Faces.length(block, side / 2, Block.GHOSTS)];
    }
    return messages;
  }

  /** Gets the neighbours' points and computes the residual. */
  void residual() {
    timers.start(HALOS);
    exchangeHalos();
    timers.stop(HALOS);
    timers.start(RIGHT_HAND_SIDE);
    rightHandSide.compute(Workers.caller());
    timers.stop(RIGHT_HAND_SIDE);
  }

  /** Stop watches of the parts of an iteration; those of sweeps include the wait for neighbours. */
  Timers timers() {
    return timers;
  }

  /** Makes one iteration, without the residual. */
  void iterate() {
    for (int k = block.first(2); k < block.end(2); k++) {
      scale(k);
    }
    timers.start(LOWER);
    for (int k = block.first(2); k < block.end(2); k++) {
      forward.plane(k);
    }
    timers.stop(LOWER);
    timers.start(UPPER);
    for (int k = block.end(2) - 1; k >= block.first(2); k--) {
      backward.plane(k);
    }
    timers.stop(UPPER);
    for (int k = block.first(2); k < block.end(2); k++) {
      update(k);
    }
  }

  private void scale(int k) {
    for (double[] component : block.rhs) {
      for (int j = block.first(1); j < block.end(1); j++) {
        scale(component, flow.dt(), from(j, k), to(j, k));
      }
    }
  }

  private static void scale(double[] v, double factor, int from, int to) {
    for (int i = from; i < to; i++) {
      v[i] *= factor;
    }
  }

  private void update(int k) {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      for (int j = block.first(1); j < block.end(1); j++) {
        add(block.u[m], block.rhs[m], from(j, k), to(j, k));
      }
    }
  }

  private static void add(double[] u, double[] v, int from, int to) {
    for (int i = from; i < to; i++) {
      u[i] += WEIGHT * v[i];
    }
  }

  private int from(int j, int k) {
    return block.index(block.first(0), j, k);
  }

  private int to(int j, int k) {
    return block.index(block.end(0), j, k);
  }

  private void exchangeHalos() {
    List<Request> receives = new ArrayList<>();
    for (int side = 0; side < SIDES; side++) {
      if (peer(side) != Decomposition.NONE) {
        receives.add(comm.iReceive(haloIn[side], peer(side), TAG_HALO + opposite(side)));
      }
    }
    for (int side = 0; side < SIDES; side++) {
      if (peer(side) != Decomposition.NONE) {
        int from = isHigh(side) ? block.size(side / 2) - Block.GHOSTS : 0;
        Faces.pack(block, side / 2, from, Block.GHOSTS, haloOut[side], 0);
        comm.send(haloOut[side], peer(side), TAG_HALO + side);
      }
    }
    receives.forEach(Request::await);
    for (int side = 0; side < SIDES; side++) {
      if (peer(side) != Decomposition.NONE) {
        int from = isHigh(side) ? block.size(side / 2) : -Block.GHOSTS;
        Faces.unpack(block, side / 2, from, Block.GHOSTS, haloIn[side], 0);
      }
    }
  }

  /** The rank at a side; sides are low and high x, low and high y. */
  private int peer(int side) {
    return decomposition.neighbour(side / 2, isHigh(side) ? 1 : -1);
  }

  private static boolean isHigh(int side) {
    return side % 2 == 1;
  }

  private static int opposite(int side) {
    return side ^ 1;
  }

  /** A sweep up or down through all planes. */
  private final class Sweep {
    private final int step;
    private final FluxJacobian alongY;
    private final FluxJacobian alongZ;
    private final RowRelaxation alongX;

    Sweep(int step) {
      this.step = step;
      alongY = jacobian(1);
      alongZ = jacobian(2);
      alongX = new RowRelaxation(jacobian(0), diagonal, state);
    }

    private FluxJacobian jacobian(int direction) {
      FluxJacobian one =
          step == 1
              ? FluxJacobian.below(flow, direction, block.size(0))
              : FluxJacobian.above(flow, direction, block.size(0));
      return one.times(OMEGA);
    }

    void plane(int k) {
      receive(0, k);
      receive(1, k);
      int rows = block.end(1) - block.first(1);
      int first = step == 1 ? block.first(1) : block.end(1) - 1;
      for (int n = 0; n < rows; n++) {
        row(first + n * step, k);
      }
      send(0, k);
      send(1, k);
    }

    private void row(int j, int k) {
      int from = from(j, k);
      int count = to(j, k) - from;
      copyRow(block.rhs, from, target, 0, count);
      if (step == -1) { // D y = D v - ... instead of y = v - D^-1 ...: the same as going up
        neighbourState.load(state, from, count);
        diagonal.multiply(target, neighbourState, count);
      }
      subtract(alongZ, from - step * block.stride(2), count);
      subtract(alongY, from - step * block.stride(1), count);
      copyRow(target, 0, block.rhs, from, count);
      alongX.relax(block.rhs, step == 1 ? from : from + count - 1, count, step);
    }

    private void subtract(FluxJacobian jacobian, int from, int count) {
      copyRow(block.rhs, from, neighbour, 0, count);
      neighbourState.load(state, from, count);
      jacobian.subtractProduct(target, neighbour, neighbourState, count);
    }

    private static void copyRow(double[][] from, int start, double[][] to, int at, int count) {
      for (int m = 0; m < Flow.VARIABLES; m++) {
        System.arraycopy(from[m], start, to[m], at, count);
      }
    }

    private void receive(int direction, int k) {
      int peer = decomposition.neighbour(direction, -step);
      if (peer != Decomposition.NONE) {
        comm.receive(edge[direction], peer, TAG_SWEEP);
        copyEdge(direction, step == 1 ? -1 : block.size(direction), k, false);
      }
    }

    private void send(int direction, int k) {
      int peer = decomposition.neighbour(direction, step);
      if (peer != Decomposition.NONE) {
        copyEdge(direction, step == 1 ? block.size(direction) - 1 : 0, k, true);
        comm.send(edge[direction], peer, TAG_SWEEP);
      }
    }

    private void copyEdge(int direction, int position, int k, boolean out) {
      double[] message = edge[direction];
      int length = block.size(1 - direction);
      int stride = block.stride(1 - direction);
      int start = direction == 0 ? block.index(position, 0, k) : block.index(0, position, k);
      for (int m = 0; m < Flow.VARIABLES; m++) {
        double[] v = block.rhs[m];
        for (int n = 0; n < length; n++) {
          if (out) {
            message[m * length + n] = v[start + n * stride];
          } else {
            v[start + n * stride] = message[m * length + n];
          }
        }
      }
    }
  }
}
