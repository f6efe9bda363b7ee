package org.ronsel.npb.cfd;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.Comm;
import org.ronsel.npb.Timers;

/**
 * A time step by approximate factorisation: the implicit operator is replaced by the product of one
 * for each direction, so that there are only systems along lines to solve (NAS-95-020, section
 * 3.3.1). BT and SP differ in what these systems are.
 */
public abstract class AlternatingDirections {
  private static final int HALOS = 0;
  private static final int RIGHT_HAND_SIDE = 1;
  private static final int FIRST_SWEEP = 2;

  private final Comm comm;
  private final MultiPartition partition;
  private final Workers workers;
  private final List<RightHandSide> rightHandSides = new ArrayList<>();
  private final HaloExchange halos;
  private final Timers timers =
      new Timers(Timers.wanted(), "halos", "right-hand side", "x", "y", "z");

  /** Creates the steps for the cells of a rank. */
  protected AlternatingDirections(Comm comm, MultiPartition partition, Flow flow, Workers workers) {
    this.comm = comm;
    this.partition = partition;
    this.workers = workers;
    halos = new HaloExchange(comm, partition);
    for (Block cell : partition.cells()) {
      rightHandSides.add(new RightHandSide(cell, flow));
      cell.computeForcing(flow);
      cell.initialize();
    }
  }

  /** Sets the solution to the initial condition. */
  public final void initialize() {
    partition.cells().forEach(Block::initialize);
  }

  /** Gets the neighbours' points and computes the right-hand side. */
  public final void rightHandSide() {
    timers.start(HALOS);
    halos.run();
    timers.stop(HALOS);
    timers.start(RIGHT_HAND_SIDE);
    rightHandSides.forEach(each -> each.compute(workers));
    timers.stop(RIGHT_HAND_SIDE);
  }

  /** Does a time step. */
  public final void step() {
    rightHandSide();
    LineSweep sweep = sweep();
    for (int cell = 0; cell < partition.side(); cell++) {
      Block block = partition.cells().get(cell);
      int number = cell;
      workers.share(
          block.firstKnown(2), block.endKnown(2), (worker, from, to) -> before(number, from, to));
    }
    for (int direction = 0; direction < 3; direction++) {
      timers.start(FIRST_SWEEP + direction);
      sweep.run(direction);
      timers.stop(FIRST_SWEEP + direction);
    }
    for (int cell = 0; cell < partition.side(); cell++) {
      Block block = partition.cells().get(cell);
      int number = cell;
      workers.share(block.first(2), block.end(2), (worker, from, to) -> after(number, from, to));
    }
  }

  /** Stop watches of the parts of a step. */
  final Timers timers() {
    return timers;
  }

  /** The systems along the lines. */
  protected abstract LineSweep sweep();

  /** Prepares the right-hand side of planes of a cell, those of ghost points included. */
  protected abstract void before(int cell, int fromPlane, int toPlane);

  /** Adds the solution of the last direction in planes of a cell. */
  protected abstract void after(int cell, int fromPlane, int toPlane);

  /** The communicator of the ranks that have a cell. */
  protected final Comm comm() {
    return comm;
  }

  /** The cells. */
  protected final MultiPartition partition() {
    return partition;
  }

  /** Adds the squares of the right-hand side, as it is without the solvers. */
  public final void addSquaresOfRhs(double[] sums) {
    partition.cells().forEach(cell -> cell.addSquaresOfRhs(sums));
  }

  /** Adds the squares of the differences to the exact solution. */
  public final void addSquaresOfError(double[] sums) {
    partition.cells().forEach(cell -> cell.addSquaresOfError(sums));
  }
}
