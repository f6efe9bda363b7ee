package org.ronsel.runtime;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads that a program leaves behind when its main methods have returned. As under plain
 * java, the JVM stays until those that are not daemons have ended.
 */
final class UserThreads {
  private static final Duration SAY_AFTER = Duration.ofSeconds(5);

  private final Set<Thread> others;
  private final Consumer<String> notices;

  /** The thread whose end is waited for. */
  private @Nullable Thread watched;

  /**
   * Creates a view of the program's threads.
   *
   * @param ranks threads of the ranks, which are not waited for
   * @param notices told in one line if the wait takes long
   */
  UserThreads(List<Thread> ranks, Consumer<String> notices) {
    others = new HashSet<>(ranks);
    others.add(Thread.currentThread());
    this.notices = notices;
  }

  /** Returns when no such thread is alive. */
  void await() {
    boolean said = false;
    boolean interrupted = false;
    for (List<Thread> alive = alive(); !alive.isEmpty(); alive = alive()) {
      try {
        if (!alive.getFirst().join(SAY_AFTER) && !said) {
          said = true;
          notices.accept(
              "main has returned, but the program goes on as long as these threads, which are not"
                  + " daemons, are alive: "
                  + String.join(", ", alive.stream().map(Thread::getName).toList()));
        }
      } catch (InterruptedException e) {
        // By a program that interrupts all threads of its group: those it waits for go on.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Whether such a thread is alive; if so, tells on a thread of its own when it is time to look
   * again: they cannot all have ended before one of them has. Called by one thread only.
   */
  boolean watch(Runnable ended) {
    List<Thread> alive = alive();
    if (alive.isEmpty()) {
      return false;
    }
    Thread one = alive.getFirst();
    if (one != watched) {
      watched = one;
      Thread.ofPlatform().daemon().name("ronsel-user-threads").start(() -> join(one, ended));
    }
    return true;
  }

  /** Whether such a thread is alive now. Any thread. */
  boolean areAlive() {
    return !alive().isEmpty();
  }

  /** Waits for the end of a thread, whoever interrupts the wait, and then tells of it. */
  static void join(Thread thread, Runnable ended) {
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException foundInItsGroup) {
        // A program may interrupt all threads of its JVM. Nobody else would look again.
      }
    }
    ended.run();
  }

  private List<Thread> alive() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    for (ThreadGroup at = root; at != null; at = at.getParent()) {
      root = at;
    }
    Thread[] all = new Thread[root.activeCount() * 2 + 16];
    int count = root.enumerate(all);
    return Arrays.stream(all, 0, count)
        .filter(thread -> thread.isAlive() && !thread.isDaemon() && !others.contains(thread))
        .toList();
  }
}
