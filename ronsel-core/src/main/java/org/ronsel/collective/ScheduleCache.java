package org.ronsel.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.reduction.ObjectPool;
import org.ronsel.collective.schedule.Bindings;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleRun;
import org.ronsel.engine.Engine;

/**
 * The schedules that one rank has made for a communicator, by algorithm and root, each with a run
 * that is idle. Any thread; a look-up takes no lock.
 *
 * <p>Bounded by what the schedules weigh, so that there is room for one for each root where they
 * are short and for a few where they are long. What makes room is chosen at random: of roots that
 * come in turn and are too many, the oldest would always be the next that is needed.
 */
final class ScheduleCache {
  /** In steps of schedules; a step, with its part of the run, takes some 80 bytes. */
  static final int CAPACITY = 1 << 14;

  /** Weight of a schedule in addition to its steps. */
  private static final int WEIGHT_OF_ONE = 16;

  private final Engine engine;
  private final Members members;
  private final Supplier<Placement> placement;
  private final ScratchPool scratch;

  /** Chains of entries by hash; a power of two of them. Replaced when it grows. */
  private volatile @Nullable Node[] chains = new Node[16];

  // Under the lock.
  private final List<Entry> entries = new ArrayList<>();
  private int weight;
  private int random = 1;

  /**
   * A link of a chain. Never changed, so that a thread that comes upon it without the lock sees all
   * of it; one that misses an entry that has just been added looks again under the lock.
   */
  private record Node(Entry entry, @Nullable Node next) {}

  /** Idle runs of a schedule: for as many calls of it as may well be outstanding at once. */
  private static final int MOST_RUNS = 64;

  /** A schedule and its idle runs. */
  private final class Entry {
    final ScheduledAlgorithm algorithm;
    final int root;
    final Schedule schedule;
    final ObjectPool<ScheduleRun> idle;

    Entry(ScheduledAlgorithm algorithm, int root) {
      this.algorithm = algorithm;
      this.root = root;
      this.schedule = algorithm.schedule(members.rank(), placement.get(), root);
      this.idle = new ObjectPool<>(Math.clamp(CAPACITY / weight(), 1, MOST_RUNS));
    }

    int weight() {
      return schedule.steps() + WEIGHT_OF_ONE;
    }

    ScheduleRun take() {
      ScheduleRun run = idle.take();
      return run != null ? run : new ScheduleRun(engine, members, schedule, this::giveBack);
    }

    void giveBack(ScheduleRun run) {
      Bindings bindings = run.bindings();
      scratch.giveBack(bindings.scratchType(), bindings.scratch());
      bindings.release();
      idle.giveBack(run);
    }
  }

  ScheduleCache(
      Engine engine, Members members, Supplier<Placement> placement, ScratchPool scratch) {
    this.engine = engine;
    this.members = members;
    this.placement = placement;
    this.scratch = scratch;
  }

  /** Takes an idle run of an algorithm's schedule; it returns to the cache when it has finished. */
  ScheduleRun take(ScheduledAlgorithm algorithm, int root) {
    Entry entry = find(algorithm, root);
    return (entry != null ? entry : findOrAdd(algorithm, root)).take();
  }

  /** Number of schedules. */
  synchronized int size() {
    return entries.size();
  }

  /** The weight of all entries. */
  synchronized int weight() {
    return weight;
  }

  private static int chain(ScheduledAlgorithm algorithm, int root, int chains) {
    // The hash of a record is computed from its parts each time.
    int hash = System.identityHashCode(algorithm) * 31 + root * 0x9E3779B9;
    return (hash ^ hash >>> 16) & chains - 1;
  }

  private @Nullable Entry find(ScheduledAlgorithm algorithm, int root) {
    Node[] all = chains;
    for (Node node = all[chain(algorithm, root, all.length)]; node != null; node = node.next) {
      if (node.entry.algorithm == algorithm && node.entry.root == root) {
        return node.entry;
      }
    }
    return null;
  }

  private synchronized Entry findOrAdd(ScheduledAlgorithm algorithm, int root) {
    Entry known = find(algorithm, root);
    if (known != null) {
      return known;
    }
    Entry entry = new Entry(algorithm, root);
    while (!entries.isEmpty() && weight + entry.weight() > CAPACITY) {
      removeOne();
    }
    entries.add(entry);
    weight += entry.weight();
    if (entries.size() > chains.length) {
      Node[] more = new Node[2 * chains.length];
      entries.forEach(each -> link(more, each));
      chains = more;
    } else {
      link(chains, entry);
    }
    return entry;
  }

  private static void link(@Nullable Node[] all, Entry entry) {
    int at = chain(entry.algorithm, entry.root, all.length);
    all[at] = new Node(entry, all[at]);
  }

  private void removeOne() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    int chosen = Math.floorMod(random, entries.size());
    Entry entry = entries.get(chosen);
    entries.set(chosen, entries.getLast());
    entries.removeLast();
    weight -= entry.weight();
    int at = chain(entry.algorithm, entry.root, chains.length);
    Node rest = null;
    for (Node node = chains[at]; node != null; node = node.next) {
      if (node.entry != entry) {
        rest = new Node(node.entry, rest);
      }
    }
    chains[at] = rest;
  }
}
