package org.ronsel.transport.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.transport.TestContext;
import org.ronsel.transport.TransportContext;
import org.ronsel.transport.tcp.TcpHosts.Stranger;

/** Nobody joins who does not know the secret of the job, and whoever tries keeps nobody out. */
@Timeout(120)
class TcpStrangersTest {
  private final TcpHosts job = new TcpHosts(2);

  @AfterEach
  void theJobGoesOn() {
    job.send(0, 1, 4711, (byte) 1);
    job.until("a message", () -> job.inboxes.get(1).tags.contains(4711));
    assertThat(job.inboxes.get(1).failed).isEmpty();
    assertThat(job.inboxes.get(0).failed).isEmpty();
    job.close();
  }

  @Test
  void aWrongSecretIsRefusedByBothEnds() throws IOException {
    for (int i = 0; i < 3; i++) {
      try (Stranger stranger = stranger(false, 1, 0)) {
        byte[] challenge = stranger.challenge();
        assertThatThrownBy(() -> stranger.handshake.proof(ByteBuffer.wrap(challenge)))
            .hasMessageContaining("does not know the secret");
        stranger.send(ByteBuffer.allocate(TcpHandshake.PROOF_BYTES));
        assertThat(stranger.read()).isEqualTo(-1);
      }
    }
    isTurnedAwayFor("it does not know the secret of the job");
  }

  @Test
  void aProofCannotBeUsedAgain() throws IOException {
    ByteBuffer proof;
    try (Stranger first = stranger(true, 1, 0)) {
      proof = first.handshake.proof(ByteBuffer.wrap(first.challenge()));
    }
    try (Stranger second = stranger(true, 1, 0)) {
      assertThat(second.challenge()).isNotEmpty();
      second.send(proof);
      assertThat(second.read()).isEqualTo(-1);
    }
    isTurnedAwayFor("it does not know the secret of the job");
  }

  @Test
  void theProofOfTheOtherEndIsNoProofOfThisOne() throws IOException {
    try (Stranger stranger = stranger(true, 1, 0)) {
      byte[] challenge = stranger.challenge();
      int proof = TcpHandshake.CHALLENGE_BYTES - TcpHandshake.PROOF_BYTES;
      stranger.send(ByteBuffer.wrap(challenge, proof, TcpHandshake.PROOF_BYTES).slice());
      assertThat(stranger.read()).isEqualTo(-1);
    }
    isTurnedAwayFor("it does not know the secret of the job");
  }

  @Test
  void ranksThatThereAreNotAreRefused() throws IOException {
    for (int[] ranks : new int[][] {{2, 0}, {-1, 0}, {0, 0}, {1, 7}, {1, Integer.MIN_VALUE}}) {
      try (Stranger stranger = stranger(true, ranks[0], ranks[1])) {
        assertThat(stranger.admitted()).as(ranks[0] + " to " + ranks[1]).isEqualTo(-1);
      }
    }
    isTurnedAwayFor("it wants to connect rank 2 to rank 0");
  }

  @Test
  void whateverElseIsSaidFirstIsRefused() throws IOException {
    byte[] much = new byte[1 << 20];
    ThreadLocalRandom.current().nextBytes(much);
    for (byte[] first : List.of("GET / HTTP/1.1\r\n\r\n".repeat(4).getBytes(US_ASCII), much)) {
      try (Socket socket = connect()) {
        assertThatIsHungUp(socket, first);
      }
    }
    assertThat(job.notices).hasSize(1);
    assertThat(job.notices.getFirst()).contains("it is not a connection of Ronsel");
  }

  @Test
  void anotherVersionAndAnotherByteOrderAreRefused() throws IOException {
    for (int changed : new int[] {5, 6, 7}) {
      try (Stranger stranger = stranger(true, 1, 0)) {
        ByteBuffer hello = stranger.handshake.hello();
        hello.put(changed, (byte) 9);
        stranger.send(hello);
        assertThat(stranger.read()).isEqualTo(-1);
      }
    }
    isTurnedAwayFor("it speaks version 9 of the protocol, this end 2");
  }

