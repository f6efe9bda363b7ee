package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.job.JobLayout;
import org.ronsel.job.SharedObjects;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.EncodedRecord;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.thread.ThreadTransport;

/** Whatever another rank sends, only what concerns that rank fails, and with an error. */
class UntrustedRecordsTest {
  private static final int LIAR = 1;
  private static final int HONEST_TAG = 1000;

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void recordsThatMakeNoSenseFailTheirSenderOnly(@ForAll long seed) {
    Random random = new Random(seed);
    Liar liar = new Liar();
    Doorbell doorbell = new Doorbell();
    ThreadTransport[] own = new ThreadTransport[1];
    own[0] = new ThreadTransport(0, new Inbox(64), doorbell, peer -> own[0]);
    Engine engine =
        new Engine(
            0,
            new Transport[] {own[0], liar},
            peer -> peer == LIAR ? liar : own[0],
            doorbell,
            ThreadRanks.options(2));
    JobLayout layout = JobLayout.even("test", 2, 2, 0);
    Comm world = new HarnessJob(layout, new SharedObjects()).world(engine);
    List<Request> pending = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      for (int i = random.nextInt(4); i > 0; i--) {
        liar.lies.add(lie(random));
      }
      try {
        act(world, random, pending);
      } catch (RonselException expected) {
        assertThat(expected.getMessage()).contains("rank 0");
      }
      exchangeWithItself(world, step);
    }
    for (Request request : pending) {
      try {
        if (!request.test()) {
          request.cancel();
        }
      } catch (RonselException expected) {
        assertThat(expected.getMessage()).contains("rank 0");
      }
    }
    exchangeWithItself(world, -1);
  }

  private static void exchangeWithItself(Comm world, int value) {
    int[] got = new int[1];
    world.sendReceive(new int[] {value}, 0, HONEST_TAG, got, 0, HONEST_TAG);
    assertThat(got[0]).isEqualTo(value);
  }

  private static void act(Comm world, Random random, List<Request> pending) {
    int source = random.nextBoolean() ? LIAR : Ronsel.ANY_SOURCE;
    int tag = random.nextInt(3);
    switch (random.nextInt(6)) {
      case 0 -> pending.add(world.iReceive(new byte[random.nextInt(3000)], source, tag));
      case 1 -> pending.add(world.iReceive(new double[random.nextInt(300)], source, tag));
      case 2 -> pending.add(world.iSend(new byte[random.nextInt(300_000)], LIAR, tag));
      case 3 -> pending.add(world.iSendSynchronous(new byte[random.nextInt(300)], LIAR, tag));
      case 4 -> world.iProbe(source, tag);
      default -> {
        if (world.iProbe(source, tag) != null) {
          // Not in a blocking call: who announces a message need not send it.
          pending.add(world.iReceiveObject(source, tag));
        }
      }
    }
  }

  /** Something that a transport could say; mostly almost right. */
  private static Lie lie(Random random) {
    int kind = random.nextInt(10) == 0 ? random.nextInt(256) : random.nextInt(8);
    int type = random.nextInt(10) == 0 ? random.nextInt(256) : random.nextInt(11);
    int flags = random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(8);
    int header = Envelope.header(kind, type, flags);
    if (random.nextInt(30) == 0) {
      header = random.nextInt();
    }
    if (Envelope.kind(header) == Envelope.REVOKED) {
      // No lie: every member may revoke a communicator, and then it fails for all.
      header = Envelope.withKind(header, Envelope.EAGER);
    }
    long[] lengths = {0, 1, 64, 2000, 40_000, 1L << 45, Long.MAX_VALUE, -1, Long.MIN_VALUE};
    long[] contexts = {0, 0, 0, 1, 2, -1L << 32 | 1, random.nextLong()};
    byte[] payload = new byte[random.nextInt(3) == 0 ? Long.BYTES : random.nextInt(2100)];
    random.nextBytes(payload);
    boolean exact = random.nextBoolean();
    boolean lent = random.nextInt(4) == 0;
    if (lent && random.nextBoolean()) {
      header = Envelope.header(Envelope.FRAGMENT, 0, 0);
    }
    return new Lie(
        header,
        contexts[random.nextInt(contexts.length)],
        random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(3),
        exact ? payload.length : lengths[random.nextInt(lengths.length)],
        random.nextInt(6) == 0 ? random.nextLong() : random.nextInt(4),
        payload,
        lent);
  }

  private record Lie(
      int header, long context, int tag, long length, long cookie, byte[] payload, boolean lent) {}

  /** A transport, and its link, to a rank that says anything and listens to nothing. */
  private static final class Liar implements Transport, Link {
    final ArrayDeque<Lie> lies = new ArrayDeque<>();

    @Override
    public String name() {
      return "liar";
    }

    @Override
    public Link connect(int endpoint) {
      return this;
    }

    @Override
    public int poll(Sink sink, int limit) {
      int count = 0;
      for (Lie lie; (lie = lies.poll()) != null; count++) {
        EncodedRecord record =
            EncodedRecord.of(
                LIAR, lie.header, lie.context, lie.tag, lie.length, lie.cookie, lie.payload);
        if (lie.lent) {
          RecordView view = record.view();
          MemorySegment memory = MemorySegment.ofArray(lie.payload);
          view.lendPayload(memory, 0, lie.payload.length, number -> {}, 0);
          sink.onRecord(view);
          view.returnPayload();
        } else {
          record.deliver(sink);
        }
      }
      return count;
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(
          2048, Capabilities.Memory.NONE, Capabilities.RemoteOperations.NONE, false);
    }

    @Override
    public int peer() {
      return LIAR;
    }

    @Override
    public boolean eagerOpen() {
      return true;
    }

    @Override
    public RecordWriter claim(int payloadBytes) {
      return new EncodedRecord.Writer(0, payloadBytes, heard -> {}).claim(payloadBytes);
    }

    @Override
    public void ringDoorbell() {}
  }
}
