package org.ronsel.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.Sink;
import org.ronsel.transport.TestContext;

/** Which fragments long messages to two peers go through: three JVMs in this process. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FragmentWindowTest {
  private static final int PEERS = 2;
  private static final int BYTES = ShmHost.FRAGMENT_BYTES;

  /** Bytes of the longest window. */
  private static final int LONGEST_WINDOW = 1 << 20;

  private final ShmHost[] hosts = new ShmHost[1 + PEERS];
  private final ShmTransport[] receivers = new ShmTransport[PEERS];
  private final ShmLink[] links = new ShmLink[PEERS];
  private final Reader[] readers = {new Reader(), new Reader()};

  private record Part(RecordView.Lender lender, int number, byte[] content) {}

  /** Has what has arrived and is not read yet. */
  private static final class Reader implements Sink {
    final ArrayDeque<Part> unread = new ArrayDeque<>();

    @Override
    public void onRecord(RecordView record) {
      byte[] content = record.copyOfPayload();
      unread.add(new Part(record.keepPayload(), record.lentNumber(), content));
    }

    /** Reads the part that came first; the number of its fragment. */
    int read() {
      Part part = unread.remove();
      part.lender().free(part.number());
      return part.number();
    }

    @Override
    public void failPeer(int endpoint, Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  @BeforeEach
  void start() {
    Requires.sharedMemory();
    for (int i = 0; i <= PEERS; i++) {
      hosts[i] = new ShmHost(new TestContext(1 + PEERS, i, rank -> TestContext.AWAKE));
    }
    ShmTransport sender = hosts[0].of(0);
    for (int i = 0; i < PEERS; i++) {
      receivers[i] = hosts[i + 1].of(i + 1);
    }
    TestContext.meet(List.of(hosts));
    for (int i = 0; i < PEERS; i++) {
      links[i] = (ShmLink) sender.connect(i + 1);
    }
  }

  @AfterEach
  void close() {
    for (ShmHost host : hosts) {
      if (host != null) {
        host.close();
      }
    }
  }

  private int poolFragments() {
    return hosts[0].own().layout.fragments();
  }

  /** Sends a part of a long message to a peer, if there is room; whether there was. */
  private boolean send(int peer, byte[] data) {
    @Nullable DataTransfer part = links[peer].sendData(1, 0, data, 0, data.length, true);
    if (part == null) {
      return false;
    }
    part.move();
    assertThat(part.handOver()).isTrue();
    receivers[peer].poll(readers[peer], 64);
    return true;
  }

  private boolean send(int peer) {
    return send(peer, new byte[BYTES]);
  }

  /** The fragments that so many parts to a peer that reads them at once go through. */
  private Set<Integer> fragmentsOf(int parts, int peer) {
    Set<Integer> numbers = new HashSet<>();
    for (int i = 0; i < parts; i++) {
      assertThat(send(peer)).isTrue();
      numbers.add(readers[peer].read());
    }
    return numbers;
  }

  @Test
  void aLongMessageGoesThroughFewFragments() {
    int most = LONGEST_WINDOW / BYTES;
    assertThat(poolFragments()).isGreaterThan(2 * most);
    assertThat(fragmentsOf(4 * poolFragments(), 0)).hasSizeLessThanOrEqualTo(most);
  }

  @Test
  void aPeerThatReadsNothingGetsAllThatThereIsRoomFor() {
    int sent = 0;
    while (send(0)) {
      sent++;
    }
    assertThat(sent).isLessThanOrEqualTo(LONGEST_WINDOW / BYTES);
    while (sent < poolFragments()) { // ends: the peer does not read
      sent += send(0) ? 1 : 0;
    }
    assertThat(send(0)).isFalse();
  }

  @Test
  void afterAPauseTheWindowIsShortAgain() {
    for (int sent = 0; sent < poolFragments(); ) {
      sent += send(0) ? 1 : 0;
    }
    while (!readers[0].unread.isEmpty()) {
      readers[0].read();
    }
    int parts = 2 * poolFragments();
    while (fragmentsOf(parts, 0).size() > LONGEST_WINDOW / BYTES) {
      // Until it is: time has to pass.
    }
  }

  /** While one peer reads nothing, those that do are served. */
  @Test
  void fragmentsThatAPeerKeepsAreMissedByNobody() {
    while (send(0)) {
      // A window of unread parts.
    }
    assertThat(fragmentsOf(4 * poolFragments(), 1)).hasSizeGreaterThan(1);
  }

  /** A fragment carries one part at a time, whoever reads when, admitted data among them. */
  @Test
  void noPartIsWrittenOver() {
    Random random = new Random(3);
    int[] admitted = new int[PEERS];
    int received = 0;
    for (int round = 0; received < 20_000; round++) {
      int peer = random.nextInt(PEERS);
      byte[] data = new byte[1 + random.nextInt(200)];
      random.nextBytes(data);
      boolean went = false;
      if (random.nextInt(3) > 0) {
        went = send(peer, data);
      } else if (random.nextBoolean()) {
        admitted[peer] += links[peer].admitUnsolicited(BYTES) ? 1 : 0;
      } else if (admitted[peer] > 0) {
        admitted[peer]--;
        int header = Envelope.header(Envelope.EAGER, 1, 0);
        went = links[peer].sendWhole(header, 0, 0, data, 0, data.length);
        assertThat(went).as("room for what was admitted, round %d", round).isTrue();
        receivers[peer].poll(readers[peer], 64);
      }
      if (went) {
        received++;
        assertThat(readers[peer].unread.getLast().content()).isEqualTo(data);
      }
      Reader reader = readers[random.nextInt(PEERS)];
      for (int reads = random.nextInt(1 + round % 5); reads > 0; reads--) {
        if (!reader.unread.isEmpty()) {
          reader.read();
        }
      }
      assertThat(distinctUnread()).as("each fragment in use once, round %d", round).isTrue();
    }
    assertThat(roomForAdmitted()).isEqualTo(poolFragments() / 2 - admitted[0] - admitted[1]);
  }

  /** How many fragments more may be admitted when all has been read. */
  private int roomForAdmitted() {
    for (Reader reader : readers) {
      while (!reader.unread.isEmpty()) {
        reader.read();
      }
    }
    int room = 0;
    while (links[0].admitUnsolicited(BYTES)) {
      room++;
    }
    return room;
  }

  private boolean distinctUnread() {
    Set<Integer> numbers = new HashSet<>();
    for (Reader reader : readers) {
      for (Part part : reader.unread) {
        if (!numbers.add(part.number())) {
          return false;
        }
      }
    }
    return true;
  }
}
