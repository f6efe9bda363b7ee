package org.ronsel.runtime;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.SharedSegment;
import org.ronsel.runtime.control.ControlClient;
import org.ronsel.runtime.control.Frame;

/** Obeys the launcher: ends this JVM, says what the ranks wait for. */
final class LauncherOrders implements ControlClient.Orders {
  /**
   * How long shutdown hooks of the program may take before the JVM is halted; also in a JVM that no
   * launcher has started.
   */
  static final long GRACE_MS = 1500;

  private static final long GRACE_NS = TimeUnit.MILLISECONDS.toNanos(GRACE_MS);

  private final Queue<Integer> ended = new ConcurrentLinkedQueue<>();
  private volatile @Nullable LocalJob job;

  /** The failures before the job existed; guarded by itself. */
  private final Map<Integer, String> failedBefore = new LinkedHashMap<>();

  private volatile @Nullable RecordReport records;
  private volatile @Nullable RankOutput output;
  private volatile @Nullable Heartbeat heartbeat;

  /** Sets the heartbeat that tells the launcher that this JVM is out of memory. */
  void reportTo(Heartbeat teller) {
    heartbeat = teller;
  }

  /** Names the job that is asked for its waits, and what has been recorded of it. */
  void watch(LocalJob running, RecordReport ofJob) {
    records = ofJob;
    synchronized (failedBefore) {
      job = running;
      failedBefore.forEach(running::jvmFailed);
    }
  }

  @Override
  public void jvmFailed(int failed, String why) {
    LocalJob running;
    synchronized (failedBefore) {
      running = job;
      if (running == null) {
        failedBefore.put(failed, why);
        return;
      }
    }
    running.jvmFailed(failed, why);
  }

  /** Notes that all ranks of the job have ended. */
  void allEnded() {
    LocalJob running = job;
    if (running != null) {
      running.allEnded();
    }
  }

  /** Notes that a rank has ended. */
  void ended(int rank) {
    ended.add(rank);
  }

  /** Sees to it that unfinished lines are written when the JVM ends, however it is ended. */
  void closeAtExit(RankOutput installed) {
    output = installed;
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("ronsel-output-end").unstarted(installed::close));
  }

  @Override
  public void launcherLost() {
    try {
      SharedSegment.removeNames();
    } finally {
      // Whatever is missing, be it memory: nothing else ends this JVM now.
      Runtime.getRuntime().halt(1);
    }
  }

  @Override
  public void outOfMemory(OutOfMemoryError error) {
    Heartbeat teller = heartbeat;
    if (teller != null) {
      teller.outOfMemory(Heartbeat.NO_RANK, error);
    } else {
      Runtime.getRuntime().halt(1);
    }
  }

  @Override
  public Frame.Waits waits(int ticket) {
    LocalJob running = job;
    return running == null
        ? new Frame.Waits(ticket, List.of(), List.of())
        : new Frame.Waits(ticket, running.waits(), List.copyOf(ended));
  }

  /** {@inheritDoc} Shutdown hooks of the program are run if they are quick. */
  @Override
  public void kill(int status) {
    Thread exit = Thread.ofPlatform().daemon().name("ronsel-exit").start(() -> exit(status));
    Thread.ofPlatform().daemon().name("ronsel-halt").start(() -> haltAfter(exit, status));
  }

  private void exit(int status) {
    try {
      RecordReport left = records;
      if (left != null) {
        left.tell();
      }
    } finally {
      System.exit(status);
    }
  }

  private void haltAfter(Thread exit, int status) {
    long fromNs = System.nanoTime();
    for (long left = GRACE_NS; left > 0; left = GRACE_NS - (System.nanoTime() - fromNs)) {
      try {
        if (exit.join(Duration.ofNanos(left))) {
          break;
        }
      } catch (InterruptedException byTheProgram) {
        // It may interrupt all threads of its group; the hooks have their time all the same.
      }
    }
    RankOutput installed = output;
    if (installed != null) {
      installed.close();
    }
    Runtime.getRuntime().halt(status);
  }
}
