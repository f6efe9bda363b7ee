package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MpjArgumentsTest {
  @ParameterizedTest
  @CsvSource({"3, 1", "4, 2", "3, 2", "1, 0", "2, 0", "2, 1"})
  void whoReadsArgumentsBehindThreeMoreIsAdvised(int index, int given) {
    assertThat(MpjArguments.advice(failure(index, given), given)).contains("--mpj-args");
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "3, 0, 0", "2, 2, 2", "5, 2, 2", "3, 1, 2", "2147483647, 1, 1"})
  void otherIndexesAreOfOtherArrays(int index, int length, int given) {
    assertThat(MpjArguments.advice(failure(index, length), given)).isEmpty();
  }

  @Test
  void otherFailuresAreNoneOfAnArray() {
    assertThat(MpjArguments.advice("rank 0 failed: java.lang.IllegalStateException: 3", 1))
        .isEmpty();
  }

  private static String failure(int index, int length) {
    int[] array = new int[length];
    try {
      return "none: " + array[index];
    } catch (ArrayIndexOutOfBoundsException e) {
      return "rank 0 failed: " + e;
    }
  }
}
