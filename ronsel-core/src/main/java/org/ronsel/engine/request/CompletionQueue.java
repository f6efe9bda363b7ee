package org.ronsel.engine.request;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Operations of one rank, handed out in the order in which they complete. Any number of threads may
 * add and take at the same time; the cost of adding and taking does not depend on the number of
 * pending operations.
 *
 * @param <T> what an operation stands for
 */
public final class CompletionQueue<T> {
  private final Condition condition;
  private final ConcurrentLinkedQueue<Entry<T>> completed = new ConcurrentLinkedQueue<>();

  /** Entries that are not yet watched; guarded by itself. */
  final Set<Entry<T>> added = new LinkedHashSet<>();

  /** An operation in a queue. */
  public static final class Entry<T> extends CompletionWatch {
    private final CompletionQueue<T> queue;
    private final T item;

    private Entry(CompletionQueue<T> queue, Operation operation, T item) {
      super(operation);
      this.queue = queue;
      this.item = item;
    }

    @Override
    protected void completed() {
      queue.completed.add(this);
      queue.condition.changed();
    }

    /** The item that belongs to the operation. */
    public T item() {
      return item;
    }
  }

  /** The operations that have not completed; asked for only when a wait is long. */
  private final Supplier<List<Operation>> pending;

  /** Waits until something has completed; it never completes itself. */
  private final class Condition extends Operation {
    private volatile boolean late;

    Condition(ProgressEngine engine) {
      super(engine);
    }

    @Override
    protected boolean poll() {
      return !completed.isEmpty();
    }

    void changed() {
      notifyCompletion();
    }

    @Override
    protected void overdue() {
      compareCalls();
      late = true;
      pending.get().forEach(Operation::testedInVain);
      engine.overdueWaits().askOthers();
    }

    @Override
    protected void throwIfUnsatisfiable() {
      if (late && engine.overdueWaits().isLastRank() && completed.isEmpty()) {
        engine
            .overdueWaits()
            .throwIfUnsatisfiable("a wait for any of several requests", pending.get());
      }
    }

    @Override
    public String describe() {
      return "any of several requests";
    }
  }

  /**
   * Makes an empty queue for operations of the rank to which {@code first} belongs.
   *
   * @param pending those of them that have not completed, for a long wait
   */
  public CompletionQueue(Operation first, Supplier<List<Operation>> pending) {
    this.pending = pending;
    this.condition = new Condition(first.engine);
  }

  /** Whether the operation belongs to the rank of this queue. */
  public boolean accepts(Operation operation) {
    return operation.engine == condition.engine;
  }

  /**
   * Adds an operation, complete or not. Threads that are in {@link #take} already do not see it
   * complete before {@link #watchAdded} is called, by any thread.
   */
  public Entry<T> add(Operation operation, T item) {
    Entry<T> entry = new Entry<>(this, operation, item);
    synchronized (added) {
      added.add(entry);
    }
    return entry;
  }

  /**
   * Takes an entry out that has not completed.
   *
   * @return whether it is gone; else it has completed, and will be handed out
   */
  public boolean remove(Entry<T> entry) {
    if (!entry.end()) {
      return false;
    }
    synchronized (added) {
      added.remove(entry);
    }
    return true;
  }

  /** Takes entries out that have completed. */
  void removeCompleted(Predicate<Entry<T>> which) {
    completed.removeIf(which);
  }

  /** Takes the next completed one, after making progress once if there is none; or null. */
  public @Nullable Entry<T> poll() {
    watchAdded();
    Entry<T> next = completed.poll();
    if (next == null) {
      condition.engine.progressOnce();
      next = completed.poll();
      if (next == null) {
        condition.engine.throwIfFailed();
      }
    }
    return next;
  }

  /** Takes the next completed one, and waits for it; something must be pending. */
  public Entry<T> take() {
    while (true) {
      watchAdded();
      Entry<T> next = completed.poll();
      if (next != null) {
        return next;
      }
      condition.engine.waiting.await(condition, Long.MAX_VALUE);
    }
  }

  /**
   * The program asks again and again, and nothing has completed: lets other threads run, and throws
   * if nothing ever will.
   */
  public void foundNothing() {
    if (condition.engine.tests.foundNothing()) {
      condition
          .engine
          .overdueWaits()
          .testedInVain("a loop of tests of several requests", pending.get());
    }
  }

  /** Stops to watch what has not completed. */
  public void end(Iterable<Entry<T>> entries) {
    entries.forEach(CompletionWatch::end);
  }

  /** Begins to watch what has been added; without a lock that these operations could need. */
  void watchAdded() {
    List<Entry<T>> batch;
    synchronized (added) {
      if (added.isEmpty()) {
        return;
      }
      batch = List.copyOf(added);
      added.clear();
    }
    CompletionWatch.beginAll(batch);
  }
}
