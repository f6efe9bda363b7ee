package org.ronsel.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.job.Agreements;
import org.ronsel.job.RankKind;
import org.ronsel.job.WaitReport;
import org.ronsel.observe.ServedRow;

/** Frames of the control connection as bytes. */
class FrameCodecTest {
  static Stream<Frame> frames() {
    ProgramSpec program =
        new ProgramSpec(
            1,
            3,
            "p.Main",
            null,
            List.of("/a.jar", "/b"),
            List.of(),
            Map.of("p.Main", new byte[] {1, 2, 3}),
            List.of("x", "", "\u00e4\u4e2d"));
    Agreements.Key key = new Agreements.Key(5, 1, List.of(0, 3, 7, 1));
    return Stream.of(
        new Frame.Hello(3, 12345678901L, "25.0.1"),
        new Frame.Job(
            new JobSpec(
                new JobSpec.Layout("job", new int[] {0, 2, 4}, 1, List.of("node1", "node2")),
                new JobSpec.Ranks(RankKind.VIRTUAL, true, "core"),
                new JobSpec.Output(false, "/out"),
                new JobSpec.Selection("t", "rules"),
                50,
                true)),
        new Frame.Programs(List.of(program)),
        new Frame.Gather(new byte[] {5, 6}),
        new Frame.Gathered(new byte[][] {{1}, {}, {2, 3}}),
        new Frame.Agree(3, key, -1L, 1L << 40),
        new Frame.Agreed(3, key, new Agreements.Decision(6, 7, List.of(1, 2))),
        new Frame.LastCall(2),
        new Frame.Unreachable(1, "no route"),
        new Frame.JvmFailed(0, "killed"),
        new Frame.RankEnded(7),
        new Frame.Abort(-1, 42, "message", "stack\n\tat x"),
        new Frame.AskWaits(9),
        new Frame.Waits(
            9, List.of(new WaitReport(1, "receive", -1, 5, "world", 77L, "rank-1")), List.of(0, 2)),
        new Frame.Progress(Long.MAX_VALUE, 4, 3),
        new Frame.Profile(1, 5, List.of(), List.of(new ServedRow("allReduce", "ring", 3, 8, 1024))),
        new Frame.OutOfMemory(-1, MemoryShortage.THREADS, 50_331_648),
        new Frame.Lost("a line"),
        new Frame.Ping(5000),
        new Frame.Pong(),
        new Frame.Kill(137),
        new Frame.End());
  }

  @ParameterizedTest
  @MethodSource("frames")
  void aFrameSurvivesTheWire(Frame frame) throws MalformedFrameException {
    byte[] bytes = FrameCodec.encode(frame);
    Frame decoded = FrameCodec.decode(bytes);
    switch (frame) {
      case Frame.Job f -> assertThat(decoded).usingRecursiveComparison().isEqualTo(f);
      case Frame.Programs f -> assertThat(decoded).usingRecursiveComparison().isEqualTo(f);
      case Frame.Gather f -> assertThat(decoded).usingRecursiveComparison().isEqualTo(f);
      case Frame.Gathered f -> assertThat(decoded).usingRecursiveComparison().isEqualTo(f);
      default -> assertThat(decoded).as("a frame without arrays").isEqualTo(frame);
    }
  }

  @ParameterizedTest
  @MethodSource("frames")
  void aFrameThatIsCutOffIsRejected(Frame frame) {
    byte[] bytes = FrameCodec.encode(frame);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatExceptionOfType(MalformedFrameException.class)
          .isThrownBy(() -> FrameCodec.decode(cut));
    }
  }

  @ParameterizedTest
  @MethodSource("frames")
  void bytesAfterAFrameAreRejected(Frame frame) {
    byte[] bytes = FrameCodec.encode(frame);
    assertThatExceptionOfType(MalformedFrameException.class)
        .isThrownBy(() -> FrameCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)));
  }

  @Property(tries = 5000)
  void anyBytesAreAFrameOrRejected(@ForAll byte[] bytes) {
    decode(bytes);
  }

  @Property(tries = 5000)
  void aDamagedFrameIsAFrameOrRejected(
      @ForAll("encoded") byte[] bytes, @ForAll int where, @ForAll int value) {
    byte[] damaged = bytes.clone();
    int at = Math.floorMod(where, damaged.length);
    // Whole words, so that lengths and counts get absurd values too.
    for (int i = at; i < Math.min(at + 4, damaged.length); i++) {
      damaged[i] = (byte) (value >>> 8 * (i - at));
    }
    decode(damaged);
  }

  @Provide
  Arbitrary<byte[]> encoded() {
    return Arbitraries.of(frames().map(FrameCodec::encode).toList());
  }

  /** Anything but a frame or the one exception, above all an OutOfMemoryError, fails the test. */
  private static void decode(byte[] bytes) {
    try {
      assertThat(FrameCodec.decode(bytes)).isNotNull();
    } catch (MalformedFrameException e) {
      assertThat(e).hasMessageMatching(".+");
    }
  }
}
