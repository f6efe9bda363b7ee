package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.Function;
import org.ronsel.Comm;
import org.ronsel.Op;

/**
 * Calls that allocate nothing once they have been made a few times. They are run twice, the second
 * time in a JVM without escape analysis: what then allocates nothing does so on every processor.
 */
final class SteadyCalls {
  private static final int CALLS = 100;

  /** One is enough; on a machine under load ranks wait so long that they ask for each other. */
  private static final int ROUNDS = 200;

  private SteadyCalls() {}

  /** What a rank does again and again. */
  interface Step {
    void run();
  }

  /** Makes a step, with its buffers and requests. */
  interface Kind extends Function<Comm, Step> {}

  /** Fails unless there is a round of calls in which no rank allocates anything. */
  static void allocateNothing(RankGroup.Placement placement, int ranks, Kind kind) {
    Ranks.run(
        placement,
        ranks,
        world -> {
          Step step = kind.apply(world);
          ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
          long[] bytes = new long[ROUNDS];
          Arrays.fill(bytes, Long.MAX_VALUE);
          boolean allocates = true;
          // The compiler may allocate on the first rounds' behalf.
          for (int round = 0; allocates && round < ROUNDS; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
              step.run();
            }
            bytes[round] = threads.getCurrentThreadAllocatedBytes() - before;
            long least = Arrays.stream(bytes).min().orElseThrow();
            allocates = world.allReduce(least, Op.MAX) >= CALLS;
          }
          assertThat(Arrays.stream(bytes).min().orElseThrow())
              .as("bytes in %d calls, of %s", CALLS, Arrays.toString(bytes))
              .isLessThan(CALLS);
        });
  }
}
