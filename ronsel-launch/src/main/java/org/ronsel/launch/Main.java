package org.ronsel.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.console.FileNames;
import org.ronsel.launch.console.PromptExit;
import org.ronsel.launch.console.Starter;
import org.ronsel.launch.dialect.Dialect;
import org.ronsel.launch.dialect.NearestWord;
import org.ronsel.launch.dialect.Translation;
import org.ronsel.launch.install.CompilerWrapper;
import org.ronsel.launch.install.Daemons;
import org.ronsel.launch.install.InstallCommand;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.install.InstalledTree;
import org.ronsel.launch.install.Version;
import org.ronsel.launch.jvm.AotCache;
import org.ronsel.launch.jvm.StartUpLimits;
import org.ronsel.launch.kubernetes.KubernetesCommand;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.report.DryRun;
import org.ronsel.launch.run.HostArguments;
import org.ronsel.launch.run.RunCommandLine;
import org.ronsel.launch.run.RunHelp;
import org.ronsel.launch.run.RunOption;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.Subcommand;
import org.ronsel.launch.spi.UsageException;
import org.ronsel.launch.supervise.JobSupervisor;
import org.ronsel.launch.supervise.StandardInput;
import org.ronsel.machine.ProcessLimits;
import org.ronsel.machine.Topology;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The {@code ronsel} command. */
@Command(
    name = "ronsel",
    header = "Message passing for Java.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {Main.Run.class, InfoCommand.class, InstallCommand.class, AotCommand.class},
    mixinStandardHelpOptions = true,
    description = "%nronsel COMMAND --help describes a command.%n",
    commandListHeading = "Commands:%n",
    footer =
        "%nmpjrun, mpjrun.sh, fmpjrun, mpirun and mpiexec start jobs by the options of MPJ Express,"
            + " FastMPJ and Open MPI; ronsel mpirun --help tells more.")
public final class Main {
  /** Exit status for a command line that cannot be carried out. */
  private static final int USAGE = 2;

