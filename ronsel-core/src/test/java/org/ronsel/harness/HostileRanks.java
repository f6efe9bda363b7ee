package org.ronsel.harness;

import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;
import org.ronsel.transport.HostileNetwork;
import org.ronsel.transport.Transport;

/** Ranks connected by a {@link HostileNetwork} alone, also each with itself. */
public final class HostileRanks extends EngineRanks {
  private final HostileNetwork network;

  /** Makes ranks; {@code seed} fixes what the network does, up to the scheduling of threads. */
  public HostileRanks(int ranks, HostileNetwork.Manners manners, EngineOptions options, long seed) {
    this.network = new HostileNetwork(manners);
    for (int rank = 0; rank < ranks; rank++) {
      Doorbell doorbell = new Doorbell();
      Transport transport = network.join(doorbell, seed + rank);
      engines.add(
          new Engine(rank, new Transport[] {transport}, peer -> transport, doorbell, options));
    }
    for (Engine engine : engines) {
      // Each rank believes to be alone in its JVM, so everything goes over the network.
      JobLayout layout = JobLayout.even("test", ranks, ranks, engine.rank());
      worlds.add(new HarnessJob(layout, new SharedObjects()).world(engine));
    }
  }

  /** Number of records of a kind that all ranks have sent. */
  public long sent(int kind) {
    return network.sent(kind);
  }

  /** Makes groups of ranks with these manners. */
  public static RankGroup.Placement with(HostileNetwork.Manners manners) {
    return ranks -> new HostileRanks(ranks, manners, ThreadRanks.options(ranks), 1);
  }
}
