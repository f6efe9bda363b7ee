package org.ronsel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.machine.SharedSegment;

class NativeWordsTest {
  private static final List<MemorySegment> KINDS =
      List.of(Arena.ofAuto().allocate(64, 8), MemorySegment.ofArray(new long[8]));

  @Test
  void longsAreReadAsTheyWereWrittenInEveryOrder() {
    for (MemorySegment memory : KINDS) {
      NativeWords.setLong(memory, 8, 1);
      assertThat(NativeWords.getLong(memory, 8)).isEqualTo(1);
      NativeWords.setLongRelease(memory, 8, 2);
      assertThat(NativeWords.getLongAcquire(memory, 8)).isEqualTo(2);
      NativeWords.setLong(memory, 8, 3);
      assertThat(NativeWords.getLongVolatile(memory, 8)).isEqualTo(3);
      assertThat(NativeWords.compareAndSetLong(memory, 8, 2, 4)).isFalse();
      assertThat(NativeWords.compareAndSetLong(memory, 8, 3, 4)).isTrue();
      assertThat(NativeWords.getAndAddLong(memory, 8, 10)).isEqualTo(4);
      assertThat(NativeWords.getAndOrLong(memory, 8, 1)).isEqualTo(14);
      assertThat(NativeWords.getAndSetLong(memory, 8, 99)).isEqualTo(15);
      assertThat(NativeWords.getLong(memory, 8)).isEqualTo(99);
      assertThat(NativeWords.getLong(memory, 0)).isZero();
      assertThat(NativeWords.getLong(memory, 16)).isZero();
    }
  }

  @Test
  void intsAreReadAsTheyWereWrittenInEveryOrder() {
    for (MemorySegment memory : KINDS) {
      NativeWords.setInt(memory, 36, 1);
      assertThat(NativeWords.getInt(memory, 36)).isEqualTo(1);
      NativeWords.setIntRelease(memory, 36, 2);
      assertThat(NativeWords.getIntAcquire(memory, 36)).isEqualTo(2);
      NativeWords.setIntVolatile(memory, 36, 3);
      assertThat(NativeWords.getInt(memory, 36)).isEqualTo(3);
      assertThat(NativeWords.compareAndSetInt(memory, 36, 2, 4)).isFalse();
      assertThat(NativeWords.compareAndSetInt(memory, 36, 3, 4)).isTrue();
      assertThat(NativeWords.getAndAddInt(memory, 36, -5)).isEqualTo(4);
      assertThat(NativeWords.getInt(memory, 36)).isEqualTo(-1);
      assertThat(NativeWords.getInt(memory, 32)).isZero();
      assertThat(NativeWords.getInt(memory, 40)).isZero();
    }
  }

  @Test
  void wordsOutsideOrAcrossTheGridAreRefused() {
    for (MemorySegment memory : KINDS) {
      assertThatThrownBy(() -> NativeWords.getLong(memory, 64))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> NativeWords.setLongRelease(memory, -8, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> NativeWords.setLong(memory, 4, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aSharedSegmentIsOfTheKindThatTheFastPathKnows() {
    try (SharedSegment segment = SharedSegment.create("kind", 4096, SharedSegment.Backing.AUTO)) {
      assertThat(segment.memory().getClass()).isEqualTo(NativeWords.NATIVE);
    }
  }
}
