package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.ronsel.Comm;
import org.ronsel.Op;

/**
 * Calls that allocate nothing once they have been made a few times. They are run twice, the second
 * time in a JVM without escape analysis: what then allocates nothing does so on every processor.
 */
final class SteadyCalls {
  private static final int CALLS = 100;

  /**
   * Bytes in a round that no call allocates: a rank that waits for a core looks now and then how
   * contended these are, which takes 120 bytes without escape analysis.
   */
  private static final int FEW_BYTES = 2 * CALLS;

  /**
   * Fewer than 20 rounds are enough. On a machine under load ranks wait so long that they ask for
   * each other, and the compiler waits for its turn like everybody else.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long TOO_LONG = Long.MAX_VALUE;

  private SteadyCalls() {}

  /** What a rank does again and again. */
  interface Step {
    void run();
  }

  /** Makes a step, with its buffers and requests. */
  interface Kind extends Function<Comm, Step> {}

  /** Fails unless there is a round of calls in which no rank allocates anything. */
  static void allocateNothing(RankGroup.Placement placement, int ranks, Kind kind) {
    try (RankGroup group = placement.start(ranks)) {
      Ranks.run(group, PATIENCE.plusSeconds(60), world -> allocateNothing(world, kind));
    }
  }

  private static void allocateNothing(Comm world, Kind kind) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Step step = kind.apply(world);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<Long> rounds = new ArrayList<>();
    long least = Long.MAX_VALUE;
    long most;
    // The compiler may allocate on the first rounds' behalf.
    do {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        step.run();
      }
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      rounds.add(bytes);
      least = Math.min(least, bytes);
      boolean goesOn = least < FEW_BYTES || System.nanoTime() < end;
      most = world.allReduce(goesOn ? least : TOO_LONG, Op.MAX);
    } while (most >= FEW_BYTES && most != TOO_LONG);
    assertThat(least)
        .as("bytes in %d calls, of %d rounds the last %s", CALLS, rounds.size(), last(rounds))
        .isLessThan(FEW_BYTES);
  }

  private static List<Long> last(List<Long> rounds) {
    return rounds.subList(Math.max(0, rounds.size() - 50), rounds.size());
  }
}
