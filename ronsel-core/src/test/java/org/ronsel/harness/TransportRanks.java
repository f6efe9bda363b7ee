package org.ronsel.harness;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;
import org.ronsel.transport.JvmTransport;
import org.ronsel.transport.TestContext;
import org.ronsel.transport.Transport;
import org.ronsel.transport.TransportProvider;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.thread.ThreadTransport;

/**
 * Ranks in JVMs of their own, all of them in this one, that have an engine each and no job; between
 * them goes a single transport.
 */
final class TransportRanks extends EngineRanks {
  private final List<JvmTransport> hosts = new ArrayList<>();

  /** Makes ranks that a transport connects, as its provider opens it. */
  TransportRanks(int ranks, TransportProvider provider) {
    this(ranks, provider, transport -> transport);
  }

  /** Ranks whose transports are seen through others. */
  TransportRanks(int ranks, TransportProvider provider, UnaryOperator<Transport> seen) {
    List<Doorbell> doorbells = Stream.generate(Doorbell::new).limit(ranks).toList();
    for (int rank = 0; rank < ranks; rank++) {
      JvmTransport host = provider.open(new TestContext(ranks, rank, doorbells::get));
      hosts.add(Objects.requireNonNull(host));
    }
    TestContext.meet(hosts);
    for (int rank = 0; rank < ranks; rank++) {
      add(rank, ranks, doorbells.get(rank), seen);
    }
  }

  private void add(int rank, int ranks, Doorbell doorbell, UnaryOperator<Transport> seen) {
    ThreadTransport[] own = new ThreadTransport[1];
    own[0] = new ThreadTransport(rank, new Inbox(64), doorbell, self -> own[0]);
    Transport others = seen.apply(hosts.get(rank).of(rank));
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

  /** Memory that the other ranks can map. */
  MemorySegment allocate(int rank, long bytes) {
    return Objects.requireNonNull(hosts.get(rank).allocate(bytes));
  }

  @Override
  public void close() {
    hosts.forEach(JvmTransport::close);
  }
}
