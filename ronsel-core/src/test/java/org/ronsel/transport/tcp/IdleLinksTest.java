package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.tcp.TcpHosts.Stranger;

/** What a rank does for its peers has nothing to do with how many of them are silent. */
@Timeout(60)
class IdleLinksTest {
  private static final int PEERS = 8;

  /** So much payload is consumed before a peer is told. */
  private static final int UPDATE_EVERY = (int) TcpOptions.WINDOW_BYTES / 4;

  private final TcpHosts job = new TcpHosts(1 + PEERS);
  private final TcpTransport transport = job.hosts.getFirst().of(0);

  /** Peer {@code i} is rank {@code i + 1}. */
  private final List<Stranger> peers = new ArrayList<>();

  IdleLinksTest() throws IOException {
    int told = 0;
    for (int rank = 1; rank <= PEERS; rank++) {
      Stranger peer = new Stranger(job.address(0), job.context(rank, true), rank, 0);
      peers.add(peer);
      assertThat(peer.admitted()).isEqualTo(TcpHandshake.WELCOME);
    }
    while (told < PEERS) { // a link that has just been connected is looked at once
      told += transport.tellOwed();
    }
    coolDown();
  }

  @AfterEach
  void close() throws IOException {
    for (Stranger peer : peers) {
      peer.close();
    }
    job.close();
  }

  private TcpLink link(int peer) {
    return transport.linkTo(peer + 1);
  }

  private void poll() {
    transport.poll(job.inboxes.getFirst(), 64);
  }

  /** Leaves all links to the selector, as before the rank parks. */
  private void coolDown() {
    transport.armDoorbell();
    poll();
    transport.disarmDoorbell();
  }

  /** Nothing has been sent to any peer but those that have read it. */
  private void assertSilence() throws IOException {
    for (Stranger peer : peers) {
      assertThat(peer.socket.getInputStream().available()).isZero();
    }
  }

  /** Reads a record of the rank; its first word. */
  private static long word(Stranger peer) throws IOException {
    byte[] record = new byte[RecordDescriptor.ALIGNMENT];
    new DataInputStream(peer.socket.getInputStream()).readFully(record);
    return ByteBuffer.wrap(record).order(ByteOrder.nativeOrder()).getLong();
  }

  @Test
  void whoHasConsumedMuchOfOnePeerLooksAtNoOther() throws IOException {
    assertThat(transport.tellOwed()).isZero();
    link(2).consumed(UPDATE_EVERY - 1);
    assertThat(transport.tellOwed()).as("links looked at").isZero();
    link(2).consumed(1);
    link(2).consumed(UPDATE_EVERY);
    assertThat(transport.tellOwed()).as("links looked at").isEqualTo(1);
    assertThat(word(peers.get(2))).isEqualTo(2L * UPDATE_EVERY << 1);
    link(2).consumed(UPDATE_EVERY);
    link(5).consumed(UPDATE_EVERY);
    assertThat(transport.tellOwed()).as("links looked at").isEqualTo(2);
    assertThat(word(peers.get(2))).isEqualTo(3L * UPDATE_EVERY << 1);
    assertThat(word(peers.get(5))).isEqualTo((long) UPDATE_EVERY << 1);
    assertThat(transport.tellOwed()).isZero();
    assertSilence();
  }

  /** As long as it cannot be told, it is tried again, and then told once. */
  @Test
  void whatCannotBeToldNowIsToldLater() throws IOException {
    TcpLink link = link(1);
    int filled = 0;
    while (link.claim(0) instanceof OutQueue queue) {
      queue.control(TcpLink.UPDATE, 0);
      queue.commit();
      filled++;
    }
    assertThat(filled).isPositive();
    link.consumed(UPDATE_EVERY);
    assertThat(transport.tellOwed()).isEqualTo(1);
    assertThat(transport.tellOwed()).isEqualTo(1);
    link.ringDoorbell(); // there is room for all that waits
    assertThat(transport.tellOwed()).isEqualTo(1);
    assertThat(transport.tellOwed()).isZero();
  }

  @Test
  void thatThePoolIsFullIsToldToThoseWhoSendSomething() throws IOException {
    for (int sender : new int[] {2, 2, 5}) {
      job.poolsAreFull = true;
      poll();
      assertSilence();
      int before = job.inboxes.getFirst().tags.size();
      peers.get(sender).send(TcpLinkTest.record(0, Envelope.EAGER, 0, 0, sender + 1));
      while (job.inboxes.getFirst().tags.size() == before) {
        poll();
      }
      assertThat(word(peers.get(sender)) & 1).as("the pool is full").isEqualTo(1);
      coolDown();
      assertSilence();
      job.poolsAreFull = false;
      poll();
      assertThat(word(peers.get(sender)) & 1).as("the pool is full").isZero();
      assertSilence();
    }
  }

  /** Whoever has sent lately hears it at once. */
  @Test
  void thatThePoolIsFullIsToldToThoseWhoHaveSentLately() throws IOException {
    peers.get(3).send(TcpLinkTest.record(0, Envelope.EAGER, 0, 0, 4));
    while (job.inboxes.getFirst().tags.isEmpty()) {
      poll();
    }
    job.poolsAreFull = true;
    poll();
    assertThat(word(peers.get(3)) & 1).as("the pool is full").isEqualTo(1);
    assertSilence();
  }
}
