package org.ronsel.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.LinearAllToAll;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.algorithm.Tree;
import org.ronsel.collective.algorithm.TreeBroadcast;
import org.ronsel.collective.algorithm.TreeReduce;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;

/** What the cache of schedules keeps. Nothing is run, so there is no engine. */
class ScheduleCacheTest {
  private record Ranks(int rank, int size) implements Members {
    @Override
    public int endpoint(int ofRank) {
      return ofRank;
    }

    @Override
    public String name() {
      return "test";
    }
  }

  @SuppressWarnings("NullAway") // a run that is never started needs no engine
  private static ScheduleCache cache(int rank, int ranks) {
    return new ScheduleCache(
        null, new Ranks(rank, ranks), () -> Placement.together(ranks), new ScratchPool());
  }

  /** An algorithm that counts how often a schedule is made. */
  private static final class Counted implements ScheduledAlgorithm {
    private final ScheduledAlgorithm algorithm;
    int made;

    Counted(ScheduledAlgorithm algorithm) {
      this.algorithm = algorithm;
    }

    @Override
    public Collective collective() {
      return algorithm.collective();
    }

    @Override
    public String name() {
      return algorithm.name();
    }

    @Override
    public Schedule schedule(int rank, Placement placement, int root) {
      made++;
      return algorithm.schedule(rank, placement, root);
    }
  }

  @Test
  void whenEveryRankIsRootInTurnAllSchedulesStay() {
    int ranks = 500;
    ScheduleCache cache = cache(3, ranks);
    Counted broadcast = new Counted(new TreeBroadcast(Tree.BINOMIAL));
    Counted reduce = new Counted(new TreeReduce(Tree.HALVING, false));
    for (int turn = 0; turn < 3; turn++) {
      for (int root = 0; root < ranks; root++) {
        assertThat(cache.take(broadcast, root)).isNotNull();
        assertThat(cache.take(reduce, root / 100)).isNotNull();
      }
    }
    assertThat(broadcast.made).isEqualTo(ranks);
    assertThat(reduce.made).isEqualTo(5);
    assertThat(cache.size()).isEqualTo(ranks + 5);
  }

  @Test
  void ofMoreRootsThanThereIsRoomForMostSchedulesStay() {
    int ranks = 1500;
    ScheduleCache cache = cache(3, ranks);
    Counted broadcast = new Counted(new TreeBroadcast(Tree.BINOMIAL));
    for (int turn = 0; turn < 2; turn++) {
      for (int root = 0; root < ranks; root++) {
        assertThat(cache.take(broadcast, root)).isNotNull();
        assertThat(cache.weight()).isLessThanOrEqualTo(ScheduleCache.CAPACITY);
      }
    }
    int room = cache.size();
    assertThat(room).isBetween(500, ranks - 100);
    assertThat(broadcast.made - ranks).isLessThan(ranks * 2 / 3);
  }

  @Test
  void aScheduleThatIsLongerThanAllTheRoomIsKeptAlone() {
    int ranks = 10_000;
    ScheduleCache cache = cache(0, ranks);
    Counted linear = new Counted(new LinearAllToAll(Collective.ALL_TO_ALL));
    Counted broadcast = new Counted(new TreeBroadcast(Tree.BINOMIAL));
    for (int i = 0; i < 3; i++) {
      assertThat(cache.take(linear, 0)).isNotNull();
    }
    assertThat(linear.made).isEqualTo(1);
    assertThat(cache.weight()).isGreaterThan(ScheduleCache.CAPACITY);
    for (int root = 0; root < 10; root++) {
      assertThat(cache.take(broadcast, root)).isNotNull();
    }
    assertThat(cache.size()).isEqualTo(10);
  }
}
