package org.ronsel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ronsel.job.JobLayout;
import org.ronsel.runtime.LocalJob;
import org.ronsel.runtime.LocalWireUp;

/** Runs a body on the ranks of a job inside this JVM; an error of one rank aborts the others. */
public final class LocalRanks {
  private static final long DEADLINE_NS = Duration.ofSeconds(60).toNanos();

  private LocalRanks() {}

  /** What a rank does. */
  @FunctionalInterface
  public interface Body {
    void run(Comm world) throws Exception;
  }

  /** What a rank of a job does. */
  @FunctionalInterface
  interface JobBody {
    void run(LocalJob job, Comm world) throws Exception;
  }

  /** Runs the body on {@code ranks} virtual threads; throws the first error. */
  public static void run(int ranks, Body body) {
    run(ranks, Thread.ofVirtual(), (job, world) -> body.run(world));
  }

  /** Runs the body on threads of a kind; throws the first error. */
  static void run(int ranks, Thread.Builder threads, JobBody body) {
    LocalJob job = LocalJob.start(JobLayout.embedded("test", ranks), LocalWireUp.alone());
    try {
      List<Throwable> errors = new ArrayList<>();
      List<Thread> started = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        int self = rank;
        started.add(threads.name("rank " + rank).start(() -> runRank(job, self, body, errors)));
      }
      for (Thread thread : started) {
        join(thread, job);
      }
      if (!errors.isEmpty()) {
        throw new AssertionError("a rank failed: " + errors.getFirst(), errors.getFirst());
      }
    } finally {
      job.close();
    }
  }

  private static void runRank(LocalJob job, int rank, JobBody body, List<Throwable> errors) {
    try {
      body.run(job, job.rank(rank).world());
      job.finishRank(rank);
      job.endRank(rank);
    } catch (Throwable error) {
      synchronized (errors) {
        errors.add(error);
      }
      job.abort(rank, 1, error);
    }
  }

  private static void join(Thread thread, LocalJob job) {
    try {
      if (!thread.join(Duration.ofNanos(DEADLINE_NS))) {
        AssertionError hung = new AssertionError("the ranks hang: " + job.waits());
        job.abort(-1, 1, hung);
        throw hung;
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for a condition that other threads bring about. */
  public static void awaitCondition(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > DEADLINE_NS) {
        throw new AssertionError("the condition did not come true");
      }
      // Not a yield: a virtual thread that yields may keep its carrier from those that others
      // start.
      LockSupport.parkNanos(100_000);
    }
  }
}
