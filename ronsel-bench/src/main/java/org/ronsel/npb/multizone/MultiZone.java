package org.ronsel.npb.multizone;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.cfd.AlternatingDirections;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.MultiPartition;
import org.ronsel.npb.cfd.Reference;
import org.ronsel.npb.cfd.Workers;

/**
 * A benchmark of several zones: in each time step neighbouring zones exchange their boundaries,
 * then each is solved by itself. Property {@value #THREADS} is the number of threads in each rank,
 * 1 if it is not set.
 */
abstract sealed class MultiZone implements NpbKernel permits BtMz, SpMz {
  /** Name of the property for the number of threads in each rank. */
  static final String THREADS = "ronsel.npb.threads";

  /** The parameters of a class. */
  record Parameters(double dt, int steps, Reference reference) {}

  abstract Parameters parameters(ProblemClass size);

  /** Largest zone as a multiple of the smallest, in x and in y. */
  abstract double ratio(ProblemClass size);

  abstract AlternatingDirections solver(
      Comm comm, MultiPartition partition, Flow flow, Workers workers);

  /** The operations that the specification counts in a time step of a zone. */
  abstract double operations(double volume, double surface, double side);

  @Override
  public final RankCounts rankCounts(ProblemClass size) {
    return RankCounts.any(zones(size).count());
  }

  private Zones zones(ProblemClass size) {
    return Zones.of(size, ratio(size));
  }

  @Override
  public final long memoryBytes(ProblemClass size, int ranks) {
    Zones zones = zones(size);
    long bytes = 0;
    for (int zone = 0; zone < zones.count(); zone++) {
      int[] points = zones.size(zone);
      bytes += Block.bytes(points[0], points[1], points[2]);
    }
    return bytes;
  }

  @Override
  public final boolean usesThreads() {
    return true;
  }

  private static int threads() {
    int threads = Integer.getInteger(THREADS, 1);
    if (threads < 1) {
      throw new IllegalArgumentException(
          THREADS + " is " + threads + ": set it to the number of threads in a rank, 1 or more");
    }
    return threads;
  }

  @Override
  public final Outcome run(Comm comm, ProblemClass size) {
    try (ThreadTeam team = new ThreadTeam(threads())) {
      return new Run(comm, size, team).outcome();
    }
  }

  /** The zones of a rank. */
  private final class Run {
    private final Comm comm;
    private final Zones zones;
    private final Parameters parameters;
    private final ZoneExchange exchange;
    private final Map<Integer, Block> blocks = new HashMap<>();
    private final List<Zone> mine = new ArrayList<>();

    private record Zone(int[] size, AlternatingDirections solver) {}

    Run(Comm comm, ProblemClass size, Workers workers) {
      this.comm = comm;
      zones = zones(size);
      parameters = parameters(size);
      ZoneOwners owners = new ZoneOwners(zones, comm.size());
      for (int zone : owners.zones(comm.rank())) {
        Block block = Block.whole(zones.size(zone), zones.steps());
        blocks.put(zone, block);
        mine.add(
            new Zone(
                zones.size(zone),
                solver(comm, MultiPartition.single(block), zones.flow(parameters.dt), workers)));
      }
      exchange = new ZoneExchange(comm, zones, owners, blocks);
    }

    Outcome outcome() {
      step(); // one untimed step, as in the specification
      mine.forEach(zone -> zone.solver.initialize());
      comm.barrier();
      long start = System.nanoTime();
      for (int step = 0; step < parameters.steps; step++) {
        step();
      }
      double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
      double[] errors = norms(AlternatingDirections::addSquaresOfError);
      mine.forEach(zone -> zone.solver.rightHandSide());
      double[] residuals = norms(AlternatingDirections::addSquaresOfRhs);
      return new Outcome(
          seconds,
          parameters.steps * allOperations(),
          parameters.reference.verify(residuals, errors));
    }

    private void step() {
      exchange.run();
      mine.forEach(zone -> zone.solver.step());
    }

    /** Sums of the norms of the zones. */
    private double[] norms(Squares squares) {
      double[] norms = new double[Flow.VARIABLES];
      for (Zone zone : mine) {
        double[] sums = new double[Flow.VARIABLES];
        squares.add(zone.solver, sums);
        double count = (zone.size[0] - 2.0) * (zone.size[1] - 2) * (zone.size[2] - 2);
        for (int m = 0; m < norms.length; m++) {
          norms[m] += Math.sqrt(sums[m] / count);
        }
      }
      comm.allReduce(norms, Op.SUM);
      return norms;
    }

    private double allOperations() {
      double sum = 0;
      for (int zone = 0; zone < zones.count(); zone++) {
        int[] n = zones.size(zone);
        double surface = (n[0] * n[1] + n[0] * n[2] + n[1] * n[2]) / 3.0;
        sum += operations((double) zones.volume(zone), surface, (n[0] + n[1] + n[2]) / 3.0);
      }
      return sum;
    }
  }

  @FunctionalInterface
  private interface Squares {
    void add(AlternatingDirections solver, double[] sums);
  }
}
