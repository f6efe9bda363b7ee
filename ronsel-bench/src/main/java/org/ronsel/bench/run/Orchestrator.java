package org.ronsel.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.stats.CoreDistance;
import org.ronsel.bench.stats.CoreDistanceRule;
import org.ronsel.bench.stats.Summary;

/**
 * Measures every workload by every entrant in turn, round after round (A B C A B C), with the probe
 * directly before and after each. Used by one thread.
 */
public final class Orchestrator {
  /**
   * How the interleaving is done.
   *
   * @param rounds how often the whole set is measured
   * @param waitNear whether to measure again until the probe is near on both sides
   * @param attempts how often at most
   * @param polls how many probes to wait for a near one before each attempt, at most
   */
  public record Policy(int rounds, boolean waitNear, int attempts, int polls) {
    /** Checks that everything is done at least once. */
    public Policy {
      if (rounds < 1 || attempts < 1 || polls < 1) {
        throw new IllegalArgumentException("rounds, attempts and polls must be at least 1");
      }
    }
  }

  /** Reads the cache-line probe: one-way times in nanoseconds. */
  @FunctionalInterface
  public interface Probe {
    /** Blocks while it measures. */
    Summary read() throws InterruptedException;
  }

  /** Runs a measuring process. */
  @FunctionalInterface
  public interface Runner {
    /** Blocks until the process has ended. */
    ProcessRunner.Result run(Invocation invocation) throws IOException, InterruptedException;
  }

  /** Told what happens, for a progress bar. */
  public interface Listener {
    /** A measurement begins. */
    void begins(Workload workload, Entrant entrant, int round);

    /** It has ended. */
    void ended(Row row);
  }

  private final Policy policy;
  private final BatchPlan plan;
  private final CoreDistanceRule rule;
  private final Probe probe;
  private final Runner runner;
  private final Listener listener;

  /** Fewest ranks with which an entrant ran into its time limit, by entrant and kernel. */
  private final Map<String, Integer> timedOutAt = new HashMap<>();

  /** Makes an orchestrator; the probe and the runner are parameters so that tests can play them. */
  public Orchestrator(
      Policy policy,
      BatchPlan plan,
      CoreDistanceRule rule,
      Probe probe,
      Runner runner,
      Listener listener) {
    this.policy = policy;
    this.plan = plan;
    this.rule = rule;
    this.probe = probe;
    this.runner = runner;
    this.listener = listener;
  }

  /** How many rows {@link #run} will make. */
  public static int steps(
      List<Workload> workloads, List<? extends Entrant> entrants, Policy policy) {
    long pairs =
        workloads.stream().mapToLong(w -> entrants.stream().filter(e -> e.takes(w)).count()).sum();
    return (int) pairs * policy.rounds();
  }

  /** Measures; returns all rows in the order in which they were measured. */
  public List<Row> run(List<Workload> workloads, List<? extends Entrant> entrants)
      throws InterruptedException {
    List<Row> rows = new ArrayList<>();
    for (Workload workload : workloads) {
      Map<Entrant, String> hopeless = new HashMap<>();
      for (int round = 0; round < policy.rounds(); round++) {
        for (Entrant entrant : entrants) {
          if (!entrant.takes(workload)) {
            continue;
          }
          listener.begins(workload, entrant, round);
          String known = knownHopeless(workload, entrant, hopeless);
          Row row =
              known == null
                  ? measure(workload, entrant, round)
                  : Row.skipped(workload, entrant, round, known);
          if (row.skipped() != null) {
            hopeless.put(entrant, row.skipped());
          }
          rows.add(row);
          listener.ended(row);
        }
      }
    }
    return rows;
  }

  private @Nullable String knownHopeless(
      Workload workload, Entrant entrant, Map<Entrant, String> hopeless) {
    String reason = hopeless.get(entrant);
    Integer ranks = timedOutAt.get(key(workload, entrant));
    if (reason == null && ranks != null && workload.ranks() > ranks) {
      reason = "no result in time at " + ranks + " ranks already";
    }
    return reason;
  }

  private static String key(Workload workload, Entrant entrant) {
    return entrant.label() + ' ' + workload.kernel();
  }

  private Row measure(Workload workload, Entrant entrant, int round) throws InterruptedException {
    Invocation invocation;
    try {
      invocation = entrant.invocation(workload, plan);
    } catch (UnavailableException e) {
      return Row.skipped(workload, entrant, round, String.valueOf(e.getMessage()));
    }
    int attempts = policy.waitNear() ? policy.attempts() : 1;
    for (int attempt = 1; ; attempt++) {
      Row row = attempt(workload, entrant, round, attempt, invocation);
      if (row.distance() == CoreDistance.NEAR || row.skipped() != null || attempt == attempts) {
        return row;
      }
    }
  }

  private Row attempt(
      Workload workload, Entrant entrant, int round, int attempt, Invocation invocation)
      throws InterruptedException {
    Summary before = probeBefore();
    ProcessRunner.Result result;
    Optional<Samples> samples;
    try {
      result = runner.run(invocation);
      samples = ResultLine.findSamples(result.out());
    } catch (IOException e) {
      return Row.skipped(workload, entrant, round, "could not be run: " + e.getMessage());
    }
    if (result.timedOut()) {
      timedOutAt.merge(key(workload, entrant), workload.ranks(), Math::min);
      return Row.skipped(
          workload, entrant, round, "no result within " + invocation.limit().toSeconds() + " s");
    }
    if (result.status() != 0 || samples.isEmpty()) {
      return Row.skipped(workload, entrant, round, result.failure());
    }
    Summary after = probe.read();
    return new Row(
        workload,
        entrant.label(),
        entrant.kind(),
        round,
        attempt,
        before,
        after,
        CoreDistance.between(rule.classify(before), rule.classify(after)),
        samples.get(),
        null,
        invocation.command());
  }

  private Summary probeBefore() throws InterruptedException {
    Summary reading = probe.read();
    if (policy.waitNear()) {
      for (int i = 1; i < policy.polls() && rule.classify(reading) != CoreDistance.NEAR; i++) {
        reading = probe.read();
      }
    }
    return reading;
  }
}
