package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Window;
import org.ronsel.requirements.Requires;

/** Which ranges of an array and of the target's memory one-sided operations take. */
class WindowRangeTest {
  private static final int ARRAY = 5;
  private static final int MEMORY = 6;
  private static final int[] OFFSETS = {Integer.MIN_VALUE, -1, 0, 1, 4, 5, 6, Integer.MAX_VALUE};
  private static final int[] COUNTS = {Integer.MIN_VALUE, -1, 0, 1, 2, 5, 6, Integer.MAX_VALUE};
  private static final long[] DISPLACEMENTS = {
    Long.MIN_VALUE, -1, 0, 1, 4, 5, 6, 7, 1L << 31, 1L << 32, 1L << 60, 1L << 61, Long.MAX_VALUE
  };

  private interface Operation {
    void on(long[] array, int offset, int count, long displacement);
  }

  /** All three operations take what lies inside both, and nothing else, and move just that. */
  @ParameterizedTest
  @ValueSource(strings = {"threads", "one host", "two hosts"})
  void whatLiesInsideIsMovedAndAllElseIsRefused(String where) throws Exception {
    if (where.equals("threads")) {
      Ronsel.run(2, WindowRangeTest::operate);
      return;
    }
    Requires.sharedMemory();
    String[] hosts = where.equals("one host") ? new String[] {"a"} : new String[] {"a", "b"};
    try (HostRanks ranks = new HostRanks(2, 2, hosts)) {
      Ranks.run(ranks, WindowRangeTest::operate);
    }
  }

  private static void operate(Comm world) {
    try (Window window = Window.allocate(world, Datatype.LONG, MEMORY)) {
      world.barrier();
      if (world.rank() == 0) {
        window.lockAll();
        long[] model = new long[MEMORY];
        long next = 1;
        for (int offset : OFFSETS) {
          for (int count : COUNTS) {
            for (long displacement : DISPLACEMENTS) {
              next = operate(window, model, next, offset, count, displacement);
            }
          }
        }
        long[] all = new long[MEMORY];
        window.get(all, 1, 0);
        window.unlockAll();
        assertThat(all).isEqualTo(model);
      }
      world.barrier();
    }
  }

  private static long operate(
      Window window, long[] model, long first, int offset, int count, long displacement) {
    long next = first;
    boolean inArray = offset >= 0 && count >= 0 && (long) offset + count <= ARRAY;
    boolean inMemory = displacement >= 0 && count >= 0 && displacement <= MEMORY - (long) count;
    boolean inside = inArray && inMemory;
    if (count == 0 && !inside) {
      return next; // whether nothing lies inside is not told
    }
    long[] array = new long[ARRAY];
    for (int i = 0; i < ARRAY; i++) {
      array[i] = next++;
    }
    long[] before = array.clone();
    String what = offset + ", " + count + ", " + displacement;
    boolean put =
        isTaken((a, o, c, d) -> window.put(a, o, c, 1, d), array, offset, count, displacement);
    assertThat(put).as("put " + what).isEqualTo(inside);
    boolean sum =
        isTaken(
            (a, o, c, d) -> window.accumulate(a, o, c, 1, d, Op.SUM),
            array,
            offset,
            count,
            displacement);
    assertThat(sum).as("accumulate " + what).isEqualTo(inside);
    window.flush(1);
    for (int i = 0; inside && i < count; i++) {
      model[(int) displacement + i] = 2 * array[offset + i];
      before[offset + i] = 2 * array[offset + i];
    }
    boolean get =
        isTaken((a, o, c, d) -> window.get(a, o, c, 1, d), array, offset, count, displacement);
    assertThat(get).as("get " + what).isEqualTo(inside);
    window.flush(1);
    assertThat(array).as("array of " + what).isEqualTo(before);
    return next;
  }

  private static boolean isTaken(
      Operation operation, long[] array, int offset, int count, long displacement) {
    try {
      operation.on(array, offset, count, displacement);
      return true;
    } catch (RonselException refused) {
      assertThat(refused.getMessage()).isNotEmpty();
      return false;
    }
  }
}
