package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.transport.TestContext;
import org.ronsel.transport.tcp.TcpHosts.Stranger;

/** What is encrypted is read and changed by nobody on the way, and both ends are who they say. */
class TcpEncryptionTest {
  private static final String WORDS = "a letter that nobody else is to read. ";

  /** A key and a certificate, as a JVM of the job might have, of somebody who trusts anybody. */
  private static SSLContext anybody() throws IOException {
    try {
      KeyPair key = KeyPairGenerator.getInstance("EC").generateKeyPair();
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      char[] password = {'x'};
      X509Certificate[] chain = {SelfSignedCertificate.of(key)};
      store.setKeyEntry("own", key.getPrivate(), password, chain);
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(keys.getKeyManagers(), new TrustManager[] {new Credulous()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static final class Credulous extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** The end of TLS of somebody who does not belong there. */
  private static SSLSocket encrypted(Socket socket, boolean connects) throws IOException {
    SSLSocket end =
        (SSLSocket) anybody().getSocketFactory().createSocket(socket, "nobody", 1, false);
    end.setUseClientMode(connects);
    end.setNeedClientAuth(true);
    end.setSoTimeout(20_000);
    return end;
  }

  private static Stranger stranger(TcpHosts job) throws IOException {
    return new Stranger(job.address(0), job.context(1, true), true, TcpHandshake.FOR_RECORDS, 1, 0);
  }

  private static void goesOn(TcpHosts job) {
    job.send(0, 1, 4711, (byte) 1);
    job.until("a message", () -> job.inboxes.get(1).tags.contains(4711));
    job.send(1, 0, 4712, (byte) 1);
    job.until("a message", () -> job.inboxes.get(0).tags.contains(4712));
    assertThat(job.inboxes.get(0).failed).isEmpty();
    assertThat(job.inboxes.get(1).failed).isEmpty();
  }

  @Test
  void whoKnowsTheSecretAndHasAnotherCertificateIsRefusedAndNamedOnce() throws IOException {
    try (TcpHosts job = new TcpHosts(2, true)) {
      for (int i = 0; i < 3; i++) {
        try (Stranger stranger = stranger(job)) {
          stranger.prove();
          SSLSocket end = encrypted(stranger.socket, true);
          assertThatThrownBy(
                  () -> {
                    end.startHandshake();
                    assertThat(end.getInputStream().read()).as("no verdict").isEqualTo(-1);
                    throw new SSLException("it hung up");
                  })
              .isInstanceOf(IOException.class);
        }
      }
      goesOn(job);
      assertThat(job.notices)
          .containsExactly(
              "turned away a connection that is not of this job: "
                  + "its certificate is not that of the JVM that it says it is");
    }
  }

  /** A JVM may be told of all others before this one is; it comes again. */
  @Test
  void whoComesBeforeAllHaveMetIsHungUpOnWithoutAWord() throws IOException {
    List<String> notices = new CopyOnWriteArrayList<>();
    TcpHost first = TcpHosts.host(context(0, notices), true);
    TcpHost second = TcpHosts.host(context(1, notices), true);
    try {
      InetSocketAddress at = TcpAddress.decode(first.address()).listens();
      for (int i = 0; i < 3; i++) {
        try (Stranger early =
            new Stranger(at, context(1, notices), true, TcpHandshake.FOR_RECORDS, 1, 0)) {
          assertThat(early.admitted()).isEqualTo(-1);
        }
      }
      assertThat(notices).isEmpty();
      TestContext.meet(List.of(first, second));
      try (Stranger again =
          new Stranger(at, context(1, notices), true, TcpHandshake.FOR_RECORDS, 1, 0)) {
        again.prove();
        SSLSocket end = encrypted(again.socket, true);
        assertThatThrownBy(
                () -> {
                  end.startHandshake();
                  assertThat(end.getInputStream().read()).isEqualTo(-1);
                  throw new SSLException("it hung up");
                })
            .isInstanceOf(IOException.class);
      }
      for (long start = System.nanoTime(); notices.isEmpty(); ) { // it is said after the alert
        assertThat(System.nanoTime() - start).isLessThan(20_000_000_000L);
        Thread.onSpinWait();
      }
      assertThat(notices)
          .containsExactly(
              "turned away a connection that is not of this job: "
                  + "its certificate is not that of the JVM that it says it is");
    } finally {
      first.close();
      second.close();
    }
  }

  private static TestContext context(int jvm, List<String> notices) {
    return new TestContext(2, jvm, new byte[] {1}, notices::add, rank -> TestContext.AWAKE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whateverElseIsSaidInPlaceOfTlsIsRefused(long seed) throws IOException {
    Random random = new Random(seed);
    try (TcpHosts job = new TcpHosts(2, true)) {
      try (Stranger stranger = stranger(job)) {
        stranger.prove();
        byte[] noise = new byte[100_000];
        random.nextBytes(noise);
        if (seed % 2 == 0) {
          noise[0] = 22; // as if it were a handshake
          noise[1] = 3;
          noise[2] = 3;
          noise[3] = 1;
        }
        assertThat(stranger.readAfter(noise)).isEqualTo(-1);
      }
      goesOn(job);
      assertThat(job.notices).hasSize(1);
      assertThat(job.notices.getFirst()).contains("its TLS handshake fails: ");
    }
  }

  /** He hands the proofs on, which are good, and then is each one's other end. */
  @Test
  void somebodyInBetweenIsRefusedByBothEnds() throws IOException {
    try (Detour detour = new Detour()) {
      AtomicInteger tries = new AtomicInteger();
      AtomicReference<String> read = new AtomicReference<>("");
      detour.meddle(
          (connecting, accepting) -> {
            if (tries.incrementAndGet() > 2) {
              detour.relent();
              return;
            }
            try {
              SSLSocket asServer = encrypted(connecting, false);
              asServer.startHandshake();
              read.set("he has got in with who connects");
            } catch (IOException refused) {
              // as it must be
            }
            SSLSocket asClient = encrypted(accepting, true);
            asClient.startHandshake();
            if (asClient.getInputStream().read() >= 0) {
              read.set("he has got in with who accepts");
            }
          });
      try (TcpHosts job = new TcpHosts(2, true, (jvm, at) -> jvm == 1 ? detour.before(at) : at)) {
        goesOn(job);
        assertThat(tries.get()).isGreaterThan(2);
        assertThat(read.get()).isEmpty();
        assertThat(job.notices)
            .containsExactly(
                "turned away a connection that is not of this job: "
                    + "its certificate is not that of the JVM that it says it is");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsSentIsSeenOnTheWayOnlyIfItIsNotEncrypted(boolean encrypted) throws IOException {
    try (Detour detour = new Detour();
        TcpHosts job = new TcpHosts(2, encrypted, (jvm, at) -> jvm == 1 ? detour.before(at) : at)) {
      byte[] letter = WORDS.repeat(20).getBytes(StandardCharsets.ISO_8859_1);
      for (int i = 0; i < 20; i++) {
        job.send(0, 1, i, letter);
        job.send(1, 0, i, letter);
      }
      byte[] book = WORDS.repeat(10_000).getBytes(StandardCharsets.ISO_8859_1);
      TcpLinkTest.data(job, job.link(0, 1), 7, book);
      job.until("all", () -> job.inboxes.get(1).tags.size() == 21);
      job.until("all", () -> job.inboxes.get(0).tags.size() == 20);
      assertThat(job.inboxes.get(1).payloads.getFirst()).isEqualTo(letter);
      job.until("the book on its way", () -> detour.seen().length() > book.length);
      assertThat(detour.seen().contains("nobody else")).isEqualTo(!encrypted);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5_000, 20_000, 100_000})
  void whatIsChangedOnTheWayFailsItsSender(int at) throws IOException {
    try (Detour detour = new Detour();
        TcpHosts job = new TcpHosts(3, true, (jvm, to) -> jvm == 1 ? detour.before(to) : to)) {
      job.send(0, 1, 1, (byte) 1);
      job.until("a message", () -> job.inboxes.get(1).tags.contains(1));
      detour.change(
          (bytes, count, before) -> {
            if (before <= at && at < before + count) {
              bytes[(int) (at - before)] ^= 0x10;
            }
          });
      TcpLinkTest.data(job, job.link(0, 1), 7, new byte[200_000]);
      TcpHosts.Inbox inbox = job.inboxes.get(1);
      job.until("the change is found", () -> inbox.failed.containsKey(0));
      assertThat(inbox.failed.get(0))
          .isInstanceOf(ProcessFailedException.class)
          .hasMessageContaining(
              "rank 1: rank 0 is lost: what comes of it was changed on its way, or is not its own");
      job.until("the sender knows", () -> job.inboxes.get(0).failed.containsKey(1));
      job.send(2, 1, 5);
      job.until("others go on", () -> inbox.tags.contains(5));
      assertThat(inbox.failed).containsOnlyKeys(0);
    }
  }

  /** The bit that says that a connection is encrypted is part of what is proved. */
  @Test
  void nobodyOnTheWayMakesAConnectionPlain() throws IOException {
    try (Detour detour = new Detour()) {
      AtomicInteger tries = new AtomicInteger();
      detour.change(
          (bytes, count, before) -> {
            if (before == 0 && tries.incrementAndGet() <= 1) {
              bytes[7] ^= 2;
            }
          });
      try (TcpHosts job = new TcpHosts(2, true, (jvm, at) -> jvm == 1 ? detour.before(at) : at)) {
        goesOn(job);
        assertThat(tries.get()).isGreaterThan(1);
        assertThat(job.notices)
            .containsExactly(
                "turned away a connection that is not of this job: "
                    + "it does not encrypt, and this end does (--encrypt)");
      }
    }
  }

  @Test
  void whoDoesNotEncryptIsRefusedByWhoDoesAndTheReverse() throws IOException {
    for (boolean encrypted : new boolean[] {false, true}) {
      try (TcpHosts job = new TcpHosts(2, encrypted)) {
        try (Stranger stranger =
            new Stranger(
                job.address(0), job.context(1, true), !encrypted, TcpHandshake.FOR_RECORDS, 1, 0)) {
          stranger.send(stranger.handshake.hello());
          assertThat(stranger.read()).isEqualTo(-1);
        }
        goesOn(job);
        assertThat(job.notices.getFirst())
            .endsWith(
                encrypted
                    ? "it does not encrypt, and this end does (--encrypt)"
                    : "it encrypts (--encrypt), and this end does not");
      }
    }
  }

  @Test
  void aJobOfWhichOnlyAPartEncryptsDoesNotStart() {
    TcpHost plain = TcpHosts.host(new TestContext(2, 0, rank -> TestContext.AWAKE), false);
    TcpHost encrypting = TcpHosts.host(new TestContext(2, 1, rank -> TestContext.AWAKE), true);
    try {
      assertThatThrownBy(() -> TestContext.meet(List.of(plain, encrypting)))
          .isInstanceOf(RonselException.class)
          .hasMessageContaining("JVM 1 encrypts what it sends to other hosts")
          .hasMessageContaining("and JVM 0 does not");
      assertThatThrownBy(() -> TestContext.meet(List.of(encrypting, plain)))
          .isInstanceOf(RonselException.class);
    } finally {
      plain.close();
      encrypting.close();
    }
  }
}
