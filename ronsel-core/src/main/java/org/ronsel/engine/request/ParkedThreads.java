package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one rank that are parked, in the order in which they have parked. Guarded by the
 * engine's lock, but for {@link #any()} and {@link #isDue}. A park allocates nothing, unless a
 * thread parks for the first time or several park at once.
 */
final class ParkedThreads {
  private static final VarHandle FIRST_WAKE;

  static {
    try {
      FIRST_WAKE =
          MethodHandles.lookup()
              .findVarHandle(ParkedThreads.class, "firstWakeNs", long.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** In place of a time: no thread is parked. */
  private static final long NOBODY = Long.MAX_VALUE;

  /** A parked thread, what it waits for, and since when. */
  static final class Entry {
    private final Thread thread;
    private @Nullable Operation operation;
    private long sinceNs;

    /** When it is due to look again. */
    private long wakeNs;

    private Entry(Thread thread) {
      this.thread = thread;
    }

    private Operation operation() {
      return Objects.requireNonNull(operation, "a thread that parks waits for something");
    }
  }

  // Iterated by index: where the heap is full an iterator cannot be had.
  private final List<Entry> entries = new ArrayList<>(1);

  /** The entry of the thread that has left last, for it to park again. */
  private @Nullable Entry spare;

  /**
   * When the first of them is due, or {@link #NOBODY}. Read without the lock, in opaque order: a
   * hint.
   */
  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private long firstWakeNs = NOBODY;

  /**
   * Adds a thread.
   *
   * @param sinceNs since when it waits
   * @param wakeNs when it is due to look again
   */
  Entry add(Thread thread, Operation operation, long sinceNs, long wakeNs) {
    Entry known = spare;
    spare = null;
    Entry entry = known == null || known.thread != thread ? new Entry(thread) : known;
    entry.operation = operation;
    entry.sinceNs = sinceNs;
    entry.wakeNs = wakeNs;
    entries.add(entry);
    noteFirstWake();
    return entry;
  }

  /**
   * Removes a thread that is awake. Others that wait for the same operation look again, since an
   * operation wakes one thread only.
   */
  void remove(Entry entry) {
    entries.remove(entry);
    noteFirstWake();
    Operation awaited = entry.operation();
    for (int i = 0; i < entries.size(); i++) {
      Entry other = entries.get(i);
      if (other.operation() == awaited) {
        awaited.setWaiter(other.thread);
        LockSupport.unpark(other.thread);
      }
    }
    entry.operation = null;
    spare = entry;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The thread that has parked first, or null. */
  @Nullable Thread first() {
    return entries.isEmpty() ? null : entries.getFirst().thread;
  }

  void wakeAll() {
    for (int i = 0; i < entries.size(); i++) {
      LockSupport.unpark(entries.get(i).thread);
    }
  }

  /**
   * Wakes those that are due. Each is due again after as long as it has waited so far, but not
   * before {@code leastNs} nor after {@code mostNs}.
   */
  void wakeDue(long nowNs, long leastNs, long mostNs) {
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (entry.wakeNs - nowNs <= 0) {
        entry.wakeNs = nowNs + Math.max(leastNs, Math.min(nowNs - entry.sinceNs, mostNs));
        LockSupport.unpark(entry.thread);
      }
    }
    noteFirstWake();
  }

  private void noteFirstWake() {
    long first = NOBODY;
    for (int i = 0; i < entries.size(); i++) {
      long wake = entries.get(i).wakeNs;
      first = first == NOBODY || wake - first < 0 ? wake : first;
    }
    FIRST_WAKE.setOpaque(this, first);
  }

  /** What they wait for, and for how long by now. */
  List<Waiter> waiters(long nowNs) {
    return entries.stream()
        .map(each -> new Waiter(each.thread, each.operation(), nowNs - each.sinceNs))
        .toList();
  }

  /** Whether a thread is parked now; without the lock. Allocates nothing. */
  boolean any() {
    return (long) FIRST_WAKE.getOpaque(this) != NOBODY;
  }

  /** Whether a thread is due; without the lock. */
  boolean isDue(long nowNs) {
    long first = (long) FIRST_WAKE.getOpaque(this);
    return first != NOBODY && first - nowNs <= 0;
  }
}
