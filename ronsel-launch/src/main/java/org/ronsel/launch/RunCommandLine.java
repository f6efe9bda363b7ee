package org.ronsel.launch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Reads the command line of {@code ronsel run}, which is one part or several with {@code :}
 * between.
 */
final class RunCommandLine {
  private RunCommandLine() {}

  /** A command line that has not been read yet. */
  static CommandLine newParser(RunCommand command) {
    return new CommandLine(command)
        .setStopAtPositional(true)
        .setPosixClusteredShortOptionsAllowed(true)
        .setOverwrittenOptionsAllowed(false);
  }

  /**
   * The job that the arguments describe.
   *
   * @return null if they ask for help, which has been printed
   * @throws CommandLine.ParameterException if an option is unknown or wrong
   * @throws UsageException if the job makes no sense
   */
  static @Nullable JobPlan read(List<String> arguments) {
    JobOptions options = null;
    List<JobPlan.Part> parts = new ArrayList<>();
    for (List<String> each : split(arguments)) {
      RunCommand command = new RunCommand();
      CommandLine parser = newParser(command);
      parser.parseArgs(each.toArray(new String[0]));
      if (command.help) {
        parser.usage(System.out);
        return null;
      }
      if (options == null) {
        options = command.jobOptions();
      } else if (command.jobOption() != null) {
        throw new UsageException(
            command.jobOption() + " concerns the whole job: give it before the first program");
      }
      parts.add(command.part());
    }
    if (options == null) {
      throw new IllegalStateException("no part");
    }
    return JobPlan.of(options, parts);
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
