package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.ronsel.Comm;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.OutgoingRecord;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.HostileNetwork.Manners;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.shm.ShmTransportProvider;
import org.ronsel.transport.tcp.TcpTransportProvider;

/** A layer above the engine has records of its own, by one class and one line. */
class RecordKindTest {
  /** Kinds from here on are those of tests; see docs/wire-format.md. */
  private static final int FIRST_TEST_KIND = 254;

  private static final int RANKS = 3;
  private static final int ADDITIONS = 500;

  /** A number of each rank, to which every rank can add. */
  private static final class RemoteSum implements RecordHandler {
    static final int ADD = FIRST_TEST_KIND;

    private final Engine engine;
    private volatile long sum;

    RemoteSum(Engine engine) {
      this.engine = engine;
    }

    void add(int endpoint, long value) {
      byte[] bytes = new byte[Long.BYTES];
      ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putLong(value);
      engine.activeMessages().send(endpoint, OutgoingRecord.of(ADD, 0, bytes));
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the engine's lock
    public void onRecord(RecordView record) {
      if (record.payloadBytes() != Long.BYTES) {
        throw new MalformedRecordException("sent a summand of " + record.payloadBytes() + " bytes");
      }
      sum += record.payload().get(ValueLayout.JAVA_LONG_UNALIGNED, record.payloadOffset());
    }
  }

  private static void addToAll(RankGroup group, IntFunction<Engine> engines) {
    List<RemoteSum> sums = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      RemoteSum sum = new RemoteSum(engines.apply(rank));
      engines.apply(rank).activeMessages().handle(RemoteSum.ADD, sum);
      sums.add(sum);
    }
    Ranks.run(
        group,
        world -> {
          int rank = world.rank();
          for (int i = 1; i <= ADDITIONS; i++) {
            for (int to = 0; to < RANKS; to++) {
              sums.get(rank).add(to, i);
            }
          }
          meet(world); // each message comes behind the records that were sent before it
          assertThat(sums.get(rank).sum).isEqualTo(RANKS * ADDITIONS * (ADDITIONS + 1) / 2);
        });
  }

  private static void meet(Comm world) {
    for (int to = 0; to < RANKS; to++) {
      world.send(new int[1], to, 7);
    }
    for (int from = 0; from < RANKS; from++) {
      world.receive(new int[1], from, 7);
    }
  }

  @Test
  void reachesRanksOfTheSameJvm() {
    ThreadRanks ranks = ThreadRanks.start(RANKS);
    addToAll(ranks, ranks.engines::get);
  }

  @Test
  void reachesRanksOfOtherJvms() {
    Requires.sharedMemory();
    try (TransportRanks ranks = new TransportRanks(RANKS, new ShmTransportProvider())) {
      addToAll(ranks, ranks.engines::get);
    }
  }

  @Test
  void reachesRanksOfOtherHosts() {
    try (TransportRanks ranks = new TransportRanks(RANKS, new TcpTransportProvider())) {
      addToAll(ranks, ranks.engines::get);
    }
  }

  @Test
  void waitsWhereThereIsNoRoom() {
    HostileRanks ranks =
        new HostileRanks(RANKS, Manners.SMALL_RECORDS, ThreadRanks.options(RANKS), 1);
    addToAll(ranks, ranks.engines::get);
  }

  @Test
  void aRecordThatItsHandlerRefusesFailsItsSenderAlone() {
    ThreadRanks ranks = ThreadRanks.start(3);
    Engine victim = ranks.engines.getFirst();
    RemoteSum sum = new RemoteSum(victim);
    victim.activeMessages().handle(RemoteSum.ADD, sum);
    ranks.engines.get(1).activeMessages().send(0, OutgoingRecord.of(RemoteSum.ADD, 0, new byte[3]));
    new RemoteSum(ranks.engines.get(2)).add(0, 40);
    progress(victim);
    assertThatThrownBy(() -> victim.peerFailures().throwIfPeerFailed(1))
        .hasMessageContaining("peer 1 sent a summand of 3 bytes");
    victim.peerFailures().throwIfPeerFailed(2);
    assertThat(sum.sum).isEqualTo(40);
  }

  @Test
  void aKindWithoutHandlerFailsItsSender() {
    ThreadRanks ranks = ThreadRanks.start(2);
    Engine victim = ranks.engines.getFirst();
    for (int kind : new int[] {RemoteSum.ADD, 255}) {
      ranks.engines.get(1).activeMessages().send(0, OutgoingRecord.of(kind, 0, new byte[0]));
    }
    progress(victim);
    assertThatThrownBy(() -> victim.peerFailures().throwIfPeerFailed(1))
        .hasMessageContaining("kind " + RemoteSum.ADD);
  }

  @Test
  void aKindHasOneHandlerAndThoseOfTheEngineStayItsOwn() {
    Engine engine = ThreadRanks.start(1).engines.getFirst();
    engine.activeMessages().handle(255, record -> {});
    assertThatThrownBy(() -> engine.activeMessages().handle(255, record -> {}))
        .isInstanceOf(IllegalStateException.class);
    for (int kind : new int[] {-1, 0, Envelope.EAGER, Envelope.FIRST_ONE_SIDED_KIND - 1, 256}) {
      assertThatThrownBy(() -> engine.activeMessages().handle(kind, record -> {}))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static void progress(Engine engine) {
    while (engine.progressOnce()) {
      // Until nothing moves.
    }
  }
}
