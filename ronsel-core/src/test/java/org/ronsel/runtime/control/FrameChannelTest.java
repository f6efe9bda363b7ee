package org.ronsel.runtime.control;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The control connection: who may join, and what happens to nonsense. */
@Timeout(60)
class FrameChannelTest {
  private static final byte[] SECRET = "the secret of the job, 32 bytes.".getBytes(US_ASCII);

  private ServerSocket server;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void framesTravelBothWays() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 4);
    try (FrameChannel jvm = FrameChannel.connect(socket(), SECRET, 3);
        FrameChannel launcher = accepted.get().channel()) {
      assertThat(accepted.get().jvm()).isEqualTo(3);
      jvm.send(new Frame.RankEnded(5));
      launcher.send(new Frame.End());
      assertThat(launcher.receive()).isEqualTo(new Frame.RankEnded(5));
      assertThat(jvm.receive()).isEqualTo(new Frame.End());
    }
  }

  @Test
  void aThreadThatIsInterruptedReceivesAsAnyOther() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    try (FrameChannel jvm = FrameChannel.connect(socket(), SECRET, 0);
        FrameChannel launcher = accepted.get().channel()) {
      launcher.send(new Frame.End());
      Thread.currentThread().interrupt();
      assertThat(jvm.receiveSparingly(1)).isEqualTo(new Frame.End());
    } finally {
      var _ = Thread.interrupted();
    }
  }

  @Test
  void aFrameLargerThanTheBufferArrivesWhole() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    try (FrameChannel jvm = FrameChannel.connect(socket(), SECRET, 0);
        FrameChannel launcher = accepted.get().channel()) {
      byte[] large = new byte[3_000_000];
      large[large.length - 1] = 1;
      CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> send(jvm, large));
      Frame.Gather received = (Frame.Gather) launcher.receive();
      sent.get();
      assertThat(received.mine()).isEqualTo(large);
    }
  }

  @Test
  void aFrameThatIsTooLongLeavesTheConnectionAsItWas() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    try (FrameChannel jvm = FrameChannel.connect(socket(), SECRET, 0);
        FrameChannel launcher = accepted.get().channel()) {
      byte[] tooLong = new byte[FrameCodec.MAX_LENGTH];
      assertThatThrownBy(() -> jvm.send(new Frame.Gather(tooLong)))
          .isInstanceOf(FrameTooLongException.class)
          .hasMessageContaining("Gather")
          .hasMessageContaining(String.valueOf(FrameCodec.MAX_LENGTH));
      jvm.send(new Frame.RankEnded(5));
      assertThat(launcher.receive()).isEqualTo(new Frame.RankEnded(5));
    }
  }

  @Test
  void aJvmWithoutTheSecretIsTurnedAway() throws Exception {
    byte[] wrong = SECRET.clone();
    wrong[0]++;
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    assertThatThrownBy(() -> FrameChannel.connect(socket(), wrong, 0))
        .hasMessageContaining("does not know the secret");
    assertThatThrownBy(accepted::get).isInstanceOf(ExecutionException.class);
  }

  @Test
  void aJvmThatOnlyClaimsToHaveVerifiedIsTurnedAway() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    try (Socket socket = socket()) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      out.writeInt(0x524e534c);
      out.writeShort(FrameCodec.VERSION);
      out.writeInt(0);
      out.write(new byte[32]);
      byte[] answer = new byte[4 + 2 + 32 + 32];
      in.readFully(answer);
      // The launcher's own proof, sent back to it.
      out.write(answer, 4 + 2 + 32, 32);
      assertThatThrownBy(accepted::get).hasMessageContaining("does not know the secret");
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void aLauncherWithoutTheSecretIsNotObeyed() throws Exception {
    byte[] wrong = SECRET.clone();
    wrong[31]++;
    CompletableFuture<AcceptedJvm> accepted = accept(wrong, 1);
    assertThatThrownBy(() -> FrameChannel.connect(socket(), SECRET, 0))
        .hasMessageContaining("the launcher does not know the secret");
    assertThatThrownBy(accepted::get).isInstanceOf(ExecutionException.class);
  }

  @Test
  void anotherVersionIsNamed() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    try (Socket socket = socket()) {
      // At once: the other side hangs up as soon as it has read the version.
      ByteBuffer greeting = ByteBuffer.allocate(42).putInt(0x524e534c).putShort((short) 99);
      socket.getOutputStream().write(greeting.array());
      assertThatThrownBy(accepted::get).hasMessageContaining("version 99");
    }
  }

  @Test
  void aJvmOutsideTheJobIsTurnedAway() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 2);
    assertThatThrownBy(() -> FrameChannel.connect(socket(), SECRET, 2))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(accepted::get).hasMessageContaining("no JVM 2");
  }

  @Test
  void aLieAboutTheLengthOfAFrameCostsNoMemory() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    Socket raw = socket();
    try (FrameChannel jvm = FrameChannel.connect(raw, SECRET, 0);
        FrameChannel launcher = accepted.get().channel()) {
      assertThat(jvm).isNotNull();
      new DataOutputStream(raw.getOutputStream()).writeInt(FrameCodec.MAX_LENGTH);
      raw.shutdownOutput();
      assertThatThrownBy(launcher::receive).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void anAbsurdLengthIsRejected() throws Exception {
    CompletableFuture<AcceptedJvm> accepted = accept(SECRET, 1);
    Socket raw = socket();
    try (FrameChannel jvm = FrameChannel.connect(raw, SECRET, 0);
        FrameChannel launcher = accepted.get().channel()) {
      assertThat(jvm).isNotNull();
      new DataOutputStream(raw.getOutputStream()).writeInt(-1);
      assertThatThrownBy(launcher::receive).isInstanceOf(MalformedFrameException.class);
    }
  }

  @Test
  void theProofIsHmacSha256() {
    // RFC 4231, test cases 2 and 6.
    assertThat(
            Hmac.sha256(
                "Jefe".getBytes(US_ASCII), "what do ya want for nothing?".getBytes(US_ASCII)))
        .isEqualTo(
            HexFormat.of()
                .parseHex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));
    byte[] longKey = new byte[131];
    Arrays.fill(longKey, (byte) 0xaa);
    assertThat(
            Hmac.sha256(
                longKey,
                "Test Using Larger Than Block-Size Key - Hash Key First".getBytes(US_ASCII)))
        .isEqualTo(
            HexFormat.of()
                .parseHex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"));
  }

  private Socket socket() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  private CompletableFuture<AcceptedJvm> accept(byte[] secret, int jvms) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return AcceptedJvm.next(server, secret, jvms);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static void send(FrameChannel channel, byte[] bytes) {
    try {
      channel.send(new Frame.Gather(bytes));
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
