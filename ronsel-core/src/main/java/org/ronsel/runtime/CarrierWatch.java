package org.ronsel.runtime;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.ronsel.machine.Contention;
import org.ronsel.runtime.control.MemoryShortage;

/**
 * Frees virtual ranks that cannot run because waiting ranks hold all carrier threads. A rank that
 * waits inside a static initialiser, or below a native frame, keeps its carrier; when all carriers
 * are kept so, a rank that has not started yet never does. Then the parallelism of the scheduler is
 * raised.
 */
final class CarrierWatch {
  private static final long INTERVAL_MS = 100;
  private static final long FIRST_MS = 400;
  private static final long FULL_S = 3;

  /** Intervals without progress after which carriers that are held are added to. */
  private static final int QUIET_INTERVALS = 3;

  /**
   * The same number where the JVM is not idle, as on a slow machine that still compiles, and as
   * many times as large as more threads than processors want to run: one carrier too many costs
   * little, one too few the job.
   */
  private static final int BUSY_INTERVALS = 20;

  /** A JVM that uses less than this share of one core has no rank that computes or yields. */
  private static final double IDLE_SHARE = 0.03;

  /** There are a few queues; so many callers do not all find the same one. */
  private static final int CALLS = 64;

  /** So many carriers may be added at once, or as many as there are if that is more. */
  private static final int MIN_STEP = 32;

  private final LocalJob job;
  private final List<Thread> ranks;
  private final Consumer<String> notices;
  private final VirtualThreadSchedulerMXBean scheduler;
  private final OperatingSystemMXBean system;
  private final Contention contention = Contention.ofSystem();

  private CarrierWatch(LocalJob job, List<Thread> ranks, Consumer<String> notices) {
    this.job = job;
    this.ranks = ranks;
    this.notices = notices;
    scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  }

  /**
   * Watches the virtual rank threads of a job until they have ended.
   *
   * @param notices told in one line of what was done
   */
  static void start(LocalJob job, List<Thread> ranks, Consumer<String> notices) {
    Thread.ofPlatform()
        .daemon()
        .name("ronsel-carriers")
        .start(
            () -> {
              // Reading the management beans takes a while, in which short jobs have ended already.
              if (ParkTimer.anyAlive(ranks, FIRST_MS)) {
                watch(job, ranks, notices);
              }
            });
  }

  private static void watch(LocalJob job, List<Thread> ranks, Consumer<String> notices) {
    boolean over = false;
    while (!over) {
      try {
        new CarrierWatch(job, ranks, notices).run();
        over = true;
      } catch (LinkageError e) {
        notices.accept("carrier threads are not watched: " + whyNot(e));
        over = true;
      } catch (Error e) {
        if (MemoryShortage.in(e) == null) {
          throw e;
        }
        // The heap is full now, perhaps for a moment; if it stays so others find out. Not at once
        // again, since each attempt costs a collection.
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(FULL_S));
      }
    }
  }

  /** Why the management beans cannot be had. */
  static String whyNot(LinkageError error) {
    return ModuleLayer.boot().findModule("jdk.management").isPresent()
        ? error.toString()
        : "the module jdk.management is missing";
  }

  private void run() {
    long count = job.progressCount();
    long cpuNs = system.getProcessCpuTime();
    long wallNs = System.nanoTime();
    int quiet = 0;
    int held = 0;
    while (ParkTimer.anyAlive(ranks, INTERVAL_MS)) {
      long nowCount = job.progressCount();
      long nowCpuNs = system.getProcessCpuTime();
      long nowWallNs = System.nanoTime();
      boolean stuck = nowCount == count && allAreHeld();
      if (nowCount == count && lacksCarriers()) {
        callCarrier();
      }
      // Where other programs take the processors, a JVM that is not idle gets little time as well.
      long wanted = Math.max(100, contention.percentWanted());
      boolean idle = wanted == 100 && nowCpuNs - cpuNs < IDLE_SHARE * (nowWallNs - wallNs);
      held = stuck ? held + 1 : 0;
      quiet = stuck && idle ? quiet + 1 : 0;
      if (quiet >= QUIET_INTERVALS || held * 100L >= BUSY_INTERVALS * wanted) {
        raise();
        quiet = 0;
        held = 0;
      }
      count = nowCount;
      cpuNs = nowCpuNs;
      wallNs = nowWallNs;
    }
  }

  /**
   * Whether ranks are ready to run, every carrier is taken, and no rank runs: then the carriers are
   * held by ranks that wait. A rank that runs is ready without being queued; so however slow the
   * machine is, it is not taken for one that waits.
   */
  private boolean allAreHeld() {
    long queued = scheduler.getQueuedVirtualThreadCount();
    if (queued <= 0 || scheduler.getMountedVirtualThreadCount() < scheduler.getParallelism()) {
      return false;
    }
    long ready = ranks.stream().filter(rank -> rank.getState() == Thread.State.RUNNABLE).count();
    return ready > 0 && ready <= queued;
  }

  /** Whether threads wait for a carrier that the scheduler may make, and has not made. */
  private boolean lacksCarriers() {
    return scheduler.getQueuedVirtualThreadCount() > 0
        && scheduler.getMountedVirtualThreadCount() >= scheduler.getPoolSize()
        && scheduler.getPoolSize() < scheduler.getParallelism();
  }

  /**
   * Makes the scheduler start a carrier, which then starts others. It makes one when a thread is
   * submitted to a queue of its that is empty, not when their number may grow; and which queue that
   * is depends on the submitting thread. So new threads try, until one has hit an empty queue.
   */
  private void callCarrier() {
    int before = scheduler.getPoolSize();
    for (int i = 0; i < CALLS && scheduler.getPoolSize() <= before; i++) {
      Thread caller =
          Thread.ofPlatform()
              .daemon()
              .name("ronsel-carrier-call")
              .start(() -> Thread.ofVirtual().start(() -> {}));
      try {
        caller.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void raise() {
    int before = scheduler.getParallelism();
    long ready = ranks.stream().filter(rank -> rank.getState() == Thread.State.RUNNABLE).count();
    // A carrier for each rank that waits for one, since it may come to hold it as well; in steps,
    // since most programs need few.
    int after = before + Math.clamp(ready, 1, Math.max(before, MIN_STEP));
    try {
      scheduler.setParallelism(after);
      callCarrier();
      notices.accept(
          "all "
              + before
              + " carrier threads were held by ranks that wait inside a static"
              + " initialiser or a native call; there are "
              + after
              + " now"
              + " (--ranks-as platform avoids this)");
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      notices.accept(
          "all "
              + before
              + " carrier threads are held by waiting ranks and their number cannot be"
              + " raised ("
              + e.getMessage()
              + "): use --ranks-as platform");
    }
  }
}
