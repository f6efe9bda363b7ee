package org.ronsel.engine;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.ronsel.engine.request.Waiting;

/**
 * Makes progress for the ranks of one JVM while they compute, so that what they have started
 * completes, at their end and at that of their peers, without another call (MPI-4.1, 2.9 and 3.7.4,
 * ask for no more than progress in calls). A daemon, which a job has if it asks for one.
 *
 * <p>It never waits for an engine's lock while it polls: the holder of the lock makes progress
 * already. When there is nothing to do it spins, if a core is free for it, then yields, then naps
 * longer and longer, and at last parks as the watcher of every engine whose rank does not park
 * itself: then it costs nothing, and the next record that arrives wakes it. A thread of a rank that
 * leaves its park, and was the last one parked, wakes it too, so that the watch goes back to it. An
 * operation that a rank starts wakes it at any time.
 */
public final class ProgressThread implements AutoCloseable {
  private static final int YIELDS = 50;
  private static final int SPINS_PER_LOOK = 16;
  private static final long FIRST_NAP_NS = 50_000;
  private static final long LONGEST_NAP_NS = 1_000_000;

  private final List<Engine> engines;
  private final int spins;
  private final BiConsumer<Engine, Throwable> failed;
  private final Thread thread;
  private volatile boolean over;

  /** Whether something has been started since it last looked. */
  private volatile boolean asked;

  private volatile boolean asleep;

  private ProgressThread(
      List<Engine> engines,
      boolean freeCore,
      Runnable first,
      BiConsumer<Engine, Throwable> failed) {
    this.engines = List.copyOf(engines);
    this.spins = freeCore ? 5_000 : 0;
    this.failed = failed;
    this.thread =
        Thread.ofPlatform()
            .daemon()
            .name("ronsel-progress")
            .unstarted(
                () -> {
                  first.run();
                  run();
                });
  }

  /**
   * Starts a thread; before the ranks of the engines do.
   *
   * @param freeCore whether there is a core that no rank uses, so that it may spin for a while
   * @param first what the thread does first
   * @param failed told if progress of an engine throws, which it does not unless something is
   *     broken
   */
  public static ProgressThread start(
      List<Engine> engines,
      boolean freeCore,
      Runnable first,
      BiConsumer<Engine, Throwable> failed) {
    ProgressThread made = new ProgressThread(engines, freeCore, first, failed);
    engines.forEach(engine -> engine.helpedBy(made));
    made.thread.start();
    return made;
  }

  /** A rank has started an operation that is not complete; any thread. */
  void operationStarted() {
    if (!asked) {
      // Either this thread sees that the other is asleep, or that one that it was asked.
      asked = true;
      if (asleep) {
        LockSupport.unpark(thread);
      }
    }
  }

  /** Ends the thread, without waiting for it. */
  public void stop() {
    over = true;
    LockSupport.unpark(thread);
  }

  /** Ends the thread and waits until it no longer touches an engine. */
  @Override
  public void close() {
    stop();
    boolean interrupted = false;
    while (thread.isAlive() && thread != Thread.currentThread()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    int idle = 0;
    long napNs = FIRST_NAP_NS;
    while (!over) {
      boolean busy = asked;
      if (busy) {
        asked = false;
      }
      if (makeProgress() || busy) {
        idle = 0;
        napNs = FIRST_NAP_NS;
      } else if (idle < spins) {
        idle++;
        pause();
      } else if (idle < spins + YIELDS) {
        idle++;
        Thread.yield();
      } else if (napNs <= LONGEST_NAP_NS) {
        nap(napNs);
        napNs *= 2;
      } else {
        watch();
        // If it was a record that the rank has taken by itself, sleep at once again.
        napNs = LONGEST_NAP_NS;
      }
    }
  }

  private boolean makeProgress() {
    boolean moved = false;
    for (Engine engine : engines) {
      moved |= progress(engine, false);
    }
    return moved;
  }

  private boolean progress(Engine engine, boolean lastLook) {
    try {
      return lastLook ? engine.progress.beforeParking() : engine.progressOnce();
    } catch (RuntimeException | Error broken) {
      over = true;
      failed.accept(engine, broken);
      return false;
    }
  }

  private static void pause() {
    for (int i = 0; i < SPINS_PER_LOOK; i++) {
      Thread.onSpinWait();
    }
  }

  /** Sleeps for a while; only an operation that is started ends it early. */
  private void nap(long forNs) {
    asleep = true;
    if (!asked && !over) {
      // A program may interrupt all threads of its group, and no thread parks while interrupted.
      var _ = Thread.interrupted();
      LockSupport.parkNanos(forNs);
    }
    asleep = false;
  }

  /** Sleeps until a record arrives for a rank that does not wait itself, or it is asked. */
  private void watch() {
    asleep = true;
    boolean starved = false;
    long mostNs = Waiting.LONGEST_PARK_NS;
    for (Engine engine : engines) {
      try {
        mostNs = Math.min(mostNs, engine.waiting.watchFor(thread));
        starved |= engine.progress.isStarved();
      } catch (RuntimeException | Error broken) {
        over = true;
        failed.accept(engine, broken);
      }
    }
    VarHandle.fullFence();
    boolean moved = false;
    for (Engine engine : engines) {
      moved |= progress(engine, true);
    }
    if (!moved && !asked && !over) {
      var _ = Thread.interrupted(); // as in a nap
      LockSupport.parkNanos(
          this, Math.min(mostNs, starved ? Waiting.STARVED_PARK_NS : Waiting.LONGEST_PARK_NS));
    }
    for (Engine engine : engines) {
      engine.waiting.watchNoMore();
    }
    asleep = false;
    if (moved) {
      asked = true; // there may be more to come soon
    }
  }
}
