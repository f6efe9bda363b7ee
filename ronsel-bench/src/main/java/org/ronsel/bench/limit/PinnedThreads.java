package org.ronsel.bench.limit;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs work on threads of its own that are pinned to one core each. The calling thread is never
 * pinned: affinity is inherited by threads and processes that it starts later.
 */
final class PinnedThreads {
  private PinnedThreads() {}

  /**
   * Starts {@code work} on a new daemon thread that pins itself to the given core of this process.
   */
  static <T> FutureTask<T> start(String name, int core, Callable<T> work) {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              Cores.bindCurrentThread(core);
              return work.call();
            });
    Thread.ofPlatform().daemon().name(name).start(task);
    return task;
  }

  /** Waits for the work; its unchecked exceptions are rethrown unchanged. */
  static <T> T join(FutureTask<T> task) throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }
}
