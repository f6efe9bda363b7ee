package org.ronsel.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the command line of {@code ronsel run}, which is one part or several with {@code :}
 * between.
 */
final class RunCommandLine {
  private RunCommandLine() {}

  /**
   * The job that the arguments describe.
   *
   * @return null if they ask for help
   * @throws UsageException if they cannot be carried out
   */
  static @Nullable JobPlan read(List<String> words) {
    return readParts(split(words));
  }

  /**
   * The job that consists of these parts.
   *
   * @return null if they ask for help
   * @throws UsageException if they cannot be carried out
   */
  static @Nullable JobPlan readParts(List<List<String>> words) {
    JobOptions options = null;
    List<String> mpi = List.of();
    List<JobPlan.Part> parts = new ArrayList<>();
    for (List<String> each : words) {
      RunArguments arguments = new RunArguments(each);
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
      parts.add(command.part(mpi));
    }
    return JobPlan.of(Objects.requireNonNull(options), parts);
  }

  /** A lone colon ends a part if an option follows; any other is an argument of the program. */
  private static List<List<String>> split(List<String> arguments) {
    List<List<String>> parts = new ArrayList<>();
    List<String> part = new ArrayList<>();
    parts.add(part);
    for (int i = 0; i < arguments.size(); i++) {
      boolean ends =
          arguments.get(i).equals(":")
              && i + 1 < arguments.size()
              && arguments.get(i + 1).startsWith("-");
      if (ends) {
        part = new ArrayList<>();
        parts.add(part);
      } else {
        part.add(arguments.get(i));
      }
    }
    return parts;
  }
}
