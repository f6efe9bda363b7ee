package org.ronsel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ronsel.machine.SharedSegment;

class MemoryCopyTest {
  /** The kinds of memory that a base can be. */
  enum Kind {
    BYTES(1),
    BOOLEANS(1),
    CHARS(2),
    SHORTS(2),
    INTS(4),
    LONGS(8),
    FLOATS(4),
    DOUBLES(8),
    NATIVE(1),
    CONFINED(1),
    HEAP_SEGMENT(1),
    LONG_SEGMENT(1);

    final int unit;

    Kind(int unit) {
      this.unit = unit;
    }

    Object make(int bytes) {
      int elements = (bytes + unit - 1) / unit;
      return switch (this) {
        case BYTES -> new byte[elements];
        case BOOLEANS -> new boolean[elements];
        case CHARS -> new char[elements];
        case SHORTS -> new short[elements];
        case INTS -> new int[elements];
        case LONGS -> new long[elements];
        case FLOATS -> new float[elements];
        case DOUBLES -> new double[elements];
        case NATIVE -> Arena.ofAuto().allocate(bytes + 1L, 1).asSlice(1);
        case CONFINED -> CONFINED_ARENA.get().allocate(bytes, 8);
        case HEAP_SEGMENT -> MemorySegment.ofArray(new byte[bytes + 3]).asSlice(3);
        case LONG_SEGMENT -> MemorySegment.ofArray(new long[bytes / 8 + 1]).asSlice(0, bytes);
      };
    }
  }

  private static final ThreadLocal<Arena> CONFINED_ARENA =
      ThreadLocal.withInitial(Arena::ofConfined);

  private static long size(Object base) {
    if (base instanceof MemorySegment s) {
      return s.byteSize();
    }
    return base instanceof boolean[] a ? a.length : view(base).byteSize();
  }

