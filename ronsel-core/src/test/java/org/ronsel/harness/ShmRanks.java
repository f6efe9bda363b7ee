package org.ronsel.harness;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.runtime.JobLayout;
import org.ronsel.runtime.SharedObjects;
import org.ronsel.transport.Transport;
import org.ronsel.transport.shm.ShmHost;
import org.ronsel.transport.shm.ShmTransport;
import org.ronsel.transport.thread.ThreadTransport;

/** Ranks in JVMs of their own, all of them in this one, that have an engine each and no job. */
final class ShmRanks extends EngineRanks {
  private final List<ShmHost> hosts = new ArrayList<>();

  ShmRanks(int ranks) {
    ShmHost.Directory directory =
        new ShmHost.Directory() {
          @Override
          public int jvms() {
            return ranks;
          }

          @Override
          public int jvmOf(int rank) {
            return rank;
          }

          @Override
          public int firstRank(int jvm) {
            return jvm;
          }

          @Override
          public String handle(int jvm) {
            return hosts.get(jvm).handle();
          }
        };
    for (int rank = 0; rank < ranks; rank++) {
      hosts.add(new ShmHost(rank, directory, new byte[32], rung -> engines.get(rung).ring()));
    }
    for (int rank = 0; rank < ranks; rank++) {
      add(rank, ranks);
    }
  }

  private void add(int rank, int ranks) {
    Doorbell doorbell = new Doorbell();
    ThreadTransport[] own = new ThreadTransport[1];
    own[0] = new ThreadTransport(rank, 64, doorbell, self -> own[0]);
    Transport others = new ShmTransport(hosts.get(rank), rank, doorbell);
    Engine engine =
        new Engine(
            rank,
            new Transport[] {own[0], others},
            peer -> peer == rank ? own[0] : others,
            doorbell,
            ThreadRanks.options(ranks));
    engines.add(engine);
    JobLayout layout = JobLayout.even("test", ranks, ranks, rank);
    worlds.add(new HarnessJob(layout, new SharedObjects()).world(engine));
  }

  @Override
  public void close() {
    hosts.forEach(ShmHost::close);
  }
}
