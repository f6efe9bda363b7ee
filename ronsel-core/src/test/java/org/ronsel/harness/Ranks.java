package org.ronsel.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.ronsel.Comm;
import org.ronsel.JobAbortedException;

/** Runs a body as every rank of a group, one thread each, and never hangs. */
public final class Ranks {
  private static final Duration DEADLINE =
      Duration.ofSeconds(Long.getLong("ronsel.test.deadline", 90));

  private Ranks() {}

  /** What a rank runs. */
  @FunctionalInterface
  public interface Body {
    void run(Comm world) throws Exception;
  }

  /** Runs {@code body} on rank threads. */
  public static void run(int ranks, Body body) {
    run(ThreadRanks::start, ranks, body);
  }

  /** Runs {@code body} on ranks of {@code placement}. */
  public static void run(RankGroup.Placement placement, int ranks, Body body) {
    try (RankGroup group = placement.start(ranks)) {
      run(group, body);
    }
  }

  /** Runs {@code body} as every rank of {@code group}. */
  public static void run(RankGroup group, Body body) {
    run(group, DEADLINE, body);
  }

  /** As {@link #run(RankGroup, Body)}, for a body that may take this long. */
  public static void run(RankGroup group, Duration limit, Body body) {
    runThreads(
        group,
        limit,
        world -> {
          body.run(world);
          group.finish(world.rank());
        });
  }

  /** Runs {@code body} as every rank of {@code group}; the ranks go on after it. */
  static void runPart(RankGroup group, Body body) {
    runThreads(group, DEADLINE, body);
  }

  private static void runThreads(RankGroup group, Duration limit, Body body) {
    ConcurrentMap<Integer, Throwable> failures = new ConcurrentHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (Comm world : group.worlds()) {
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + world.rank())
              .daemon()
              .start(() -> runRank(group, world, body, failures)));
    }
    long deadline = System.nanoTime() + limit.toNanos();
    String stuck = null;
    for (Thread thread : threads) {
      while (!join(thread, deadline)) {
        stuck = report(group, threads);
        group.fail(new JobAbortedException("the test took longer than " + limit));
        deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        if (!join(thread, deadline)) {
          throw new AssertionError("a rank does not end\n" + stuck);
        }
      }
    }
    if (stuck != null) {
      throw new AssertionError("the ranks are stuck\n" + stuck);
    }
    throwFirst(failures);
  }

  private static void runRank(
      RankGroup group, Comm world, Body body, ConcurrentMap<Integer, Throwable> failures) {
    try {
      body.run(world);
    } catch (Throwable e) {
      failures.put(world.rank(), e);
      group.fail(new JobAbortedException("rank " + world.rank() + " failed: " + e));
    }
  }

  private static boolean join(Thread thread, long deadline) {
    try {
      return thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("the test was interrupted", e);
    }
  }

  private static void throwFirst(ConcurrentMap<Integer, Throwable> failures) {
    // The others were aborted since one has failed, if one has.
    failures.entrySet().stream()
        .min(Comparator.comparing(each -> each.getValue() instanceof JobAbortedException))
        .ifPresent(
            first -> {
              Throwable cause = first.getValue();
              throw new AssertionError("rank " + first.getKey() + ": " + cause.getMessage(), cause);
            });
  }

  private static String report(RankGroup group, List<Thread> threads) {
    StringBuilder text = new StringBuilder(group.waits());
    for (Thread thread : threads) {
      text.append(thread.getName()).append('\n');
      for (StackTraceElement frame : thread.getStackTrace()) {
        text.append("    at ").append(frame).append('\n');
      }
    }
    return text.toString();
  }
}
