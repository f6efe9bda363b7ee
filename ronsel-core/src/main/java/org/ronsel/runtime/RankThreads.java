package org.ronsel.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ronsel.JobAbortedException;
import org.ronsel.RankBody;
import org.ronsel.RankFailedException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.job.JobLayout;
import org.ronsel.observe.Observation;

/** The threads of the ranks of a {@link LocalJob}: one each, which runs the rank's main. */
public final class RankThreads {
  /** How long ranks of an aborted embedded job may take to end before the host is told. */
  private static final long ABORT_GRACE_S = 30;

  private static final Duration LOOK = Duration.ofMillis(100);

  /** The code that a rank's thread runs. */
  @FunctionalInterface
  interface Main {
    /** Runs the rank. */
    void run(RankContext rank, RankIdentity identity) throws Throwable;
  }

  /** Told how a rank's thread has ended, on that thread. */
  interface Outcome {
    /** The rank has run to its end and its sends are complete. */
    void ended(int rank);

    /** The rank has thrown, or completing its sends has. */
    void failed(int rank, Throwable failure);
  }

  private final List<Thread> threads;

  private RankThreads(List<Thread> threads) {
    this.threads = threads;
  }

  /** Starts the threads of all ranks of a job that live in this JVM. */
  static RankThreads start(
      LocalJob job,
      List<RankIdentity> identities,
      RankOptions options,
      Main main,
      Outcome outcome) {
    JobLayout layout = job.layout();
    int ranks = layout.localRanks();
    boolean virtual = options.kind().isVirtual(ranks, options.cores());
    List<Thread> threads = new ArrayList<>(ranks);
    for (int i = 0; i < ranks; i++) {
      RankContext context = job.rank(layout.firstLocalRank() + i);
      RankIdentity identity = identities.get(i);
      Runnable body = () -> run(context, identity, main, outcome);
      String name = "rank-" + context.rank();
      threads.add(
          virtual
              ? Thread.ofVirtual().name(name).unstarted(body)
              : Thread.ofPlatform().name(name).daemon(options.daemon()).unstarted(body));
    }
    threads.forEach(Thread::start);
    if (virtual) {
      ParkTimer.start(job, threads);
      CarrierWatch.start(job, threads, options.notices());
    }
    return new RankThreads(threads);
  }

  private static void run(RankContext context, RankIdentity identity, Main main, Outcome outcome) {
    identity.bindThread();
    try {
      main.run(context, identity);
      context.job().finishRank(context.rank());
    } catch (Throwable e) {
      outcome.failed(context.rank(), e);
      return;
    }
    outcome.ended(context.rank());
  }

  /** The threads, by rank. */
  List<Thread> threads() {
    return threads;
  }

  /**
   * Runs a job inside the calling JVM and returns when all its ranks have ended. The ranks share
   * their classes. If a rank fails, the others are aborted.
   *
   * @param ranks number of ranks
   * @param body what every rank runs
   * @throws RankFailedException if a rank has thrown; further ranks that failed on their own
   *     account are suppressed in it
   * @throws WaitInterruptedException if the calling thread was interrupted; the job has been
   *     aborted
   */
  public static void run(int ranks, RankOptions options, RankBody body) {
    RankIdentity outer = RankIdentity.ofThread();
    ConcurrentLinkedQueue<RankFailedException> failures = new ConcurrentLinkedQueue<>();
    List<RankIdentity> identities = new ArrayList<>(ranks);
    try (LocalJob job =
        LocalJob.start(JobLayout.embedded("embedded", ranks), LocalWireUp.alone())) {
      for (int rank = 0; rank < ranks; rank++) {
        identities.add(new RankIdentity(job.rank(rank), true, outer));
      }
      RankIdentity.jobStarted();
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      EmbeddedOutcome outcome = new EmbeddedOutcome(job, failures);
      try {
        RankThreads started =
            start(
                job,
                identities,
                options,
                (rank, identity) -> {
                  Thread.currentThread().setContextClassLoader(loader);
                  body.run(rank.world());
                },
                outcome);
        started.join(job, failures);
        outcome.sayAll();
        if (Observation.CHECK && failures.isEmpty()) {
          job.leaks().forEach(options.notices());
        }
      } finally {
        RankIdentity.jobEnded();
      }
    } finally {
      identities.forEach(RankIdentity::end);
    }
    RankFailedException first = failures.poll();
    if (first != null) {
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  private void join(LocalJob job, ConcurrentLinkedQueue<RankFailedException> failures) {
    boolean interrupted = false;
    long deadlineNs = Long.MAX_VALUE;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          if (thread.join(LOOK)) {
            break;
          }
        } catch (InterruptedException e) {
          interrupted = true;
          job.abort(-1, 1, e);
        }
        boolean aborted = interrupted || job.isAborted();
        if (aborted && deadlineNs == Long.MAX_VALUE) {
          deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(ABORT_GRACE_S);
          threads.forEach(Thread::interrupt);
        }
        if (aborted && System.nanoTime() - deadlineNs > 0) {
          throw stuck(thread, failures);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new WaitInterruptedException("interrupted while the ranks of an embedded job ran");
    }
  }

  private static JobAbortedException stuck(
      Thread thread, ConcurrentLinkedQueue<RankFailedException> failures) {
    JobAbortedException stuck =
        new JobAbortedException(
            "the job was aborted, but "
                + thread.getName()
                + " neither waits inside Ronsel nor"
                + " responds to interruption; its thread is left behind");
    failures.forEach(stuck::addSuppressed);
    return stuck;
  }

  /**
   * Fails the job with the first failure of a rank, and keeps those that are not its consequence.
   */
  private record EmbeddedOutcome(
      LocalJob job,
      ConcurrentLinkedQueue<RankFailedException> failures,
      AtomicReferenceArray<@Nullable Throwable> unsaid)
      implements Outcome {
    EmbeddedOutcome(LocalJob job, ConcurrentLinkedQueue<RankFailedException> failures) {
      this(job, failures, new AtomicReferenceArray<>(job.layout().size()));
    }

    /** Adds the failures for which there was no memory when they happened. */
    void sayAll() {
      for (int rank = 0; rank < unsaid.length(); rank++) {
        Throwable failure = unsaid.get(rank);
        if (failure != null) {
          failures.add(new RankFailedException(rank, unsaid.length(), failure));
        }
      }
    }

    @Override
    public void ended(int rank) {
      job.endRank(rank);
    }

    @Override
    public void failed(int rank, Throwable failure) {
      try {
        note(rank, failure);
      } catch (OutOfMemoryError e) {
        unsaid.set(rank, failure);
      } finally {
        // Also where the heap is full: the others then end, and free what they hold.
        job.abort(rank, 1, failure);
      }
    }

    private void note(int rank, Throwable failure) {
      boolean consequence =
          failure instanceof JobAbortedException
              || failure instanceof InterruptedException
              || failure instanceof WaitInterruptedException;
      if (!consequence || failures.isEmpty()) {
        failures.add(new RankFailedException(rank, job.layout().size(), failure));
      }
    }
  }
}