  /** What the script does in a checkout; an installed distribution has no such commands. */
  private static final String IN_A_CHECKOUT =
      "%nIn a checkout: ronsel test builds and verifies everything, ronsel docs writes the Javadoc"
          + " as a site and opens it.";

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
    int status = dispatch(args.length == 0 ? "" : args[0], args);
    if (System.out.checkError() && Console.isOutputKept()) {
      System.err.println("ronsel: standard output cannot be written, and is not complete");
      status = status == 0 ? 1 : status;
    }
    if (StandardInput.isReading()) {
      PromptExit.exit(status);
    }
    // No exit without need: it would wait for threads in native calls, such as one that reads
    // input.
    if (status != 0) {
      System.exit(status);
    }
  }

  private static int dispatch(String command, String[] args) {
    // Jobs start without picocli's command tree and service loading, which would double their
    // start.
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    if (command.equals("run")) {
      return run(rest);
    }
    Dialect dialect = Dialect.of(command);
    if (dialect != null) {
      return run(dialect, rest);
    }
    if (CompilerWrapper.NAMES.contains(command)) {
      return CompilerWrapper.run(command, rest);
    }
    if (Daemons.NAMES.contains(command)) {
      System.err.println(Daemons.line(command));
      return 0;
    }
    return other(args);
  }

  private static int run(List<String> arguments) {
    JobPlan plan;
    try {
      if (RunCommandLine.asksForVersion(arguments)) {
        return version();
      }
      plan = RunCommandLine.read(arguments);
    } catch (UsageException e) {
      return refuse("run", e);
    } catch (InvalidPathException e) {
      return refuse("run", FileNames.refused(e));
    }
    if (plan == null) {
      System.out.print(RunHelp.text());
      return 0;
    }
    return run(plan);
  }

  /** Runs a command line of the launcher of another library family. */
  private static int run(Dialect dialect, List<String> arguments) {
    JobPlan plan;
    try {
      int cores = Runtime.getRuntime().availableProcessors();
      Translation translation =
          dialect.translate(
              arguments,
              RunOption.longNames(),
              cores,
              HostArguments.areAllocated(System.getenv()),
              element -> Files.exists(Path.of(element)));
      if (translation.isHelp()) {
        System.out.print(dialect.help());
        return 0;
      }
      if (translation.isVersion()) {
        return version();
      }
      plan = RunCommandLine.readParts(translation.parts());
      translation.notices().forEach(line -> System.err.println("ronsel: " + line));
    } catch (UsageException e) {
      return refuse(dialect.name(), e);
    } catch (InvalidPathException e) {
      return refuse(dialect.name(), FileNames.refused(e));
    }
    if (plan == null) {
      throw new IllegalStateException("help is asked for by the family's own words");
    }
    return run(plan);
  }

  private static int version() {
    System.out.println(Version.text());
    return 0;
  }

  private static int refuse(String command, RuntimeException why) {
    System.err.println(
        String.format(
            "ronsel %s: %s (ronsel %s --help shows the options)",
            command, why.getMessage(), command));
    return USAGE;
  }

  private static int run(JobPlan plan) {
    try {
      return runJob(plan);
    } catch (OutOfMemoryError e) {
      System.err.println(
          StartUpLimits.isLackOfThreads(e)
              ? "ronsel run: " + ProcessLimits.threadsText()
              : "ronsel run: the memory of the launcher does not suffice for "
                  + plan.size()
                  + " ranks in "
                  + plan.jvms()
                  + " JVMs");
      return 1;
    }
  }

  private static int runJob(JobPlan plan) {
    if (plan.options().dryRun()) {
      plan.notices().forEach(line -> System.err.println("ronsel: " + line));
      System.out.print(DryRun.text(plan, Topology.ofThisHost()));
      return 0;
    }
    Console console = new Console();
    int status;
    try (console) {
      List<String> cached = AotCache.RANKS.options();
      status = new JobSupervisor(plan, console, jvm -> cached).run();
    } catch (UsageException e) {
      return refuse("run", e);
    } catch (IOException e) {
      System.err.println(
          "ronsel run: cannot listen for the JVMs of the job" + StartUpLimits.because(e));
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
    String lost = console.lost();
    if (lost != null) {
      System.err.println("ronsel: " + lost);
    }
    return status == 0 && lost != null ? 1 : status;
  }

  private static int other(String[] args) {
    CommandLine line = new CommandLine(new Main());
    for (Subcommand command : ServiceLoader.load(Subcommand.class)) {
      line.addSubcommand(command.command());
    }
    // What follows the program is its own.
    line.addSubcommand("k8s", new CommandLine(new KubernetesCommand()).setStopAtPositional(true));
    giveVersion(line);
    if (Installation.isCheckout()) {
      UsageMessageSpec usage = line.getCommandSpec().usageMessage();
      usage.footer(usage.footer()[0], IN_A_CHECKOUT);
      CommandLine install = Objects.requireNonNull(line.getSubcommands().get("install"));
      install.getCommandSpec().usageMessage().description(InstallCommand.IN_A_CHECKOUT);
    }
    if (args.length == 0) {
      line.usage(System.out);
      return USAGE;
    }
    if (!args[0].startsWith("-") && !line.getSubcommands().containsKey(args[0])) {
      return refuse("unknown command " + args[0] + NearestWord.hint(args[0], commands(line)));
    }
    line.registerConverter(Path.class, new FileNames());
    line.setParameterExceptionHandler(
        (e, arguments) -> {
          String command = nameOf(e.getCommandLine());
          return command.isEmpty() ? refuse(String.valueOf(e.getMessage())) : refuse(command, e);
        });
    line.setExecutionExceptionHandler(
        (e, at, arguments) -> {
          if (e instanceof InvalidPathException of) {
            return refuse(nameOf(at), FileNames.refused(of));
          }
          IOException why = e instanceof UncheckedIOException u ? u.getCause() : null;
          if (why == null && !(e instanceof IOException)) {
            throw e;
          }
          String text = FileProblem.text(why == null ? (IOException) e : why);
          System.err.println("ronsel " + nameOf(at) + ": " + text);
          return 1;
        });
    // A measuring command that a study has started ends when the study is killed; hooks end its
    // jobs.
    Starter.watch(() -> System.exit(1));
    return line.execute(args);
  }

  private static int refuse(String why) {
    System.err.println("ronsel: " + why + " (ronsel --help shows the commands and options)");
    return USAGE;
  }

  /** A command as it is called, without {@code ronsel}. */
  private static String nameOf(CommandLine line) {
    return line.getCommandSpec().qualifiedName().replaceFirst("^ronsel ?", "");
  }

  /** The commands that a user can call, here and in the script. */
  private static List<String> commands(CommandLine line) {
    List<String> names = new ArrayList<>(InstalledTree.commands());
    names.addAll(List.of("test", "docs"));
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              if (!command.getCommandSpec().usageMessage().hidden()) {
                names.add(name);
              }
            });
    return names;
  }

  /** Makes every command accept {@code --version}, also those of other modules. */
  private static void giveVersion(CommandLine line) {
    line.getCommandSpec().versionProvider(new Version());
    line.getSubcommands().values().forEach(Main::giveVersion);
  }
}
