package org.ronsel.harness;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;

/**
 * Ranks on which several tests run one after the other. A test that fails gets the blame alone: the
 * next one finds new ranks.
 */
final class SharedRanks {
  private static final int TAG = Integer.MAX_VALUE - 9;
  private static final long PAUSE_NS = 50_000;

  private final RankGroup.Placement placement;
  private final int size;
  private @Nullable RankGroup group;
  private String before = "nothing";

  SharedRanks(RankGroup.Placement placement, int size) {
    this.placement = placement;
    this.size = size;
  }

  /** Runs the body of a test, which leaves nothing behind, as every rank. */
  void run(String name, Ranks.Body body) {
    if (group == null) {
      group = placement.start(size);
      before = "nothing";
    }
    try {
      AtomicInteger done = new AtomicInteger();
      Ranks.runPart(
          group,
          world -> {
            body.run(world);
            awaitAll(world, done);
          });
      before = name;
    } catch (Throwable failure) {
      failure.addSuppressed(new Exception("what these ranks had run before: " + before));
      close(group);
      throw failure;
    }
  }

  /** Makes progress for a rank whose part is done, until the parts of all are. */
  private static void awaitAll(Comm world, AtomicInteger done) {
    done.incrementAndGet();
    while (done.get() < world.size()) {
      world.iProbe(world.rank(), TAG);
      LockSupport.parkNanos(PAUSE_NS);
    }
  }

  /** Ends the ranks as those of a job end. */
  void end() {
    RankGroup ranks = group;
    if (ranks != null) {
      try {
        Ranks.run(ranks, world -> {});
      } finally {
        close(ranks);
      }
    }
  }

  private void close(RankGroup ranks) {
    group = null;
    ranks.close();
  }
}
