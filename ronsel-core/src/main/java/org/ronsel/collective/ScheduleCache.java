package org.ronsel.collective;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleRun;
import org.ronsel.engine.Engine;

/**
 * The schedules that one rank has made for a communicator, each with a run that is idle. At most
 * {@link #CAPACITY}; the oldest goes. Any thread.
 */
final class ScheduleCache {
  static final int CAPACITY = 32;

  private final Engine engine;
  private final Members members;
  private final Placement placement;
  private final ScratchPool scratch;

  /** Never changed, only replaced. */
  private volatile Entry[] entries = {};

  /** A schedule and a run of it that nobody uses. */
  private final class Entry {
    final ScheduledAlgorithm algorithm;
    final int root;
    final Schedule schedule;
    final AtomicReference<@Nullable ScheduleRun> idle = new AtomicReference<>();

    Entry(ScheduledAlgorithm algorithm, int root) {
      this.algorithm = algorithm;
      this.root = root;
      this.schedule = algorithm.schedule(members.rank(), placement, root);
    }

    ScheduleRun take() {
      ScheduleRun run = idle.getAndSet(null);
      return run != null ? run : new ScheduleRun(engine, members, schedule, this::giveBack);
    }

    void giveBack(ScheduleRun run) {
      scratch.giveBack(run.bindings().type(), run.bindings().scratch());
      run.bindings().release();
      idle.set(run);
    }
  }

  ScheduleCache(Engine engine, Members members, Placement placement, ScratchPool scratch) {
    this.engine = engine;
    this.members = members;
    this.placement = placement;
    this.scratch = scratch;
  }

  /**
   * A run of an algorithm's schedule that nobody else uses; it comes back by itself when finished.
   */
  ScheduleRun take(ScheduledAlgorithm algorithm, int root) {
    for (Entry entry : entries) {
      if (entry.algorithm == algorithm && entry.root == root) {
        return entry.take();
      }
    }
    return add(new Entry(algorithm, root)).take();
  }

  private synchronized Entry add(Entry entry) {
    Entry[] old = entries;
    int kept = Math.min(old.length, CAPACITY - 1);
    Entry[] more = new Entry[kept + 1];
    more[0] = entry;
    System.arraycopy(old, 0, more, 1, kept);
    entries = more;
    return entry;
  }
}
