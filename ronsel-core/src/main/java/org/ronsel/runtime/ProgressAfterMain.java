package org.ronsel.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Engine;

/**
 * Makes progress for the ranks of one JVM whose main has ended, as long as the job lasts: other
 * ranks may still wait for operations that they have started and forgotten (MPI-4.1, section
 * 11.2.2, demands it of finalisation), and a rank that waits for one that has ended has to be told.
 * A daemon that looks often while something moves, and seldom otherwise.
 */
final class ProgressAfterMain {
  private static final long FIRST_NAP_NS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final long LONGEST_NAP_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final List<Engine> engines = new CopyOnWriteArrayList<>();
  private final BiConsumer<Engine, Throwable> failed;
  private @Nullable Thread thread;
  private volatile boolean over;

  /**
   * Makes a thread without engines to serve.
   *
   * @param failed told if progress of an engine throws, which it does not unless something is
   *     broken
   */
  ProgressAfterMain(BiConsumer<Engine, Throwable> failed) {
    this.failed = failed;
  }

  /** The main of the engine's rank has ended. */
  synchronized void add(Engine engine) {
    if (over || engines.contains(engine)) {
      return;
    }
    engines.add(engine);
    if (thread == null) {
      Thread made =
          Thread.ofPlatform().daemon().name("ronsel-progressAfterMain").unstarted(this::run);
      thread = made;
      made.start();
    }
  }

  /** Ends it, without waiting. */
  synchronized void stop() {
    over = true;
    LockSupport.unpark(thread);
  }

  /** Ends it, and waits until it no longer touches an engine. */
  void close() {
    stop();
    Thread started = thread();
    boolean interrupted = false;
    while (started != null && started.isAlive() && started != Thread.currentThread()) {
      try {
        started.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Thread thread() {
    return thread;
  }

  private void run() {
    long napNs = FIRST_NAP_NS;
    while (!over) {
      // A program may interrupt all threads of its JVM, and none parks while interrupted.
      var _ = Thread.interrupted();
      LockSupport.parkNanos(this, napNs);
      boolean moved = false;
      for (Engine engine : engines) {
        moved |= !over && progress(engine);
      }
      napNs = moved ? FIRST_NAP_NS : Math.min(2 * napNs, LONGEST_NAP_NS);
    }
  }

  private boolean progress(Engine engine) {
    try {
      return engine.progressOnce();
    } catch (RuntimeException | Error broken) {
      over = true;
      failed.accept(engine, broken);
      return false;
    }
  }
}
