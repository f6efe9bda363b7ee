package org.ronsel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.data.ElementType;

class MemoryBuffersTest {
  private static final long GIB = 1L << 30;

  /** A file with a hole, of which only the pages that are written take memory. */
  @Test
  void allPlacesOfMemoryLongerThanABufferAreReached(@TempDir Path folder) throws IOException {
    long bytes = 3 * GIB + 40;
    try (Arena arena = Arena.ofShared();
        FileChannel file =
            FileChannel.open(
                folder.resolve("long"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.SPARSE)) {
      MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      MemoryBuffers buffers = new MemoryBuffers();
      long[] places = {0, GIB - 8, GIB, 2 * GIB - 16, 2 * GIB + 8, 3 * GIB + 32, 8};
      for (long at : places) {
        DoubleBuffer doubles = buffers.doubles(memory, at);
        int index = buffers.index(at, ElementType.DOUBLE.shift());
        doubles.put(index, at);
        assertThat(doubles.limit() - index)
            .isGreaterThanOrEqualTo((int) Math.min(MemoryBuffers.MOST, bytes - at) >> 3);
      }
      for (long at : places) {
        assertThat(memory.get(ValueLayout.JAVA_DOUBLE, at)).isEqualTo(at);
        FloatBuffer floats = buffers.floats(memory, at + 4);
        floats.put(buffers.index(at + 4, ElementType.FLOAT.shift()), 3);
        assertThat(memory.get(ValueLayout.JAVA_FLOAT, at + 4)).isEqualTo(3);
      }
    }
  }

  @Test
  void placesThatAreNotAlignedHaveNoBuffer() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(128, 64);
      MemoryBuffers buffers = new MemoryBuffers();
      assertThat(buffers.doubles(memory, 4)).isNull();
      assertThat(buffers.floats(memory, 4)).isNotNull();
      assertThat(buffers.floats(memory, 6)).isNull();
    }
  }
}
