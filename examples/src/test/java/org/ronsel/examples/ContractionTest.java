package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContractionTest {
  private static final int BLOCKS = 5;

  @ParameterizedTest
  @MethodSource("org.ronsel.examples.Layout#few")
  void theProductsAreThoseOfASequentialProgram(Layout layout) throws Exception {
    Job job = Job.run(layout, "Contraction", BLOCKS, 3, 16).succeeded();

    assertThat(job.word("small checksum")).as(job.toString()).isEqualTo(checksum(3, 3));
    assertThat(job.word("large checksum")).as(job.toString()).isEqualTo(checksum(16, 16));
    assertThat(job.word("mixed checksum")).as(job.toString()).isEqualTo(checksum(3, 16));
  }

  @Test
  void aWarmUpIsNotCounted() throws Exception {
    Job job = Job.run(Layout.processes(2), "Contraction", BLOCKS, 3, 16, 4).succeeded();

    assertThat(job.lines())
        .as(job.toString())
        .filteredOn(line -> line.startsWith("  median"))
        .hasSize(3)
        .allMatch(line -> line.matches("  median of 3 rounds, .*; a warm-up of .* is not counted"));
    assertThat(job.word("small checksum")).as(job.toString()).isEqualTo(checksum(3, 3));
  }

  /** The same product without blocks: three loops over whole matrices. */
  private static String checksum(int even, int odd) {
    int[] blocks =
        IntStream.range(0, BLOCKS)
            .flatMap(block -> IntStream.generate(() -> block).limit(block % 2 == 0 ? even : odd))
            .toArray();
    int n = blocks.length;
    ByteBuffer product = ByteBuffer.allocate(n * n * Long.BYTES);
    for (int row = 0; row < n; row++) {
      for (int column = 0; column < n; column++) {
        long sum = 0;
        for (int k = 0; k < n; k++) {
          sum += value('A', blocks, row, k) * value('B', blocks, k, column);
        }
        product.putLong(sum);
      }
    }
    CRC32 crc = new CRC32();
    crc.update(product.flip());
    return "%08x".formatted(crc.getValue());
  }

  private static long value(char matrix, int[] blocks, int row, int column) {
    boolean isZero = hash(matrix, blocks[row], blocks[column]) % 3 == 0;
    return isZero ? 0 : hash(matrix, row, column) % 9 - 4;
  }

  private static int hash(char matrix, int i, int j) {
    int mixed = (matrix * 31 + i) * 0x9e3779b1 + j * 0x85ebca6b;
    mixed = (mixed ^ mixed >>> 15) * 0x2c1b3c6d;
    return (mixed ^ mixed >>> 12) >>> 1;
  }
}
