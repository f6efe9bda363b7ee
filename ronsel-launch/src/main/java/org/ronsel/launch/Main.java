package org.ronsel.launch;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.ronsel.launch.spi.Subcommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code ronsel} command. */
@Command(
    name = "ronsel",
    header = "Message passing for Java.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {Main.Run.class, InfoCommand.class, AotCommand.class},
    mixinStandardHelpOptions = true,
    description = "%nronsel COMMAND --help tells more of a command.%n",
    commandListHeading = "Commands:%n")
public final class Main {
  /** Exit status for a command line that cannot be obeyed. */
  private static final int USAGE = 2;

  private Main() {}

  /**
   * {@code run} in the list of commands; {@link #main} never gets as far as to run it from here.
   */
  @Command(name = "run", header = "Run a program on several ranks.")
  static final class Run implements Callable<Integer> {
    @Override
    public Integer call() {
      return Main.run(List.of("--help"));
    }
  }

  /** Runs the command named by the arguments and exits with its status. */
  public static void main(String[] args) {
    // Without picocli's command tree and service loading, which would double the start of a job.
    boolean run = args.length > 0 && args[0].equals("run");
    int status = run ? run(Arrays.asList(args).subList(1, args.length)) : other(args);
    // Without need no exit: it would wait for threads in native calls, such as one that reads
    // input.
    if (status != 0) {
      System.exit(status);
    }
  }

  private static int run(List<String> arguments) {
    JobPlan plan;
    try {
      plan = RunCommandLine.read(arguments);
    } catch (UsageException e) {
      System.err.println(
          "ronsel run: " + e.getMessage() + " (ronsel run --help shows the options)");
      return USAGE;
    }
    if (plan == null) {
      System.out.print(RunHelp.text());
      return 0;
    }
    try (Console console = new Console()) {
      List<String> cached = AotCache.options();
      return new JobSupervisor(plan, console, jvm -> cached).run();
    } catch (IOException e) {
      System.err.println("ronsel run: cannot listen for the JVMs of the job: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static int other(String[] args) {
    CommandLine line = new CommandLine(new Main());
    for (Subcommand command : ServiceLoader.load(Subcommand.class)) {
      line.addSubcommand(command.command());
    }
    if (args.length == 0) {
      line.usage(System.out);
      return USAGE;
    }
    line.setParameterExceptionHandler(
        (e, arguments) -> {
          System.err.println(
              "ronsel: " + e.getMessage() + " (ronsel --help shows the commands and options)");
          return USAGE;
        });
    return line.execute(args);
  }
}
