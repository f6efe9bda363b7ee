package org.ronsel.launch.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.plan.JobOptions;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.UsageException;

/**
 * Reads the command line of {@code ronsel run}, which is one part or several with {@code :}
 * between.
 */
public final class RunCommandLine {
  private RunCommandLine() {}

  /**
   * The job that the arguments describe.
   *
   * @return null if they ask for help
   * @throws UsageException if the job cannot be started
   */
  public static @Nullable JobPlan read(List<String> words) {
    return plan(parts(words));
  }

  /** Whether the arguments ask for the version, before the first program. */
  public static boolean asksForVersion(List<String> words) {
    return new RunArguments(words).has(RunOption.VERSION);
  }

  /**
   * The job that consists of these parts.
   *
   * @return null if they ask for help
   * @throws UsageException if the job cannot be started
   */
  public static @Nullable JobPlan readParts(List<List<String>> words) {
    return plan(words.stream().map(RunArguments::new).toList());
  }

  private static @Nullable JobPlan plan(List<RunArguments> each) {
    JobOptions options = null;
    List<String> mpi = List.of();
    List<JobPlan.Part> parts = new ArrayList<>();
    for (RunArguments arguments : each) {
      if (arguments.has(RunOption.HELP)) {
        return null;
      }
      RunCommand command = new RunCommand(arguments);
      RunOption ofJob = arguments.firstOfJob();
      if (options == null) {
        options = command.jobOptions();
        mpi = arguments.has(RunOption.NO_MPI) ? List.of() : Installation.mpi();
      } else if (ofJob != null) {
        throw new UsageException(
            ofJob.names().getFirst() + " concerns the whole job: give it before the first program");
      }
      parts.add(command.part(mpi, each.size() == 1 ? options.hosts() : null));
    }
    return JobPlan.of(Objects.requireNonNull(options), parts);
  }

  /**
   * Splits words at lone colons, which separate programs, unless {@code --} has ended the options:
   * then all words are the program's.
   */
  private static List<RunArguments> parts(List<String> words) {
    List<RunArguments> parts = new ArrayList<>();
    List<String> left = words;
    while (true) {
      RunArguments part = new RunArguments(left);
      int colon = part.isVerbatim() ? -1 : part.rest().indexOf(":");
      if (colon < 0) {
        parts.add(part);
        return parts;
      }
      left = part.rest().subList(colon + 1, part.rest().size());
      if (left.isEmpty() || !left.getFirst().startsWith("-")) {
        throw new UsageException(
            "':' begins a further program, so give its number of ranks behind it: -n N PROGRAM."
                + " Where ':' is an argument of the program, put -- before the program");
      }
      parts.add(part.upTo(colon));
    }
  }
}
