package org.ronsel.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.launch.files.FileEntry;
import org.ronsel.launch.files.FileItem;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.MalformedFrameException;

/** Frames between launcher and agent as bytes. */
class HostFrameCodecTest {
  static Stream<HostFrame> frames() {
    JvmOrder order =
        new JvmOrder(
            3, 2, true, 5005, List.of("-Xmx1g"), List.of("-Da=b"), Map.of("A", "b=c"), "/work");
    JvmOrder plain = new JvmOrder(0, 1, false, -1, List.of(), List.of(), Map.of(), null);
    FileItem jar =
        new FileItem(FileItem.Kind.FILE, "/a.jar", "", "", List.of(new FileEntry("a", 7, "1.2.3")));
    FileItem tree =
        new FileItem(
            FileItem.Kind.TREE,
            "/b",
            "b",
            "why",
            List.of(new FileEntry("p/C.class", 8, ""), new FileEntry("D.class", 0, "4")));
    return Stream.of(
        new HostFrame.Hello(1L << 40, "17.0"),
        new HostFrame.Start(new byte[] {1, 2}, "/w", "eth0", List.of(order, plain)),
        new HostFrame.Files(1L << 31, 30, List.of(jar, tree)),
        new HostFrame.Unlike(List.of(0, 1)),
        new HostFrame.Hashes(1, List.of("00", "ff")),
        new HostFrame.Wanted(List.of(1)),
        new HostFrame.Piece(1, 0, new byte[] {3}),
        new HostFrame.PieceTaken(65536),
        new HostFrame.Placed(List.of("/a", "/b"), "/files"),
        new HostFrame.StartShell(3, List.of("ssh", "node5", "exec /bin/sh -c 'x'")),
        new HostFrame.ShellInput(3, new byte[] {1, 2}),
        new HostFrame.ShellOutput(3, true, new byte[] {3}),
        new HostFrame.ShellTaken(3, HostFrame.Stream.IN, 7),
        new HostFrame.ShellEnded(3, 255),
        new HostFrame.KillShell(3),
        new HostFrame.Started(1, 77),
        new HostFrame.Failed("why"),
        new HostFrame.Notice("what"),
        new HostFrame.Connected(1),
        new HostFrame.Disconnected(1, "gone"),
        new HostFrame.Control(HostFrame.ALL, new Frame.RankEnded(4)),
        new HostFrame.Output(2, true, new byte[] {7}),
        new HostFrame.Input(0, new byte[0]),
        new HostFrame.Taken(0, HostFrame.Stream.ERR, 9),
        new HostFrame.Exited(2, 78, 137),
        new HostFrame.DebuggerWaits(0, "127.0.0.1:5005"),
        new HostFrame.Kill(1),
        new HostFrame.Signal(3, "USR1"),
        new HostFrame.AskLeaving(5),
        new HostFrame.Leaving(5, List.of(1, 2)),
        new HostFrame.Ping(),
        new HostFrame.Unheard(),
        new HostFrame.End());
  }

  @Test
  void everyFrameIsTried() {
    assertThat(frames().map(Object::getClass))
        .containsExactlyInAnyOrder(HostFrame.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("frames")
  void aFrameSurvivesTheWire(HostFrame frame) throws MalformedFrameException {
    byte[] bytes = HostFrameCodec.encode(frame);
    HostFrame arrived = HostFrameCodec.decode(bytes);
    assertThat(arrived).hasSameClassAs(frame);
    assertThat(HostFrameCodec.encode(arrived)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("frames")
  void aFrameThatIsCutOffIsRejected(HostFrame frame) {
    byte[] bytes = HostFrameCodec.encode(frame);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(MalformedFrameException.class)
          .isThrownBy(() -> HostFrameCodec.decode(cut));
    }
  }

  @Test
  void damagedBytesAreAFrameOrRejected() {
    long seed = Long.getLong("ronsel.test.seed", System.nanoTime());
    Random random = new Random(seed);
    List<byte[]> all = frames().map(HostFrameCodec::encode).toList();
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = all.get(random.nextInt(all.size())).clone();
      for (int d = random.nextInt(4); d >= 0; d--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(HostFrameCodec.decode(bytes)).isNotNull();
      } catch (MalformedFrameException e) {
        assertThat(e).hasMessageNotContaining("\n");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** Shells print greetings, of which the last line may lack its end. */
  @Test
  void whatAShellPrintsBeforeTheAgentIsToldApart() throws IOException {
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    wire.writeBytes("Welcome to node1\n\n* no maintenance".getBytes(StandardCharsets.UTF_8));
    HostChannel agent = new HostChannel(new ByteArrayInputStream(new byte[0]), wire);
    agent.greet(new HostChannel.Greeting(HostFrameCodec.VERSION, 25));
    agent.send(new HostFrame.Ping());
    HostChannel launcher =
        new HostChannel(new ByteArrayInputStream(wire.toByteArray()), new ByteArrayOutputStream());
    List<String> shell = new ArrayList<>();
    assertThat(launcher.awaitGreeting(shell::add))
        .isEqualTo(new HostChannel.Greeting(HostFrameCodec.VERSION, 25));
    assertThat(shell).containsExactly("Welcome to node1", "* no maintenance");
    assertThat(launcher.receive()).isInstanceOf(HostFrame.Ping.class);
  }
}
