package org.ronsel.npb.command;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.MemoryCheck;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.launch.spi.JvmFootprint;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.RankPlacement;
import org.ronsel.npb.NpbMain;
import org.ronsel.npb.Verification;
import org.ronsel.npb.command.Series.Ending;

/**
 * Ronsel jobs in one placement.
 *
 * @param placement of the ranks
 * @param copies whether each rank solves a problem of its own, which bounds the speed of ranks that
 *     share one on the same caches and memory
 * @param jobs that are started
 * @param runOptions further options of {@code ronsel run}
 * @param warmups untimed runs in each job
 * @param runs timed runs in each job
 */
record RonselRuns(
    RankPlacement placement,
    boolean copies,
    RonselJobs jobs,
    List<String> runOptions,
    int warmups,
    int runs)
    implements NpbEntrant {
  /** Name of the entrant of copies. */
  static final String COPIES = "serial-copies";

  private static final long MIB = 1 << 20;

  /** Size of the heap as a multiple of the arrays; garbage collections need some room. */
  private static final double HEAP_ROOM = 1.25;

  private static final long HEAP_LEAST = 512 * MIB;

  /** Options that put ranks on other hosts. */
  private static final Set<String> OF_HOSTS =
      Set.of("--hosts", "--hostfile", "-hostfile", "--machinefile", "-machinefile", "--launcher");

  @Override
  public String label() {
    return copies ? COPIES : placement.label();
  }

  @Override
  public Kind kind() {
    return copies ? Kind.LIMIT : Kind.RONSEL;
  }

  @Override
  public boolean takes(Problem problem) {
    return !copies || problem.ranks() > 1;
  }

  /**
   * Checks that the problem fits into the memory of this host.
   *
   * @throws UnavailableException with the estimate
   */
  void checkMemory(Problem problem) throws UnavailableException {
    if (runOptions.stream().map(RonselRuns::name).noneMatch(OF_HOSTS::contains)) {
      MemoryCheck.check(bytes(problem) + jvms(problem) * JvmFootprint.BYTES);
    }
  }

  private static String name(String option) {
    return option.replaceFirst("=.*", "");
  }

  private long bytes(Problem problem) {
    return copies
        ? problem.kernel().memoryBytes(problem.copied().size(), 1) * problem.ranks()
        : problem.kernel().memoryBytes(problem.size(), problem.ranks());
  }

  private int jvms(Problem problem) {
    return placement == RankPlacement.THREADS ? 1 : problem.ranks();
  }

  @Override
  public Series run(Problem problem, int round) throws InterruptedException {
    try {
      checkMemory(problem);
    } catch (UnavailableException e) {
      return Series.without(
          new Series.Job(problem, this, round, List.of()),
          new Ending.Skipped(String.valueOf(e.getMessage())));
    }
    ProcessSpec job =
        jobs.job(
            problem.ranks(),
            placement,
            options(problem),
            NpbMain.class,
            List.of(
                problem.kernel().name(),
                (copies ? problem.copied() : problem).size().name(),
                Integer.toString(warmups),
                Integer.toString(runs),
                copies ? "alone" : "together"));
    Series.Job of = new Series.Job(problem, this, round, job.command());
    try {
      ProcessRunner.Result result = ProcessRunner.run(job);
      String failure =
          result.timedOut()
              ? "ended after " + job.limit().toSeconds() + " s"
              : result.status() == 0 ? null : result.failure();
      return series(of, result.out(), failure);
    } catch (IOException e) {
      return Series.without(of, new Ending.Failed(String.valueOf(e.getMessage())));
    }
  }

  /** The options of a job. Later options win, so those of the user come last. */
  private List<String> options(Problem problem) {
    long heap = Math.max(HEAP_LEAST, (long) (HEAP_ROOM * bytes(problem) / jvms(problem)));
    List<String> options = new ArrayList<>();
    options.add("-J-Xmx" + (heap + HEAP_LEAST) / MIB + "m");
    options.add("-J-XX:+UseTransparentHugePages");
    jobs.jvmOptions().forEach(option -> options.add("-J" + option));
    options.addAll(runOptions);
    return options;
  }

  private Series series(Series.Job job, List<String> lines, @Nullable String failure)
      throws IOException {
    double cold = 0;
    double operations = 0;
    List<Double> seconds = new ArrayList<>();
    List<Double> mops = new ArrayList<>();
    Map<String, List<Double>> parts = new LinkedHashMap<>();
    boolean verified = true;
    String words = "";
    for (String line : lines) {
      if (!line.startsWith(NpbMain.MARK)) {
        continue;
      }
      Map<String, Object> run = JSON.std.mapFrom(line);
      verified &= Boolean.TRUE.equals(run.get("verified"));
      words = words(run);
      operations = number(run.get("operations"));
      if (Boolean.TRUE.equals(run.get("warmup"))) {
        cold = cold == 0 ? number(run.get("seconds")) : cold;
        continue;
      }
      seconds.add(number(run.get("seconds")));
      mops.add(number(run.get("mops")));
      if (run.get("parts") instanceof Map<?, ?> map) {
        map.forEach(
            (name, value) ->
                parts
                    .computeIfAbsent(name.toString(), key -> new ArrayList<>())
                    .add(number(value)));
      }
    }
    String why = failure == null && seconds.size() < runs ? "ended without a result" : failure;
    return new Series(
        job,
        new Series.Times(operations, cold, seconds, mops, parts),
        new Series.Check(verified, words),
        Ending.of(why));
  }

  /** The first check in words, or all failed ones. */
  private static String words(Map<String, Object> run) {
    StringJoiner failed = new StringJoiner("; ");
    String first = "";
    if (run.get("checks") instanceof List<?> checks) {
      for (Object each : checks) {
        if (each instanceof Map<?, ?> map) {
          Verification.Check check =
              new Verification.Check(
                  String.valueOf(map.get("name")),
                  number(map.get("computed")),
                  number(map.get("expected")),
                  number(map.get("tolerance")));
          if (!check.passes()) {
            failed.add(check.toString());
          } else if (first.isEmpty()) {
            first =
                String.format(
                    Locale.ROOT,
                    "%s %.12e (%.12e)",
                    check.name(),
                    check.computed(),
                    check.expected());
          }
        }
      }
    }
    return failed.length() > 0 ? failed.toString() : first;
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