  private static MemorySegment view(Object base) {
    return switch (base) {
      case byte[] a -> MemorySegment.ofArray(a);
      case char[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      case MemorySegment s -> s;
      default -> throw new AssertionError(base);
    };
  }

  private static byte[] contents(Object base) {
    if (base instanceof boolean[] a) {
      byte[] bytes = new byte[a.length];
      for (int i = 0; i < a.length; i++) {
        bytes[i] = (byte) (a[i] ? 1 : 0);
      }
      return bytes;
    }
    return view(base).toArray(ValueLayout.JAVA_BYTE);
  }

  private static Object filled(Kind kind, int bytes, Random random) {
    Object base = kind.make(bytes);
    byte[] content = new byte[(int) size(base)];
    random.nextBytes(content);
    for (int i = 0; i < content.length; i++) {
      content[i] &= 3; // enough zeros for boolean
    }
    if (base instanceof boolean[] a) {
      for (int i = 0; i < a.length; i++) {
        a[i] = content[i] != 0;
      }
    } else {
      view(base).copyFrom(MemorySegment.ofArray(content));
    }
    return base;
  }

  private static void copy(
      Object src, long srcOffset, Object dst, long dstOffset, long bytes, int form) {
    if (form % 4 == 1 && dst instanceof MemorySegment s) {
      MemoryCopy.toSegment(src, srcOffset, s, dstOffset, bytes);
    } else if (form % 4 == 2 && src instanceof MemorySegment s) {
      MemoryCopy.fromSegment(s, srcOffset, dst, dstOffset, bytes);
    } else if (form % 4 == 3 && src instanceof MemorySegment s && dst instanceof MemorySegment d) {
      MemoryCopy.copy(s, srcOffset, d, dstOffset, bytes);
    } else {
      MemoryCopy.copy(src, srcOffset, dst, dstOffset, bytes);
    }
  }

  @Provide
  Arbitrary<Integer> sizes() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(0, 70),
        Arbitraries.integers().between(16_300, 16_500),
        Arbitraries.of(65_535, 65_536, 65_537, 131_080, 200_001));
  }

  @Property(tries = 2000)
  void everyPairOfKindsCopiesAsAByteLoopDoes(
      @ForAll Kind from,
      @ForAll Kind to,
      @ForAll("sizes") int bytes,
      @ForAll @IntRange(max = 40) int srcUnits,
      @ForAll @IntRange(max = 40) int dstUnits,
      @ForAll boolean unaligned,
      @ForAll @IntRange(max = 3) int form,
      @ForAll Random random) {
    long srcOffset = unaligned ? srcUnits : (long) srcUnits * from.unit;
    long dstOffset = unaligned ? dstUnits : (long) dstUnits * to.unit;
    Object src = filled(from, (int) srcOffset + bytes + random.nextInt(20), random);
    Object dst = filled(to, (int) dstOffset + bytes + random.nextInt(20), random);
    byte[] sent = contents(src);
    byte[] expected = contents(dst);
    for (int i = 0; i < bytes; i++) {
      byte value = sent[(int) srcOffset + i];
      expected[(int) dstOffset + i] = to == Kind.BOOLEANS ? (byte) (value == 0 ? 0 : 1) : value;
    }
    copy(src, srcOffset, dst, dstOffset, bytes, form);
    assertThat(contents(dst)).isEqualTo(expected);
  }

  @Property(tries = 500)
  void overlappingRangesOfOneBaseCopyAsIfThroughABuffer(
      @ForAll Kind kind,
      @ForAll("sizes") int bytes,
      @ForAll @IntRange(max = 40) int srcUnits,
      @ForAll @IntRange(max = 40) int dstUnits,
      @ForAll Random random) {
    long srcOffset = (long) srcUnits * kind.unit;
    long dstOffset = (long) dstUnits * kind.unit;
    Object base = filled(kind, 40 * kind.unit + bytes, random);
    byte[] expected = contents(base);
    System.arraycopy(expected.clone(), (int) srcOffset, expected, (int) dstOffset, bytes);
    MemoryCopy.copy(base, srcOffset, base, dstOffset, bytes);
    assertThat(contents(base)).isEqualTo(expected);
  }

  @Test
  void aReadOnlyViewOfTheDestinationsArrayMayOverlapIt() {
    byte[] array = new byte[200_000];
    new Random(1).nextBytes(array);
    byte[] expected = array.clone();
    System.arraycopy(array, 0, expected, 5, 150_000);
    MemorySegment view = MemorySegment.ofArray(array);
    MemoryCopy.copy(view.asReadOnly(), 0, view, 5, 150_000);
    assertThat(array).isEqualTo(expected);
  }

  @Property(tries = 1000)
  void aRangeOutsideItsMemoryIsRefusedAndNothingIsCopied(
      @ForAll Kind from,
      @ForAll Kind to,
      @ForAll @IntRange(max = 3) int form,
      @ForAll("ranges") long[] range) {
    Random random = new Random(7);
    Object src = filled(from, 20_000, random);
    Object dst = filled(to, 20_000, random);
    boolean inside =
        range[0] >= 0
            && range[1] >= 0
            && range[2] >= 0
            && range[2] <= size(src)
            && range[2] <= size(dst)
            && range[0] <= size(src) - range[2]
            && range[1] <= size(dst) - range[2];
    if (inside) {
      return;
    }
    byte[] before = contents(dst);
    assertThatThrownBy(() -> copy(src, range[0], dst, range[1], range[2], form))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(contents(dst)).isEqualTo(before);
  }

  @Provide
  Arbitrary<long[]> ranges() {
    Arbitrary<Long> offsets =
        Arbitraries.of(
            0L,
            8L,
            -8L,
            -1L,
            1L << 31,
            1L << 32,
            (1L << 34) + 8,
            1L << 62,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            19_992L,
            20_000L,
            20_008L);
    Arbitrary<Long> counts =
        Arbitraries.of(
            0L, 8L, 20_000L, 20_008L, 16_384L, -8L, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE);
    return net.jqwik.api.Combinators.combine(offsets, offsets, counts)
        .as((a, b, n) -> new long[] {a, b, n});
  }

  @Test
  void aReadOnlyDestinationIsRefused() {
    for (int bytes : new int[] {8, 100_000}) {
      MemorySegment target = Arena.ofAuto().allocate(bytes).asReadOnly();
      assertThatThrownBy(() -> MemoryCopy.toSegment(new byte[bytes], 0, target, 0, bytes))
          .isInstanceOf(IllegalArgumentException.class);
      MemorySegment heap = MemorySegment.ofArray(new byte[bytes]).asReadOnly();
      assertThatThrownBy(() -> MemoryCopy.toSegment(new byte[bytes], 0, heap, 0, bytes))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatIsNeitherAPrimitiveArrayNorASegmentIsRefused() {
    MemorySegment segment = Arena.ofAuto().allocate(64);
    for (Object wrong : List.of("text", new Object[8], new double[4][4])) {
      assertThatThrownBy(() -> MemoryCopy.toSegment(wrong, 0, segment, 0, 8))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(wrong.getClass().getTypeName());
      assertThatThrownBy(() -> MemoryCopy.fromSegment(segment, 0, wrong, 0, 8))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> MemoryCopy.copy(new byte[8], 0, wrong, 0, 8))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> MemoryCopy.copy(wrong, 0, wrong, 0, 8))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aClosedArenaAndAnotherThreadsConfinedSegmentAreRefused() throws InterruptedException {
    for (int bytes : new int[] {8, 100_000}) {
      Arena arena = Arena.ofConfined();
      MemorySegment segment = arena.allocate(bytes);
      AtomicReference<Throwable> seen = new AtomicReference<>();
      Thread other =
          new Thread(
              () -> {
                try {
                  MemoryCopy.toSegment(new byte[bytes], 0, segment, 0, bytes);
                } catch (Throwable e) {
                  seen.set(e);
                }
              });
      other.start();
      other.join();
      assertThat(seen.get()).isInstanceOf(WrongThreadException.class);
      arena.close();
      assertThatThrownBy(() -> MemoryCopy.toSegment(new byte[bytes], 0, segment, 0, bytes))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void offsetsBeyondTwoGigabytesAreReached() {
    long far = (5L << 30) + 24;
    try (SharedSegment sparse = SharedSegment.create("far", 6L << 30, SharedSegment.Backing.AUTO)) {
      sparse.commit(far, 100_000);
      for (int bytes : new int[] {8, 64_000}) {
        byte[] sent = new byte[bytes];
        new Random(bytes).nextBytes(sent);
        byte[] received = new byte[bytes];
        MemoryCopy.toSegment(sent, 0, sparse.memory(), far, bytes);
        MemoryCopy.fromSegment(sparse.memory(), far, received, 0, bytes);
        assertThat(received).isEqualTo(sent);
      }
    }
  }

  @Test
  @Tag("allocation")
  void smallCopiesAllocateNothing() {
    MemorySegment segment = Arena.ofAuto().allocate(1024);
    Object[] bases = {new byte[64], new double[8], new int[16], new long[8], new boolean[64]};
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long rounds = 20_000;
    long allocated = Long.MAX_VALUE;
    // The compiler may still be at work in the first rounds; the best one shows what it made.
    for (int attempt = 0; attempt < 100 && allocated >= rounds / 10; attempt++) {
      long before = bean.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < rounds; i++) {
        Object base = bases[i % bases.length];
        MemoryCopy.toSegment(base, 0, segment, 8L * (i % 16), 64);
        MemoryCopy.fromSegment(segment, 8L * (i % 16), base, 0, 64);
        MemoryCopy.copy(base, 0, base, 0, 64);
      }
      allocated = Math.min(allocated, bean.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(allocated).isLessThan(rounds / 10);
  }
}
