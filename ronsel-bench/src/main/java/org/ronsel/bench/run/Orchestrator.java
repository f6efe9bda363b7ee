package org.ronsel.bench.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.stats.Ratio;
import org.ronsel.launch.spi.Summary;

/**
 * Measures every workload by all its entrants at once: their jobs are alive together, and the turn
 * passes from one to the next after each batch, in another order each time. So the batches that are
 * compared were measured within milliseconds of each other, while the speed of the machine changes.
 * Used by one thread.
 */
public final class Orchestrator {
  /** Fewest batches; where an operation takes long there may be fewer than planned. */
  private static final int FEWEST = 7;

  /** Within a budget it is looked after so many batches whether there are enough. */
  private static final int LOOK_EVERY = 15;

  /** Medians are known well enough if the ends of their intervals are no farther apart. */
  private static final double NARROW = 1.05;

  private static final long SEED = 1;

  /** A job of an entrant. */
  public interface Job {
    /** The command line of the job. */
    List<String> command();

    /** Lets the job warm up or run a batch, and returns when it has finished. */
    void turn() throws InterruptedException, JobFailedException;

    /** Lets the job warm up with its next size, and returns when it has finished. */
    void next() throws InterruptedException, JobFailedException;

    /** The samples of this size so far; null if there are none. */
    @Nullable Samples samples() throws IOException;

    /** Ends the job. */
    void close() throws InterruptedException;
  }

  /** Starts jobs. */
  @FunctionalInterface
  public interface Starter {
    /** Starts the job of an entrant, which measures these workloads one after the other. */
    Job start(Entrant entrant, List<Workload> workloads, BatchPlan plan)
        throws IOException, InterruptedException, UnavailableException;
  }

  /** Is called on each step of the measuring, for a progress bar. */
  public interface Listener {
    /** Called when an entrant is started and warms up. */
    void begins(Workload workload, Entrant entrant, int round);

    /** Called when an entrant has been measured. */
    void ended(Row row);
  }

  private final int rounds;
  private final BatchPlan plan;
  private final @Nullable Duration budget;
  private final Starter starter;
  private final Listener listener;
  private final Random random = new Random(SEED);
  private volatile boolean stopped;

  /** Fewest ranks with which an entrant ran into its time limit, by entrant and kernel. */
  private final Map<String, Integer> timedOutAt = new HashMap<>();

  /** The measurements that are not tried again in later rounds, with the reasons. */
  private final Map<Part, String> hopeless = new HashMap<>();

  private Orchestrator(
      int rounds,
      BatchPlan plan,
      @Nullable Duration budget,
      @Nullable Starter starter,
      Listener listener) {
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
    this.rounds = rounds;
    this.plan = plan;
    this.budget = budget;
    this.starter =
        starter != null
            ? starter
            : (entrant, workloads, now) ->
                MeasuringJob.start(entrant, workloads, now, this::hasBeenStopped);
    this.listener = listener;
  }

  /**
   * Creates an orchestrator that measures each workload in {@code rounds} rounds.
   *
   * @param plan of each measurement; with a budget, the longest that it may be
   * @param budget time for all of them together; null for no limit
   */
  public Orchestrator(int rounds, BatchPlan plan, @Nullable Duration budget, Listener listener) {
    this(rounds, plan, budget, null, listener);
  }

  /** An orchestrator of other jobs than processes, for tests. */
  static Orchestrator of(
      int rounds, BatchPlan plan, @Nullable Duration budget, Starter starter, Listener listener) {
    return new Orchestrator(rounds, plan, budget, starter, listener);
  }

  /**
   * Ends {@link #run(List, List, boolean, Known)} soon, which returns what has been measured. Any
   * thread.
   */
  public void stop() {
    stopped = true;
  }

  private boolean hasBeenStopped() {
    return stopped;
  }

  /** Rounds of workloads that need not be measured. */
  @FunctionalInterface
  public interface Known {
    /** Whether this round, counted from 0, has been measured. */
    boolean knows(Workload workload, int round);
  }

  /** The number of rows that {@link #run(List, List, boolean)} will make. */
  public static int steps(List<Workload> workloads, List<? extends Entrant> entrants, int rounds) {
    return steps(workloads, entrants, rounds, (workload, round) -> false);
  }

  /** The number of rows that {@link #run(List, List, boolean, Known)} will make. */
  public static int steps(
      List<Workload> workloads, List<? extends Entrant> entrants, int rounds, Known known) {
    int steps = 0;
    for (Workload workload : workloads) {
      for (int round = 0; round < rounds; round++) {
        if (!known.knows(workload, round)) {
          steps += (int) entrants.stream().filter(e -> e.takes(workload)).count();
        }
      }
    }
    return steps;
  }

