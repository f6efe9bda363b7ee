package org.ronsel.npb;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.ronsel.Comm;
import org.ronsel.Ronsel;

/**
 * Entry point of every rank of {@code ronsel npb}: runs a benchmark some times, and rank 0 prints a
 * line of JSON for each run.
 */
public final class NpbMain {
  /** The beginning of lines of results. */
  public static final String MARK = "{\"npb\":";

  private static final int ARGUMENTS = 5;

  private NpbMain() {}

  /**
   * Runs as a rank of a job.
   *
   * @param args name of the benchmark, class, numbers of untimed and timed runs, and {@code
   *     together} or {@code alone}: whether all ranks share a problem or each has its own
   */
  public static void main(String... args) {
    if (args.length != ARGUMENTS) {
      throw new IllegalArgumentException("BENCHMARK CLASS WARMUPS RUNS together|alone");
    }
    NpbKernel kernel = Npb.named(args[0]);
    ProblemClass size = ProblemClass.parse(args[1]);
    int warmups = Integer.parseInt(args[2]);
    int runs = Integer.parseInt(args[3]);
    Comm world = Ronsel.world();
    if ("alone".equals(args[4])) {
      try (Comm self = Objects.requireNonNull(world.split(world.rank(), 0))) {
        repeat(world, kernel, self, size, warmups, runs);
      }
    } else {
      repeat(world, kernel, world, size, warmups, runs);
    }
  }

  private static void repeat(
      Comm world, NpbKernel kernel, Comm comm, ProblemClass size, int warmups, int runs) {
    for (int i = 0; i < warmups + runs; i++) {
      world.barrier();
      Outcome outcome = kernel.run(comm, size);
      double[] mops = new double[world.size()];
      world.allGather(new double[] {outcome.mops()}, mops);
      double sum = 0;
      for (double each : mops) {
        sum += each;
      }
      if (world.rank() == 0) {
        double all = comm.size() == world.size() ? outcome.mops() : sum;
        System.out.println(line(i < warmups, outcome, all));
      }
    }
  }

  private static String line(boolean warmup, Outcome outcome, double mops) {
    StringJoiner checks = new StringJoiner(",", "[", "]");
    for (Verification.Check check : outcome.verification().checks()) {
      checks.add(
          String.format(
              Locale.ROOT,
              "{\"name\":\"%s\",\"computed\":%s,\"expected\":%s,\"tolerance\":%s}",
              check.name(),
              number(check.computed()),
              number(check.expected()),
              number(check.tolerance())));
    }
    StringJoiner parts = new StringJoiner(",", "{", "}");
    for (Map.Entry<String, Double> part : outcome.parts().entrySet()) {
      parts.add("\"" + part.getKey() + "\":" + number(part.getValue()));
    }
    return MARK
        + "1,\"warmup\":"
        + warmup
        + ",\"seconds\":"
        + number(outcome.seconds())
        + ",\"operations\":"
        + number(outcome.operations())
        + ",\"mops\":"
        + number(mops)
        + ",\"verified\":"
        + outcome.verification().passes()
        + ",\"checks\":"
        + checks
        + ",\"parts\":"
        + parts
        + "}";
  }

  /** Formats a number; NaN, which JSON does not have, becomes null. */
  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "null";
  }
}
