package org.ronsel.npb.multizone;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ronsel.npb.cfd.Workers;

/**
 * The calling thread and some more, among which planes are dealt in equal parts. They do not
 * communicate. For use by one thread.
 */
final class ThreadTeam implements Workers, AutoCloseable {
  private final int threads;
  private final ExecutorService others;

  ThreadTeam(int threads) {
    this.threads = threads;
    others =
        Executors.newFixedThreadPool(
            Math.max(1, threads - 1),
            Thread.ofPlatform().daemon().name("npb-worker-", 1).factory());
  }

  @Override
  public int count() {
    return threads;
  }

  @Override
  public void share(int from, int to, Work work) {
    List<Future<?>> started = new ArrayList<>();
    for (int worker = 1; worker < threads; worker++) {
      int number = worker;
      int first = begin(from, to, number);
      int end = begin(from, to, number + 1);
      if (first < end) {
        started.add(others.submit(() -> work.run(number, first, end)));
      }
    }
    try {
      work.run(0, from, begin(from, to, 1));
    } finally {
      started.forEach(ThreadTeam::await);
    }
  }

  private int begin(int from, int to, int worker) {
    return from + (to - from) * worker / threads;
  }

  private static void await(Future<?> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          future.get();
          return;
        } catch (InterruptedException later) {
          interrupted = true; // the work ends by itself, and its arrays are in use until then
        } catch (ExecutionException failed) {
          throw new IllegalStateException("a thread of the rank has failed", failed.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    others.shutdown();
  }
}