  /** Measures all rounds of all workloads. */
  public List<Row> run(List<Workload> workloads, List<? extends Entrant> entrants, boolean fresh)
      throws InterruptedException {
    return run(workloads, entrants, fresh, (workload, round) -> false);
  }

  /**
   * Measures what is not known; returns its rows, by workload, round and entrant.
   *
   * @param fresh whether each size gets jobs of its own; else the sizes of a loop share one, as
   *     they do with OSU and IMB
   * @param known what is left out
   */
  public List<Row> run(
      List<Workload> workloads, List<? extends Entrant> entrants, boolean fresh, Known known)
      throws InterruptedException {
    List<Row> rows = new ArrayList<>();
    Budget shared = budget == null ? null : new Budget(budget);
    int ahead = sizes(workloads, rounds, known);
    for (List<Workload> series : series(workloads, fresh)) {
      for (int round = 0; round < rounds && !stopped; round++) {
        int now = round;
        List<Workload> left = series.stream().filter(w -> !known.knows(w, now)).toList();
        double shareMs = shared == null ? Double.NaN : shared.share(ahead);
        rows.addAll(new Comparison(left, round, entrants, shareMs).run());
        ahead -= left.size();
      }
    }
    Map<Workload, Integer> order = new HashMap<>();
    workloads.forEach(workload -> order.putIfAbsent(workload, order.size()));
    rows.sort(Comparator.comparingInt(row -> order.getOrDefault(row.workload(), 0)));
    return rows;
  }

  /** The number of workloads that are to be measured, each as often as there are rounds of it. */
  public static int sizes(List<Workload> workloads, int rounds, Known known) {
    int sizes = 0;
    for (int round = 0; round < rounds; round++) {
      int now = round;
      sizes += (int) workloads.stream().filter(w -> !known.knows(w, now)).count();
    }
    return sizes;
  }

  /** Groups consecutive workloads that one job can measure. */
  static List<List<Workload>> series(List<Workload> workloads, boolean fresh) {
    List<List<Workload>> all = new ArrayList<>();
    for (Workload workload : workloads) {
      if (fresh || all.isEmpty() || !all.getLast().getLast().sharesJobsWith(workload)) {
        all.add(new ArrayList<>());
      }
      all.getLast().add(workload);
    }
    return all;
  }

  /** An entrant and a workload. */
  private record Part(String entrant, Workload workload) {}

  private static String key(Workload workload, Entrant entrant) {
    return entrant.label() + ' ' + workload.kernel();
  }

  /** One round of workloads that share jobs. */
  private final class Comparison {
    private final List<Workload> series;
    private final int round;
    private final List<? extends Entrant> entrants;
    private final double shareMs;
    private final Map<Entrant, Job> alive = new LinkedHashMap<>();
    private final Map<Entrant, Job> taking = new LinkedHashMap<>();
    private final Map<Entrant, String> failures = new HashMap<>();

    /**
     * Creates a round.
     *
     * @param shareMs time for each workload; NaN if there is no budget
     */
    Comparison(List<Workload> series, int round, List<? extends Entrant> entrants, double shareMs) {
      this.shareMs = shareMs;
      this.series = series;
      this.round = round;
      this.entrants = entrants;
    }

    List<Row> run() throws InterruptedException {
      List<Row> rows = new ArrayList<>();
      try {
        for (int at = 0; at < series.size() && !stopped; at++) {
          rows.addAll(measure(series.subList(at, series.size())));
        }
        return rows;
      } finally {
        for (Job job : alive.values()) {
          job.close();
        }
      }
    }

    /** Measures the first of the remaining workloads. */
    private List<Row> measure(List<Workload> left) throws InterruptedException {
      Workload workload = left.getFirst();
      List<? extends Entrant> takers = entrants.stream().filter(e -> e.takes(workload)).toList();
      failures.clear();
      taking.clear();
      for (Entrant entrant : takers) {
        if (!stopped) {
          listener.begins(workload, entrant, round);
          warmUp(entrant, left.stream().filter(entrant::takes).toList());
        }
      }
      takeTurns(workload);
      List<Row> rows = new ArrayList<>();
      for (Entrant entrant : takers) {
        Row row = row(entrant, workload);
        rows.add(row);
        listener.ended(row);
        if (failures.containsKey(entrant)) {
          closeFailed(entrant);
        }
      }
      return rows;
    }

