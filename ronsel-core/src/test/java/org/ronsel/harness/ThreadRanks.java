package org.ronsel.harness;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.thread.ThreadTransport;

/** Ranks of one JVM, connected by the thread transport. */
public final class ThreadRanks extends EngineRanks {
  /** Makes ranks with inboxes of {@code slots} slots. */
  public ThreadRanks(int ranks, int slots, EngineOptions options) {
    List<ThreadTransport> transports = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Doorbell doorbell = new Doorbell();
      ThreadTransport transport =
          new ThreadTransport(rank, new Inbox(slots, 1, slots, slots), doorbell, transports::get);
      transports.add(transport);
      engines.add(
          new Engine(rank, new Transport[] {transport}, peer -> transport, doorbell, options));
    }
    HarnessJob job = new HarnessJob(JobLayout.embedded("test", ranks), new SharedObjects());
    for (Engine engine : engines) {
      worlds.add(job.world(engine));
    }
  }

  /** Default inboxes, and options as a launched job would have them. */
  public static ThreadRanks start(int ranks) {
    return new ThreadRanks(ranks, 1024, options(ranks));
  }

  /** The options of a launched job of this many ranks on this machine. */
  public static EngineOptions options(int ranks) {
    return EngineOptions.fromProperties(ranks > Runtime.getRuntime().availableProcessors());
  }
}