  @Test
  void whoSaysNothingKeepsNobodyOut() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        Socket socket = connect();
        silent.add(socket);
        socket.getOutputStream().write(i);
      }
      theJobGoesOnBesides();
      int hungUp = 0;
      for (Socket socket : silent.subList(0, 100)) {
        socket.setSoTimeout(20_000);
        hungUp += read(socket) == -1 ? 1 : 0;
      }
      assertThat(hungUp).as("those that have been silent for longest go").isEqualTo(100);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  /** An error of this end with one connection costs that connection alone, and is said once. */
  @Test
  void whatBreaksOnOneConnectionIsNoMatterOfTheOthers() throws IOException {
    List<String> notices = new CopyOnWriteArrayList<>();
    AtomicInteger broken = new AtomicInteger();
    TransportContext context =
        new TestContext(
            2,
            0,
            new byte[] {1, 2, 3},
            notice -> {
              if (notice.startsWith("turned away") && broken.incrementAndGet() == 1) {
                throw new IllegalStateException("it does not get on");
              }
              notices.add(notice);
            },
            rank -> TestContext.AWAKE);
    TcpHost host = TcpHosts.host(context, false);
    try {
      InetSocketAddress at = TcpAddress.decode(host.address()).listens();
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), at.getPort())) {
        assertThatIsHungUp(socket, "GET / HTTP/1.1\r\n\r\n".repeat(4).getBytes(US_ASCII));
      }
      try (Stranger member = new Stranger(at, job.context(1, true), 1, 0)) {
        assertThat(member.admitted()).isEqualTo(TcpHandshake.WELCOME);
      }
      assertThat(broken).hasValue(1);
      assertThat(notices)
          .containsExactly(
              "closed a connection, as this end could not go on with it: "
                  + "java.lang.IllegalStateException: it does not get on");
    } finally {
      host.close();
    }
  }

  /**
   * The heap is full in the thread that makes connections: it is told as of other threads, and
   * nobody waits for a peer in vain.
   */
  @Test
  void aThreadWithoutMemoryFailsItsLinks() throws Exception {
    OutOfMemoryError full = new OutOfMemoryError("full, for a test");
    TransportContext context =
        new TestContext(
            3,
            0,
            new byte[] {1, 2, 3},
            notice -> {
              throw full;
            },
            rank -> TestContext.AWAKE);
    BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> told.add(failure));
    TcpHost host = TcpHosts.host(context, false);
    try (TcpHosts others = new TcpHosts(3)) {
      host.meet(Map.of(1, others.hosts.get(1).address(), 2, others.hosts.get(2).address()));
      TcpHosts.Inbox inbox = new TcpHosts.Inbox();
      TcpTransport rank = host.of(0);
      assertThat(rank.connect(1)).isNotNull();
      InetSocketAddress at = TcpAddress.decode(host.address()).listens();
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), at.getPort())) {
        assertThatIsHungUp(socket, "GET / HTTP/1.1\r\n\r\n".repeat(4).getBytes(US_ASCII));
      }
      assertThat(told.take()).isSameAs(full);
      others.until("an error", () -> rank.poll(inbox, 64) > 0 && inbox.failed.containsKey(1));
      assertThat(rank.connect(2)).isNotNull();
      others.until("an error", () -> rank.poll(inbox, 64) > 0 && inbox.failed.containsKey(2));
      assertThat(inbox.failed.values())
          .allSatisfy(
              failure ->
                  assertThat(failure)
                      .isInstanceOfSatisfying(
                          RonselException.class,
                          error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.NO_MEM))
                      .hasMessageContaining("full, for a test"));
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
      host.close();
    }
  }

  @Test
  void aScanOfThePortIsNothing() throws IOException {
    for (int i = 0; i < 500; i++) {
      connect().close();
    }
    assertThat(job.notices).isEmpty();
  }

  private void theJobGoesOnBesides() {
    job.send(1, 0, 12);
    job.until("a message", () -> job.inboxes.get(0).tags.contains(12));
  }

  private Stranger stranger(boolean knows, int from, int to) throws IOException {
    return new Stranger(job.address(0), job.context(1, knows), from, to);
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), job.address(0).getPort());
  }

  private static void assertThatIsHungUp(Socket socket, byte[] first) throws IOException {
    try {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(first);
    } catch (SocketException alreadyGone) {
      return;
    }
    assertThat(read(socket)).isEqualTo(-1);
  }

  private static int read(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read();
    } catch (SocketException reset) {
      return -1;
    }
  }

  private void isTurnedAwayFor(String reason) {
    assertThat(job.notices)
        .as("said once")
        .containsExactly("turned away a connection that is not of this job: " + reason);
  }
}