    /** Closes a failed job; the next size gets a job of its own. */
    private void closeFailed(Entrant entrant) throws InterruptedException {
      Job job = alive.remove(entrant);
      if (job != null) {
        job.close();
      }
    }

    private void warmUp(Entrant entrant, List<Workload> left) throws InterruptedException {
      Workload workload = left.getFirst();
      String known = knownHopeless(entrant, workload);
      if (known != null) {
        failures.put(entrant, known);
        return;
      }
      try {
        Job job = alive.get(entrant);
        if (job == null) {
          job = starter.start(entrant, left, planOf(entrant, workload));
          alive.put(entrant, job);
          taking.put(entrant, job);
          turn(entrant, workload);
        } else {
          taking.put(entrant, job);
          job.next();
        }
      } catch (UnavailableException e) {
        fail(entrant, workload, String.valueOf(e.getMessage()));
      } catch (JobFailedException e) {
        failed(entrant, workload, e);
      } catch (IOException e) {
        fail(entrant, workload, "could not be run: " + e.getMessage());
      }
    }

    /** The plan, or as much of it as the budget allows. */
    private BatchPlan planOf(Entrant entrant, Workload workload) {
      return Double.isNaN(shareMs)
          ? plan
          : Budget.plan(
              plan, shareMs, entrant, entrants.stream().filter(e -> e.takes(workload)).toList());
    }

    private @Nullable String knownHopeless(Entrant entrant, Workload workload) {
      String reason = hopeless.get(new Part(entrant.label(), workload));
      Integer ranks = timedOutAt.get(key(workload, entrant));
      if (reason == null && ranks != null && workload.ranks() > ranks) {
        reason = "no result in time at " + ranks + " ranks already";
      }
      return reason;
    }

    private void takeTurns(Workload workload) throws InterruptedException {
      List<Entrant> order = new ArrayList<>(taking.keySet());
      if (order.isEmpty()) {
        return;
      }
      BatchPlan now = planOf(order.getFirst(), workload);
      long begin = System.nanoTime();
      for (int batch = 0; batch < now.batches() && !stopped; batch++) {
        boolean isLate = System.nanoTime() - begin > now.limitMs() * 1e6;
        if (batch >= FEWEST
            && (isLate || (now.isShared() && isKnownWell(workload, batch, order)))) {
          return;
        }
        order.removeIf(failures::containsKey);
        Collections.shuffle(order, random);
        for (Entrant entrant : order) {
          turn(entrant, workload);
        }
      }
    }

    /**
     * Whether more batches would tell little: what Ronsel takes, or where there are native peers
     * its ratio to each of them, is known within some percent. Reports of single operations want
     * all batches.
     */
    private boolean isKnownWell(Workload workload, int batches, List<Entrant> running) {
      if (batches % LOOK_EVERY != 0 || workload.benchmark().needsSingleTimes()) {
        return false;
      }
      List<double[]> peers = times(running, Entrant.Kind.PEER);
      for (double[] times : times(running, Entrant.Kind.RONSEL)) {
        for (double[] other : peers.isEmpty() ? List.of(new double[] {}) : peers) {
          double[] values = peers.isEmpty() ? times : Ratio.pairs(times, other);
          if (Summary.spreadOfMedian(values) > NARROW) {
            return false;
          }
        }
      }
      return true;
    }

    private List<double[]> times(List<Entrant> running, Entrant.Kind kind) {
      List<double[]> all = new ArrayList<>();
      for (Entrant entrant : running) {
        Job job = taking.get(entrant);
        if (entrant.kind() == kind && job != null && !failures.containsKey(entrant)) {
          try {
            Samples samples = job.samples();
            if (samples != null) {
              all.add(samples.perOperationNs());
            }
          } catch (IOException e) {
            // its row will say so
          }
        }
      }
      return all;
    }

    private void turn(Entrant entrant, Workload workload) throws InterruptedException {
      Job job = taking.get(entrant);
      if (job == null || stopped) {
        return;
      }
      try {
        job.turn();
      } catch (JobFailedException e) {
        failed(entrant, workload, e);
      }
    }

    private void failed(Entrant entrant, Workload workload, JobFailedException e) {
      if (e.isOutOfTime()) {
        timedOutAt.merge(key(workload, entrant), workload.ranks(), Math::min);
      }
      fail(entrant, workload, String.valueOf(e.getMessage()));
    }

    private void fail(Entrant entrant, Workload workload, String why) {
      failures.put(entrant, why);
      hopeless.put(new Part(entrant.label(), workload), why);
    }

    private Row row(Entrant entrant, Workload workload) {
      Job job = taking.get(entrant);
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
