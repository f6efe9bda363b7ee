package org.ronsel.npb.cfd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The multi-partition decomposition. */
class MultiPartitionTest {
  private static final int POINTS = 23;

  private static List<MultiPartition> partitions(int side) {
    List<MultiPartition> partitions = new ArrayList<>();
    for (int rank = 0; rank < side * side; rank++) {
      partitions.add(new MultiPartition(rank, side * side, POINTS));
    }
    return partitions;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void everyPointBelongsToOneCell(int side) {
    int[] owners = new int[POINTS * POINTS * POINTS];
    for (MultiPartition partition : partitions(side)) {
      for (Block cell : partition.cells()) {
        for (int k = cell.low(2); k < cell.low(2) + cell.size(2); k++) {
          for (int j = cell.low(1); j < cell.low(1) + cell.size(1); j++) {
            for (int i = cell.low(0); i < cell.low(0) + cell.size(0); i++) {
              owners[i + POINTS * (j + POINTS * k)]++;
            }
          }
        }
      }
    }
    assertThat(owners).containsOnly(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void theCellBehindBelongsToTheSuccessor(int side) {
    List<MultiPartition> partitions = partitions(side);
    for (MultiPartition partition : partitions) {
      for (int direction = 0; direction < 3; direction++) {
        MultiPartition successor = partitions.get(partition.successor(direction));
        assertThat(partitions.get(successor.predecessor(direction))).isSameAs(partition);
        for (int stage = 0; stage < side - 1; stage++) {
          Block cell = partition.cells().get(partition.cellAt(direction, stage));
          Block behind = successor.cells().get(successor.cellAt(direction, stage + 1));
          for (int other = 0; other < 3; other++) {
            int gap = other == direction ? cell.size(other) : 0;
            assertThat(behind.low(other)).isEqualTo(cell.low(other) + gap);
          }
        }
      }
    }
  }
}
