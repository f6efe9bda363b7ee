package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The native copies by themselves, since {@link MemoryCopy} uses them only where they pay. */
@Timeout(60)
class NativeMoveTest {
  private static final int BYTES = 200_000;
  private static final int[] SIZES = {0, 8, 16_384, 65_536, 65_544, 199_000};

  private final Random random = new Random(5);
  private final MemorySegment segment = Arena.ofAuto().allocate(BYTES + 40, 8);

  @BeforeEach
  void nativeCallsAreAllowed() {
    assumeTrue(NativeAccess.ENABLED);
  }

  private static List<Object> arrays() {
    return List.of(
        new byte[BYTES],
        new int[BYTES / 4],
        new long[BYTES / 8],
        new float[BYTES / 4],
        new double[BYTES / 8]);
  }

  private byte[] randomBytes(int bytes) {
    byte[] content = new byte[bytes];
    random.nextBytes(content);
    return content;
  }

  private static byte[] read(Object array) {
    byte[] content = new byte[BYTES];
    MemoryCopy.copy(array, 0, content, 0, BYTES);
    return content;
  }

  @Test
  void arraysOfEveryTypeGoToNativeMemoryAndBack() {
    for (int bytes : SIZES) {
      for (Object array : arrays()) {
        byte[] sent = randomBytes(BYTES);
        MemoryCopy.copy(sent, 0, array, 0, BYTES);
        segment.fill((byte) 0);
        NativeMove.arrayToNative(array, 16, segment, 40, bytes);
        byte[] there = segment.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        assertThat(java.util.Arrays.mismatch(there, 40, 40 + bytes, sent, 16, 16 + bytes))
            .isEqualTo(-1);
        assertThat(bytes + 40 == there.length || there[40 + bytes] == 0).isTrue();
        assertThat(there[39]).isZero();

        MemoryCopy.copy(new byte[BYTES], 0, array, 0, BYTES);
        NativeMove.nativeToArray(segment, 40, array, 24, bytes);
        byte[] back = read(array);
        assertThat(java.util.Arrays.mismatch(back, 24, 24 + bytes, sent, 16, 16 + bytes))
            .isEqualTo(-1);
        assertThat(back[23]).isZero();
        assertThat(back[24 + bytes]).isZero();
      }
    }
  }

  @Test
  void arraysOfEveryTypeGoToAnotherArrayOfThatType() {
    List<Object> from = arrays();
    List<Object> to = arrays();
    for (int i = 0; i < from.size(); i++) {
      byte[] sent = randomBytes(BYTES);
      MemoryCopy.copy(sent, 0, from.get(i), 0, BYTES);
      NativeMove.arrayToArray(from.get(i), 8, to.get(i), 16, 150_000);
      byte[] received = read(to.get(i));
      assertThat(java.util.Arrays.mismatch(received, 16, 150_016, sent, 8, 150_008)).isEqualTo(-1);
      assertThat(received[15]).isZero();
      assertThat(received[150_016]).isZero();
    }
  }

  @Test
  void segmentsOfAnyKindGoToSegmentsOfAnyKind() {
    byte[] sent = randomBytes(BYTES);
    MemorySegment heap = MemorySegment.ofArray(sent);
    NativeMove.segments(heap, 3, segment, 5, 150_000);
    MemorySegment other = Arena.ofAuto().allocate(BYTES);
    NativeMove.segments(segment, 5, other, 1, 150_000);
    MemorySegment ints = MemorySegment.ofArray(new int[BYTES / 4]);
    NativeMove.segments(other, 1, ints, 7, 150_000);
    assertThat(ints.asSlice(7, 150_000).mismatch(heap.asSlice(3, 150_000))).isEqualTo(-1);
  }

  @Test
  void theFirstQuestionStartsTheLinkingAndNobodyWaitsForIt() throws Exception {
    try (ForkedJvm jvm = ForkedJvm.start(Ask.class, List.of(ForkedJvm.NATIVE))) {
      assertThat(jvm.finish()).matches("no, then (true|false)"); // as the processor's clock says
    }
    try (ForkedJvm jvm =
        ForkedJvm.start(Ask.class, List.of(ForkedJvm.NATIVE, "-Dronsel.copy.native.min=20000"))) {
      assertThat(jvm.finish()).isEqualTo("no, then true");
    }
    try (ForkedJvm jvm = ForkedJvm.start(Ask.class, List.of())) {
      assertThat(jvm.finish()).isEqualTo("no, then false");
    }
  }

  /** Asks, waits for the linking thread, and asks again. */
  static final class Ask {
    public static void main(String[] args) throws InterruptedException {
      boolean first = NativeMove.inUse();
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("ronsel-link")) {
          thread.join(TimeUnit.SECONDS.toMillis(30));
        }
      }
      System.out.println((first ? "yes" : "no") + ", then " + NativeMove.inUse());
    }
  }
}
