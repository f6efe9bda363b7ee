package org.ronsel.bench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.RankPlacement;

/**
 * Makes the command lines of Ronsel jobs: {@code ronsel run} in a JVM of its own, by the same JDK
 * and code as this one or by another installation.
 *
 * @param installation another installation; null for this one
 * @param ranksAs value of {@code --ranks-as}; null for the launcher's default
 * @param pin whether to bind ranks to cores where there are enough
 * @param jvmOptions for the JVMs that hold the ranks
 * @param limit time after which a job counts as failed
 */
public record RonselJobs(
    @Nullable Path installation,
    @Nullable String ranksAs,
    boolean pin,
    List<String> jvmOptions,
    Duration limit) {
  /** Copies the list. */
  public RonselJobs {
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** The same with another installation and time limit. */
  public RonselJobs of(@Nullable Path other, Duration longer) {
    return new RonselJobs(other, ranksAs, pin, jvmOptions, longer);
  }

  /** Whether the ranks of one JVM are virtual threads. */
  boolean areVirtual(int ranks) {
    return ranksAs == null
        ? ranks > Runtime.getRuntime().availableProcessors()
        : "virtual".equals(ranksAs);
  }

  /** A job that runs {@code program} from the jar of the benchmarks. */
  public ProcessSpec job(
      int ranks,
      RankPlacement placement,
      List<String> runOptions,
      Class<?> program,
      List<String> args) {
    List<String> command =
        installation == null
            ? new ArrayList<>(ChildLauncher.command())
            : new ArrayList<>(List.of(installation.resolve("bin").resolve("ronsel").toString()));
    command.add("run");
    command.add("-n");
    command.add(Integer.toString(ranks));
    command.addAll(placement.options());
    command.add("--bind");
    command.add(pin && ranks <= Runtime.getRuntime().availableProcessors() ? "core" : "none");
    if (ranksAs != null && !runOptions.contains("--ranks-as")) {
      command.add("--ranks-as");
      command.add(ranksAs);
    }
    for (String option : jvmOptions) {
      command.add("-J" + option);
    }
    command.addAll(runOptions);
    command.add("--class-path");
    command.add(ChildLauncher.classPath(program));
    command.add(program.getName());
    command.addAll(args);
    return new ProcessSpec(command, Map.of(), limit);
  }
}
