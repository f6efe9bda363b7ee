package org.ronsel.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;
import org.ronsel.transport.TestContext;

/** Messages that go in one record, with their data in a fragment: two JVMs in this process. */
class WholeMessagesTest {
  private static final int HEADER = Envelope.header(Envelope.EAGER, 1, 0);
  private static final int LONGEST = ShmHost.FRAGMENT_BYTES;

  private final ShmHost[] hosts = new ShmHost[2];
  private ShmTransport receiver;
  private ShmLink link;
  private final Receiver sink = new Receiver();

  private record Kept(RecordView.Lender lender, int number) {}

  /** Keeps what it is lent, or only looks at it. */
  private static final class Receiver implements Sink {
    final List<byte[]> got = new ArrayList<>();
    final ArrayDeque<Kept> kept = new ArrayDeque<>();
    boolean keeps;

    @Override
    public void onRecord(RecordView record) {
      assertThat(record.kind()).isEqualTo(Envelope.EAGER);
      assertThat(record.length()).isEqualTo(record.payloadBytes());
      got.add(record.copyOfPayload());
      if (keeps) {
        kept.add(new Kept(record.keepPayload(), record.lentNumber()));
      }
    }

    @Override
    public void failPeer(int endpoint, Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  @BeforeEach
  void start() {
    Requires.sharedMemory();
    ShmTransport sender = null;
    for (int i = 0; i < 2; i++) {
      hosts[i] = new ShmHost(new TestContext(2, i, rank -> TestContext.AWAKE));
    }
    sender = hosts[0].of(0);
    receiver = hosts[1].of(1);
    TestContext.meet(List.of(hosts));
    link = (ShmLink) sender.connect(1);
  }

  @AfterEach
  void close() {
    for (ShmHost host : hosts) {
      if (host != null) {
        host.close();
      }
    }
  }

  private boolean send(Object base, long bytes) {
    return link.admitUnsolicited(bytes) && link.sendWhole(HEADER, 0, 0, base, 0, bytes);
  }

  /** Sends until there is no room, while the receiver polls; how many. */
  private int sentUntilRefused() {
    byte[] data = new byte[LONGEST];
    for (int sent = 0; ; sent++) {
      if (!link.admitUnsolicited(LONGEST)) {
        return sent;
      }
      assertThat(link.sendWhole(HEADER, 0, 0, data, 0, LONGEST)).isTrue();
      receiver.poll(sink, 64);
    }
  }

  @Test
  void theDataArriveAndTheFragmentIsFree() {
    Random random = new Random(1);
    int rounds = 3 * hosts[0].own().layout.fragments();
    for (int i = 0; i < rounds; i++) {
      byte[] data = new byte[1 + random.nextInt(LONGEST)];
      random.nextBytes(data);
      assertThat(send(data, data.length)).isTrue();
      receiver.poll(sink, 64);
      assertThat(sink.got.removeLast()).isEqualTo(data);
    }
    assertThat(sink.got).isEmpty();
  }

  @Test
  void whatIsKeptTakesHalfOfThePoolAtMostAndComesBack() {
    sink.keeps = true;
    int half = hosts[0].own().layout.fragments() / 2;
    for (int round = 0; round < 3; round++) {
      assertThat(sentUntilRefused()).isEqualTo(half);
      sink.kept.forEach(kept -> kept.lender().free(kept.number()));
      sink.kept.clear();
    }
  }

  @Test
  void whatDoesNotFitAFragmentIsRefused() {
    byte[] data = new byte[LONGEST + 1];
    assertThat(link.sendWhole(HEADER, 0, 0, data, 0, data.length)).isFalse();
    receiver.poll(sink, 64);
    assertThat(sink.got).isEmpty();
  }

  @Test
  void memoryThatCannotBeReadCostsNoRoom() {
    MemorySegment gone;
    try (Arena arena = Arena.ofShared()) {
      gone = arena.allocate(LONGEST);
    }
    for (int i = 0; i < 2 * hosts[0].own().layout.fragments(); i++) {
      assertThat(link.admitUnsolicited(LONGEST)).as("attempt %d", i).isTrue();
      assertThatThrownBy(() -> link.sendWhole(HEADER, 0, 0, gone, 0, LONGEST))
          .isInstanceOf(IllegalStateException.class);
    }
    byte[] data = new byte[100];
    Arrays.fill(data, (byte) 7);
    assertThat(send(data, data.length)).isTrue();
    receiver.poll(sink, 64);
    assertThat(sink.got).hasSize(1);
    assertThat(sink.got.getFirst()).isEqualTo(data);
  }

  /** A full ring refuses a message, for which room stays promised until it goes another way. */
  @Test
  void aFullRingRefusesAndKeepsThePromise() {
    while (link.claim(0) != null) {
      link.claim(0).control(Envelope.DONE, 0);
      link.claim(0).commit();
    }
    byte[] data = new byte[LONGEST];
    assertThat(link.admitUnsolicited(LONGEST)).isTrue();
    assertThat(link.sendWhole(HEADER, 0, 0, data, 0, LONGEST)).isFalse();
    assertThat(link.promised).isEqualTo(1);
    assertThat(link.sendData(1, 0, data, 0, LONGEST, false)).isNotNull();
    assertThat(link.promised).isZero();
  }
}
