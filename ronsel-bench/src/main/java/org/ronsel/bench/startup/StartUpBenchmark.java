package org.ronsel.bench.startup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ronsel.bench.kernel.StartUp;
import org.ronsel.bench.run.ResultLine;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.RankPlacement;

/** Starts many ranks in one JVM, lets them meet in one barrier, and waits for the end. */
public final class StartUpBenchmark {
  /**
   * One size of job.
   *
   * @param ranks number of ranks
   * @param options of {@code ronsel run}
   */
  public record Scale(int ranks, List<String> options) {
    /** Copies the list. */
    public Scale {
      options = List.copyOf(options);
    }

    /** The way in which the ranks are made, for tables. */
    public String how() {
      return options.isEmpty() ? "own class loaders" : String.join(" ", options);
    }
  }

  /** 1,000 ranks with class loaders of their own; 10,000 virtual ranks that share classes. */
  public static final List<Scale> DEFAULT =
      List.of(
          new Scale(1_000, List.of()),
          new Scale(10_000, List.of("--shared-classes", "--ranks-as", "virtual")));

  private final RonselJobs jobs;

  /** Creates a benchmark that starts its jobs by {@code jobs}. */
  public StartUpBenchmark(RonselJobs jobs) {
    this.jobs = jobs;
  }

  /** Starts one job and waits for its end. */
  public StartUpRow run(Scale scale, int round) throws InterruptedException {
    ProcessSpec spec =
        jobs.job(scale.ranks(), RankPlacement.THREADS, scale.options(), StartUp.class, List.of());
    PeakMemory memory = new PeakMemory();
    try {
      ProcessRunner.Result result = ProcessRunner.run(spec, memory);
      if (result.timedOut()) {
        return skipped(scale, round, "did not end within " + spec.limit().toSeconds() + " s", spec);
      }
      Optional<Map<String, Object>> line = ResultLine.find(result.out(), "startup");
      if (result.status() != 0 || line.isEmpty()) {
        return skipped(scale, round, result.failure(), spec);
      }
      return measured(scale, round, spec, memory, result, line.get());
    } catch (IOException e) {
      return skipped(scale, round, "could not be run: " + e.getMessage(), spec);
    }
  }

  private static StartUpRow measured(
      Scale scale,
      int round,
      ProcessSpec spec,
      PeakMemory memory,
      ProcessRunner.Result result,
      Map<String, Object> line)
      throws IOException {
    long ranks = ResultLine.number(line.get("ranks"), "ranks").longValue();
    if (ranks != scale.ranks()) {
      throw new IOException("the job had " + ranks + " ranks");
    }
    long told = ResultLine.number(line.get("peakResidentKiB"), "peakResidentKiB").longValue();
    return new StartUpRow(
        scale.ranks(),
        scale.how(),
        round,
        result.wall().toNanos() / 1e6,
        Math.max(told, memory.largestDescendantKiB()),
        memory.rootKiB(),
        ResultLine.number(line.get("classes"), "classes").longValue(),
        null,
        spec.command());
  }

  private static StartUpRow skipped(Scale scale, int round, String why, ProcessSpec spec) {
    return new StartUpRow(
        scale.ranks(), scale.how(), round, 0, 0, 0, 0, why, new ArrayList<>(spec.command()));
  }
}
