package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.JobAbortedException;

/** Ranks that wait long for nothing leave the cores to others. */
@Timeout(120)
class IdleTest {
  static List<RankGroup.Placement> placements() {
    return List.of(
        ThreadRanks::start, HostRanks::processes, HostRanks::hybrid, HostRanks::onTwoHosts);
  }

  @ParameterizedTest
  @MethodSource("placements")
  void ranksThatWaitPark(RankGroup.Placement placement) throws Exception {
    int ranks = 4;
    try (RankGroup group = placement.start(ranks)) {
      CountDownLatch ended = new CountDownLatch(ranks);
      List<Thread> threads = new ArrayList<>();
      for (Comm world : group.worlds()) {
        threads.add(Thread.ofPlatform().daemon().start(() -> waitForNothing(world, ended)));
      }
      // Only threads that are parked are listed.
      while (group.waits().lines().count() < ranks) {
        Thread.onSpinWait();
      }
      Asleep.assertAsleep(threads);
      assertThat(ended.getCount()).as("ranks that wait").isEqualTo(ranks);
      group.fail(new JobAbortedException("the test is over"));
      assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void waitForNothing(Comm world, CountDownLatch ended) {
    try {
      world.receive(new int[1], (world.rank() + 1) % world.size(), 9);
    } catch (JobAbortedException expected) {
      ended.countDown();
    }
  }
}
