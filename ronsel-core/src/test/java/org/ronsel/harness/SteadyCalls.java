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
   * So many calls of a round may allocate: a rank that waits for a core looks now and then how
   * contended these are, and asks for the ranks that it has been waiting for.
   */
  private static final int FEW_CALLS = CALLS / 25;

  /**
   * Fewer than 20 rounds are enough, but on a machine under load, where the compiler waits for its
   * turn like everybody else.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int TOO_LONG = Integer.MAX_VALUE;

  private SteadyCalls() {}

  /** What a rank does again and again. */
  interface Step {
    void run();
  }

  /** Makes a step, with its buffers and requests. */
  interface Kind extends Function<Comm, Step> {}

  /**
   * Fails unless there is a round of calls of which hardly any allocates anything, of each rank.
   */
  static void allocateNothing(RankGroup.Placement placement, int ranks, Kind kind) {
    try (RankGroup group = placement.start(ranks)) {
      Ranks.run(group, PATIENCE.plusSeconds(60), world -> allocateNothing(world, kind));
    }
  }

  private static void allocateNothing(Comm world, Kind kind) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Step step = kind.apply(world);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<Integer> rounds = new ArrayList<>();
    int least = Integer.MAX_VALUE;
    int most;
    // The compiler may allocate on the first rounds' behalf.
    do {
      int allocating = 0;
      for (int i = 0; i < CALLS; i++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        step.run();
        allocating += threads.getCurrentThreadAllocatedBytes() > before ? 1 : 0;
      }
      rounds.add(allocating);
      least = Math.min(least, allocating);
      boolean goesOn = least <= FEW_CALLS || System.nanoTime() < end;
      most = world.allReduce(goesOn ? least : TOO_LONG, Op.MAX);
    } while (most > FEW_CALLS && most != TOO_LONG);
    assertThat(least)
        .as(
            "calls of %d that allocate, of %d rounds the last %s",
            CALLS, rounds.size(), last(rounds))
        .isLessThanOrEqualTo(FEW_CALLS);
  }

  private static List<Integer> last(List<Integer> rounds) {
    return rounds.subList(Math.max(0, rounds.size() - 50), rounds.size());
  }
}
