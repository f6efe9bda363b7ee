package programs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.ronsel.Comm;
import org.ronsel.JobAbortedException;
import org.ronsel.job.JobLayout;
import org.ronsel.job.WaitReport;
import org.ronsel.job.WaitTable;
import org.ronsel.runtime.LocalJob;
import org.ronsel.runtime.LocalWireUp;

/**
 * The ranks of a job, in one or several parts of this JVM that communicate as JVMs of their own
 * would. All share the classes of the package {@code mpi}.
 */
final class JobRanks implements AutoCloseable {
  private static final Duration DEADLINE =
      Duration.ofSeconds(Long.getLong("ronsel.test.deadline", 90));

  /** How ranks are dealt to JVMs. */
  enum Placement {
    THREADS,
    PROCESSES,
    HYBRID;

    int jvms(int ranks) {
      return switch (this) {
        case THREADS -> 1;
        case PROCESSES -> ranks;
        case HYBRID -> Math.min(ranks, 2);
      };
    }
  }

  /** What a rank runs. */
  @FunctionalInterface
  interface Body {
    void run(int rank) throws Exception;
  }

  private final List<LocalJob> jobs = new ArrayList<>();
  private final int ranks;

  JobRanks(Placement placement, int ranks) {
    this.ranks = ranks;
    int jvms = placement.jvms(ranks);
    LocalWireUp wireUp = new LocalWireUp(jvms);
    List<Callable<LocalJob>> starts = new ArrayList<>();
    for (int jvm = 0; jvm < jvms; jvm++) {
      JobLayout layout = JobLayout.even("test", ranks, jvms, jvm);
      starts.add(() -> LocalJob.start(layout, wireUp.of(layout.jvm())));
    }
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      for (Future<LocalJob> started : pool.invokeAll(starts)) {
        jobs.add(started.get());
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private LocalJob job(int rank) {
    return jobs.get(jobs.getFirst().layout().jvmOf(rank));
  }

  /** Runs {@code body} as every rank; throws the first failure, and never hangs. */
  void run(Body body) {
    run(DEADLINE, body);
  }

  /** As {@link #run(Body)}, for a body that may take this long. */
  void run(Duration limit, Body body) {
    ConcurrentMap<Integer, Throwable> failures = new ConcurrentHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Comm world = job(rank).rank(rank).world();
      int number = rank;
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + rank)
              .daemon()
              .start(world.bind(() -> run(body, number, failures))));
    }
    long deadline = System.nanoTime() + limit.toNanos();
    for (Thread thread : threads) {
      if (!join(thread, deadline)) {
        List<WaitReport> waits = jobs.stream().flatMap(job -> job.waits().stream()).toList();
        fail(new JobAbortedException("the test took longer than " + limit, null));
        throw new AssertionError(
            "the ranks are stuck\n"
                + WaitTable.of(ranks, waits, Set.of(), Set.of())
                + "\nfailures: "
                + failures);
      }
    }
    failures.forEach(
        (rank, failure) -> {
          if (!(failure instanceof JobAbortedException)) {
            throw new AssertionError("rank " + rank + ": " + failure.getMessage(), failure);
          }
        });
  }

  private void run(Body body, int rank, ConcurrentMap<Integer, Throwable> failures) {
    try {
      body.run(rank);
    } catch (Throwable e) {
      failures.put(rank, e);
      fail(e);
    }
  }

  private void fail(Throwable cause) {
    jobs.forEach(job -> job.abort(0, 1, cause));
  }

  private static boolean join(Thread thread, long deadline) {
    try {
      return thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("the test was interrupted", e);
    }
  }

  @Override
  public void close() {
    for (int rank = 0; rank < ranks; rank++) {
      job(rank).finishRank(rank);
    }
    jobs.forEach(LocalJob::allEnded);
    jobs.forEach(LocalJob::close);
  }
}
