package org.ronsel.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.opentest4j.TestAbortedException;
import org.ronsel.Comm;
import org.ronsel.JobAbortedException;
import org.ronsel.RankBody;
import org.ronsel.RankFailedException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.job.WaitReport;
import org.ronsel.runtime.LocalJob;
import org.ronsel.runtime.RankIdentity;

/** Runs a body on every rank, with a deadline, and reports failures per rank. */
final class RankJob {
  private final int ranks;
  private final long timeoutSeconds;
  private final AtomicReference<LocalJob> job = new AtomicReference<>();
  private final AtomicReference<String> stuck = new AtomicReference<>();

  RankJob(int ranks, long timeoutSeconds) {
    this.ranks = ranks;
    this.timeoutSeconds = timeoutSeconds;
  }

  void run(RankBody body) {
    CountDownLatch ended = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    Thread deadline =
        Thread.ofPlatform()
            .daemon()
            .name("ronsel-test-deadline")
            .start(() -> interruptAfterDeadline(caller, ended));
    try {
      Ronsel.run(
          ranks,
          world -> {
            remember(world);
            body.run(world);
          });
    } catch (RankFailedException failure) {
      throw perRank(failure);
    } catch (WaitInterruptedException interrupted) {
      String report = stuck.get();
      if (report == null) {
        throw interrupted;
      }
      throw new AssertionError(report, interrupted);
    } finally {
      ended.countDown();
      joinUninterruptibly(deadline);
    }
  }

  private void remember(Comm world) {
    if (world.rank() == 0) {
      job.set(RankIdentity.current(RankJob.class).job());
    }
  }

  private void interruptAfterDeadline(Thread caller, CountDownLatch ended) {
    try {
      if (!ended.await(timeoutSeconds, TimeUnit.SECONDS)) {
        stuck.set("no end within " + timeoutSeconds + " s; " + waits());
        caller.interrupt();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private String waits() {
    LocalJob known = job.get();
    List<WaitReport> reports = known == null ? List.of() : known.waits();
    if (reports.isEmpty()) {
      return "no rank waits in a Ronsel call";
    }
    StringBuilder text = new StringBuilder("waiting:");
    for (WaitReport wait : reports) {
      text.append(
          String.format(
              "%n  rank %d: %s, peer %d, tag %d, %s, for %d ms",
              wait.rank(),
              wait.operation(),
              wait.peer(),
              wait.tag(),
              wait.communicator(),
              wait.waitedNs() / 1_000_000));
    }
    return text.toString();
  }

  private static void joinUninterruptibly(Thread thread) {
    boolean interrupted = Thread.interrupted();
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
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
    for (RankFailedException each : failures) {
      Throwable cause = each.getCause();
      if (cause instanceof TestAbortedException aborted) {
        throw aborted;
      }
      if (!(cause instanceof JobAbortedException)) {
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
    AssertionError error = new AssertionError(text.toString(), failure.getCause());
    for (RankFailedException each : failures.subList(1, failures.size())) {
      error.addSuppressed(each.getCause());
    }
    return error;
  }
}
