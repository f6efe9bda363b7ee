package org.ronsel.npb.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.peer.OpenMpiCommand;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.npb.command.Series.Ending;

/**
 * A user's build of NPB-MPI, whose programs are called {@code cg.A.2} (NPB 3.3) or {@code cg.A.x}
 * (NPB 3.4).
 *
 * @param folder the build, or its folder {@code bin}
 * @param launcher command that starts its jobs, without the number of processes
 * @param openMpi whether it takes the options of Open MPI
 * @param pin whether processes are bound to cores where there are enough
 * @param runs number of runs of each program in a round
 * @param limit time after which a run counts as failed
 */
record NativeBuild(
    Path folder, List<String> launcher, boolean openMpi, boolean pin, int runs, Duration limit)
    implements NpbEntrant {
  /** Name of the entrant whose jobs Open MPI starts. */
  static final String OVER_OPENMPI = "npb-openmpi";

  private static final Pattern SECONDS = field("Time in seconds");
  private static final Pattern MOPS = field("Mop/s total");
  private static final Pattern VERIFICATION =
      Pattern.compile("\\s*Verification\\s*=\\s*(\\S.*?)\\s*");
  private static final Pattern CLASS = Pattern.compile("\\s*Class\\s*=\\s*(\\S+)\\s*");
  private static final Pattern PROCESSES =
      Pattern.compile("\\s*Total processes\\s*=\\s*(\\d+)\\s*");

  private static Pattern field(String name) {
    return Pattern.compile("\\s*" + name + "\\s*=\\s*([-+.0-9Ee]+)\\s*");
  }

  @Override
  public String label() {
    return openMpi ? OVER_OPENMPI : "npb-mpi";
  }

  @Override
  public Kind kind() {
    return Kind.PEER;
  }

  @Override
  public boolean takes(Problem problem) {
    return true;
  }

  /** The program for a problem; null if it has not been built. */
  @Nullable Path program(Problem problem) {
    String stem = problem.kernel().name() + "." + problem.size() + ".";
    for (String name : List.of(stem + problem.ranks(), stem + "x")) {
      for (Path place : List.of(folder.resolve("bin"), folder)) {
        Path program = place.resolve(name);
        if (Files.isExecutable(program) && !Files.isDirectory(program)) {
          return program;
        }
      }
    }
    return null;
  }

  @Override
  public Series run(Problem problem, int round) throws InterruptedException {
    Path program = program(problem);
    if (program == null) {
      String name = problem.kernel().name() + "." + problem.size() + ".";
      return Series.without(
          new Series.Job(problem, this, round, List.of()),
          new Ending.Skipped(folder + " has no " + name + problem.ranks() + " or " + name + "x"));
    }
    List<String> command = command(problem, program);
    List<Double> seconds = new ArrayList<>();
    List<Double> mops = new ArrayList<>();
    boolean verified = true;
    String failure = null;
    for (int i = 0; i < runs && failure == null; i++) {
      try {
        ProcessRunner.Result result =
            ProcessRunner.run(new ProcessSpec(command, OpenMpiCommand.environment(), limit));
        OptionalDouble time = value(result.out(), SECONDS);
        OptionalDouble rate = value(result.out(), MOPS);
        if (result.timedOut()) {
          failure = "ended after " + limit.toSeconds() + " s";
        } else if (result.status() != 0 || time.isEmpty() || rate.isEmpty()) {
          failure = openMpi ? OpenMpiCommand.failure(result) : result.failure();
        } else {
          failure = otherRun(problem, result.out());
          if (failure == null) {
            seconds.add(time.getAsDouble());
            mops.add(rate.getAsDouble());
            verified &= values(result.out(), VERIFICATION).equals(List.of("SUCCESSFUL"));
          }
        }
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
      }
    }
    double operations = seconds.isEmpty() ? 0 : mops.getFirst() * seconds.getFirst() * 1e6;
    return new Series(
        new Series.Job(problem, this, round, command),
        new Series.Times(operations, 0, seconds, mops, Map.of()),
        new Series.Check(verified, ""),
        Ending.of(failure));
  }

  private List<String> command(Problem problem, Path program) {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(
        openMpi
            ? OpenMpiCommand.options(problem.ranks(), pin)
            : List.of("-np", Integer.toString(problem.ranks())));
    command.add(program.toString());
    return command;
  }

  /** The number behind a field's name in the output of the program. */
  private static OptionalDouble value(List<String> lines, Pattern field) {
    for (String line : lines) {
      Matcher matcher = field.matcher(line);
      if (matcher.matches()) {
        try {
          return OptionalDouble.of(Double.parseDouble(matcher.group(1)));
        } catch (NumberFormatException e) {
          return OptionalDouble.empty();
        }
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Why what a program printed is not the result of one run of a problem on all its ranks; null if
   * it is. Programs of another MPI library than the launcher's do not find each other: each runs
   * the whole problem alone, and prints its own result.
   */
  private static @Nullable String otherRun(Problem problem, List<String> lines) {
    String otherLibrary = ": was it built with another MPI library than mpirun's?";
    for (String processes : values(lines, PROCESSES)) {
      if (!processes.equals(Integer.toString(problem.ranks()))) {
        String unit = processes.equals("1") ? " process" : " processes";
        return "ran on " + processes + unit + ", not " + problem.ranks() + otherLibrary;
      }
    }
    int results =
        Stream.of(SECONDS, MOPS, VERIFICATION)
            .mapToInt(field -> values(lines, field).size())
            .max()
            .orElse(0);
    if (results > 1) {
      return "printed " + results + " results, not one" + otherLibrary;
    }
    String wanted = problem.size().toString();
    for (String size : values(lines, CLASS)) {
      if (!size.equals(wanted)) {
        return "is of class " + size + ", not " + wanted;
      }
    }
    return null;
  }

  /** What stands behind a field's name, each time that it is printed. */
  private static List<String> values(List<String> lines, Pattern field) {
    return lines.stream()
        .map(field::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .toList();
  }
}
