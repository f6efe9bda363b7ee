package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocking collectives allocate nothing once they have been called a few times. */
class CollectiveAllocationTest {
  private static final int CALLS = 500;

  @AfterEach
  void selectNothing() {
    System.clearProperty("ronsel.collective.barrier");
    System.clearProperty("ronsel.collective.allReduce");
  }

  @ParameterizedTest
  @CsvSource({"direct, direct", "dissemination, recursive-doubling", "binomial, rabenseifner"})
  void steadyBarriersAndReductionsAllocateNothing(String barrier, String allReduce) {
    System.setProperty("ronsel.collective.barrier", barrier);
    System.setProperty("ronsel.collective.allReduce", allReduce);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    LocalRanks.run(
        3,
        Thread.ofPlatform(),
        (job, world) -> {
          double[] data = new double[300];
          double[] all = new double[900];
          double[] other = new double[900];
          int[] counts = {100, 300, 200};
          int[] places = {500, 0, 300};
          int[] each = {100, 100, 100};
          PersistentRequest blocks =
              world.persistentAllToAllv(all, 0, each, null, other, 0, each, null);
          PersistentRequest persistent = world.persistentAllReduce(other, 0, other, 0, 9, Op.MAX);
          Status status = new Status();
          double sum = 0;
          long least = Long.MAX_VALUE;
          // The compiler may allocate on the first rounds' behalf, and a park now and then.
          for (int round = 0; round < 8; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
              world.barrier();
              sum += world.allReduce(1.0, Op.SUM);
              world.allReduce(data, Op.MAX);
              world.allToAll(all, other);
              world.scan(data, Op.MIN);
              world.gather(data, all, 0);
              persistent.start();
              persistent.await(status);
              int own = counts[world.rank()];
              world.gatherv(data, 0, own, all, 0, counts, places, 1);
              world.allGatherv(data, 0, own, all, 0, counts, places);
              world.scatterv(all, 0, counts, places, data, 0, own, 1);
              world.allToAllv(all, 0, each, null, other, 0, each, places);
              world.reduceScatter(all, 0, data, 0, counts, Op.SUM);
              blocks.start();
              blocks.await(status);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
          }
          assertThat(sum).isEqualTo(8 * 3.0 * CALLS);
          assertThat(least).as("bytes in %d rounds", CALLS).isLessThan(CALLS);
        });
  }
}
