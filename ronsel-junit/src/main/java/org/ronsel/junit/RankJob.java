package org.ronsel.junit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.ronsel.JobAbortedException;
import org.ronsel.RankBody;
import org.ronsel.RankFailedException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.job.WaitReport;
import org.ronsel.job.WaitTable;
import org.ronsel.runtime.LocalJob;
import org.ronsel.runtime.RankIdentity;

/** Runs a body on every rank, with a deadline, and reports failures per rank. */
final class RankJob {
  /** How long ranks may take to end after they have been interrupted. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final int ranks;

  /** So long it takes at most until a wait is told of. */
  private static final Duration SETTLED = Duration.ofSeconds(5);

  private static final long LOOK_AGAIN_NS = 10_000_000;

  /** Packages in which calls wait. */
  private static final List<String> WAITING =
      List.of("org.ronsel.engine.", "org.ronsel.collective.", "org.ronsel.window.");

  private final long timeoutSeconds;
  private final AtomicReference<@Nullable LocalJob> job = new AtomicReference<>();
  private final AtomicReferenceArray<@Nullable Thread> threads;
  private final AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();

  RankJob(int ranks, long timeoutSeconds) {
    this.ranks = ranks;
    this.timeoutSeconds = timeoutSeconds;
    threads = new AtomicReferenceArray<>(Math.max(0, ranks));
  }

  /**
   * The job is run by a thread of its own, which is left behind if a rank does not respond to
   * interruption: the test ends all the same.
   */
  void run(RankBody body) {
    Thread runner =
        Thread.ofPlatform().daemon().name("ronsel-test-job").unstarted(() -> runJob(body));
    runner.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    runner.start();
    try {
      if (!runner.join(Duration.ofSeconds(timeoutSeconds))) {
        String report = report();
        runner.interrupt();
        boolean ended = runner.join(GRACE);
        throw new AssertionError(
            ended ? report : report + String.format("%nIt does not end; its threads are left."),
            outcome.get());
      }
    } catch (InterruptedException e) {
      runner.interrupt();
      awaitAfterInterruption(runner);
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("interrupted while the ranks of a test ran");
    }
    switch (outcome.get()) {
      case null -> {}
      case RankFailedException failure -> throw perRank(failure);
      case RuntimeException failure -> throw failure;
      case Error failure -> throw failure;
      case Throwable failure -> throw new AssertionError(failure);
    }
  }

  private void runJob(RankBody body) {
    try {
      Ronsel.run(
          ranks,
          world -> {
            threads.set(world.rank(), Thread.currentThread());
            job.set(RankIdentity.current(RankJob.class).job());
            body.run(world);
          });
    } catch (Throwable failure) {
      outcome.set(failure);
    }
  }

  private static void awaitAfterInterruption(Thread runner) {
    try {
      boolean _ = runner.join(GRACE);
    } catch (InterruptedException again) {
      // the caller is in a hurry; it is interrupted as it is
    }
  }

  /** Who waits for whom, and what the other ranks do instead. */
  private String report() {
    List<WaitReport> waits = waits();
    StringBuilder text = new StringBuilder("no end within " + timeoutSeconds + " s; ");
    if (waits.isEmpty()) {
      text.append("no rank waits in a Ronsel call");
    } else {
      text.append(String.format("what the ranks wait for:%n"));
      text.append(WaitTable.of(ranks, waits, ended(), Set.of()));
    }
    for (int rank = 0; rank < ranks; rank++) {
      Thread thread = threads.get(rank);
      if (thread != null && thread.isAlive() && !isAmong(waits, rank, thread)) {
        text.append(String.format("%n  rank %d is in no Ronsel call that waits:", rank));
        for (StackTraceElement frame : thread.getStackTrace()) {
          if (frame.getClassName().startsWith(RankTestExtension.class.getName())) {
            break;
          }
          text.append(String.format("%n    at %s", frame));
        }
      }
    }
    return text.toString();
  }

  /**
   * The waits of the ranks. A rank tells of one only when it has lasted for a moment; those that
   * are in a call, or have not begun yet, are asked again.
   */
  private List<WaitReport> waits() {
    long fromNs = System.nanoTime();
    while (true) {
      LocalJob known = job.get();
      List<WaitReport> waits = known == null ? List.of() : known.waits();
      if (!someWillWait(waits) || System.nanoTime() - fromNs > SETTLED.toNanos()) {
        return waits;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NS);
    }
  }

  private boolean someWillWait(List<WaitReport> waits) {
    for (int rank = 0; rank < ranks; rank++) {
      Thread thread = threads.get(rank);
      if (thread == null
          || thread.isAlive()
              && !isAmong(waits, rank, thread)
              && Arrays.stream(thread.getStackTrace()).anyMatch(RankJob::isInCall)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isInCall(StackTraceElement frame) {
    return WAITING.stream().anyMatch(frame.getClassName()::startsWith);
  }

  private Set<Integer> ended() {
    return IntStream.range(0, ranks)
        .filter(rank -> threads.get(rank) instanceof Thread thread && !thread.isAlive())
        .boxed()
        .collect(Collectors.toSet());
  }

  private static boolean isAmong(List<WaitReport> waits, int rank, Thread thread) {
    return waits.stream()
        .anyMatch(wait -> wait.rank() == rank && wait.thread().equals(thread.getName()));
  }

  /** One error for all ranks that failed by themselves. */
  private static Error perRank(RankFailedException failure) {
    List<RankFailedException> failures = new ArrayList<>();
    failures.add(failure);
    for (Throwable other : failure.getSuppressed()) {
      if (other instanceof RankFailedException rank) {
        failures.add(rank);
      }
    }
    StringBuilder text = new StringBuilder();
    TestAbortedException skipped = null;
    for (RankFailedException each : failures) {
      Throwable cause = each.getCause();
      if (cause instanceof TestAbortedException aborted) {
        skipped = aborted;
      } else if (!(cause instanceof JobAbortedException)) {
        text.append(text.isEmpty() ? "" : System.lineSeparator())
            .append("rank ")
            .append(each.rank())
            .append(": ")
            .append(
                cause instanceof AssertionError || cause instanceof RonselException
                    ? cause.getMessage()
                    : cause);
      }
    }
    if (skipped != null && text.isEmpty()) {
      throw skipped;
    }
    AssertionError error = new AssertionError(text.toString(), failure.getCause());
    for (RankFailedException each : failures.subList(1, failures.size())) {
      error.addSuppressed(each.getCause());
    }
    return error;
  }
}
