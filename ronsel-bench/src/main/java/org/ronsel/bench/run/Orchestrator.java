package org.ronsel.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Samples;

/**
 * Measures every workload by all its entrants at once: their jobs are alive together, and the turn
 * passes from one to the next after each batch, in another order each time. So what is compared was
 * measured within milliseconds, whatever the machine does meanwhile. Used by one thread.
 */
public final class Orchestrator {
  /** Where an operation takes long there are fewer batches than planned, but so many at least. */
  private static final int FEWEST = 7;

  /** After this time there are no more batches than the fewest. */
  private static final long LONGEST_NS = 20_000_000_000L;

  private static final long SEED = 1;

  /** A job of an entrant. */
  public interface Job {
    /** Its command line. */
    List<String> command();

    /** Lets it warm up or run a batch, and returns when it has. */
    void turn() throws InterruptedException, JobFailedException;

    /** What it has measured so far; null if nothing. */
    @Nullable Samples samples() throws IOException;

    /** Ends it. */
    void close() throws InterruptedException;
  }

  /** Starts jobs. */
  @FunctionalInterface
  public interface Starter {
    /** Starts the job of an entrant. */
    Job start(Entrant entrant, Workload workload)
        throws IOException, InterruptedException, UnavailableException;
  }

  /** Told what happens, for a progress bar. */
  public interface Listener {
    /** An entrant is started and warms up. */
    void begins(Workload workload, Entrant entrant, int round);

    /** It has been measured. */
    void ended(Row row);
  }

  private final int rounds;
  private final BatchPlan plan;
  private final Starter starter;
  private final Listener listener;
  private final Random random = new Random(SEED);
  private volatile boolean stopped;

  /** Fewest ranks with which an entrant ran into its time limit, by entrant and kernel. */
  private final Map<String, Integer> timedOutAt = new HashMap<>();

  private Orchestrator(int rounds, BatchPlan plan, @Nullable Starter starter, Listener listener) {
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
    this.rounds = rounds;
    this.plan = plan;
    this.starter =
        starter != null
            ? starter
            : (entrant, workload) ->
                MeasuringJob.start(entrant, workload, plan, this::hasBeenStopped);
    this.listener = listener;
  }

  /** Makes an orchestrator that measures each workload in so many rounds. */
  public Orchestrator(int rounds, BatchPlan plan, Listener listener) {
    this(rounds, plan, null, listener);
  }

  /** An orchestrator of other jobs than processes, for tests. */
  static Orchestrator of(int rounds, BatchPlan plan, Starter starter, Listener listener) {
    return new Orchestrator(rounds, plan, starter, listener);
  }

  /** Ends {@link #run} soon, which returns what has been measured. Any thread. */
  public void stop() {
    stopped = true;
  }

  private boolean hasBeenStopped() {
    return stopped;
  }

  /** How many rows {@link #run} will make. */
  public static int steps(List<Workload> workloads, List<? extends Entrant> entrants, int rounds) {
    long pairs =
        workloads.stream().mapToLong(w -> entrants.stream().filter(e -> e.takes(w)).count()).sum();
    return (int) pairs * rounds;
  }

  /** Measures; returns all rows, by workload, round and entrant. */
  public List<Row> run(List<Workload> workloads, List<? extends Entrant> entrants)
      throws InterruptedException {
    List<Row> rows = new ArrayList<>();
    for (Workload workload : workloads) {
      Map<Entrant, String> hopeless = new HashMap<>();
      List<? extends Entrant> takers = entrants.stream().filter(e -> e.takes(workload)).toList();
      for (int round = 0; round < rounds && !stopped; round++) {
        rows.addAll(new Comparison(workload, round, hopeless).run(takers));
      }
    }
    return rows;
  }

  private static String key(Workload workload, Entrant entrant) {
    return entrant.label() + ' ' + workload.kernel();
  }

  /** One round of a workload. */
  private final class Comparison {
    private final Workload workload;
    private final int round;
    private final Map<Entrant, String> hopeless;
    private final Map<Entrant, Job> started = new LinkedHashMap<>();
    private final Map<Entrant, String> failures = new HashMap<>();

    Comparison(Workload workload, int round, Map<Entrant, String> hopeless) {
      this.workload = workload;
      this.round = round;
      this.hopeless = hopeless;
    }

    List<Row> run(List<? extends Entrant> takers) throws InterruptedException {
      try {
        for (Entrant entrant : takers) {
          if (!stopped) {
            listener.begins(workload, entrant, round);
            warmUp(entrant);
          }
        }
        takeTurns();
        List<Row> rows = new ArrayList<>();
        for (Entrant entrant : takers) {
          Row row = row(entrant);
          rows.add(row);
          listener.ended(row);
        }
        return rows;
      } finally {
        for (Job job : started.values()) {
          job.close();
        }
      }
    }

    private void warmUp(Entrant entrant) throws InterruptedException {
      String known = knownHopeless(entrant);
      if (known != null) {
        failures.put(entrant, known);
        return;
      }
      try {
        started.put(entrant, starter.start(entrant, workload));
        turn(entrant);
      } catch (UnavailableException e) {
        fail(entrant, String.valueOf(e.getMessage()));
      } catch (IOException e) {
        fail(entrant, "could not be run: " + e.getMessage());
      }
    }

    private @Nullable String knownHopeless(Entrant entrant) {
      String reason = hopeless.get(entrant);
      Integer ranks = timedOutAt.get(key(workload, entrant));
      if (reason == null && ranks != null && workload.ranks() > ranks) {
        reason = "no result in time at " + ranks + " ranks already";
      }
      return reason;
    }

    private void takeTurns() throws InterruptedException {
      List<Entrant> order = new ArrayList<>(started.keySet());
      long begin = System.nanoTime();
      for (int batch = 0; batch < plan.batches() && !stopped; batch++) {
        if (batch >= FEWEST && System.nanoTime() - begin > LONGEST_NS) {
          return;
        }
        order.removeIf(failures::containsKey);
        Collections.shuffle(order, random);
        for (Entrant entrant : order) {
          turn(entrant);
        }
      }
    }

    private void turn(Entrant entrant) throws InterruptedException {
      Job job = started.get(entrant);
      if (job == null || stopped) {
        return;
      }
      try {
        job.turn();
      } catch (JobFailedException e) {
        if (e.isOutOfTime()) {
          timedOutAt.merge(key(workload, entrant), workload.ranks(), Math::min);
        }
        fail(entrant, String.valueOf(e.getMessage()));
      }
    }

    private void fail(Entrant entrant, String why) {
      failures.put(entrant, why);
      hopeless.put(entrant, why);
    }

    private Row row(Entrant entrant) {
      Job job = started.get(entrant);
      String failure = failures.get(entrant);
      if (job == null) {
        return Row.skipped(workload, entrant, round, failure == null ? "interrupted" : failure);
      }
      Samples samples = null;
      try {
        samples = job.samples();
      } catch (IOException e) {
        failure = e.getMessage();
      }
      if (failure == null && (samples == null || stopped)) {
        failure = "interrupted";
      }
      return new Row(
          workload, entrant.label(), entrant.kind(), round, samples, failure, job.command());
    }
  }
}
