package org.ronsel.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.RankKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of {@code ronsel run} before one program; the first program's are the job's as well.
 */
@Command(
    name = "run",
    header = "Run a program on several ranks.",
    synopsisHeading = "Usage: ",
    customSynopsis = {
      "ronsel run -n N [OPTION]... PROGRAM [ARGUMENT]...",
      "       ronsel run -n N [OPTION]... PROGRAM [ARGUMENT]... : -n M [OPTION]... PROGRAM ..."
    },
    description = {
      "%nPROGRAM is a .java source file, the name of a class (--class-path), an executable .jar, or"
          + " a class of a module (-m MODULE/CLASS). Standard input goes to rank 0. The exit status"
          + " is that of the first rank that fails.%n"
    },
    sortOptions = false)
final class RunCommand {
  @Option(
      names = {"-n", "-np"},
      paramLabel = "N",
      description = "number of ranks")
  @Nullable Integer ranks;

  @Option(
      names = "--processes",
      description = "a JVM for each rank; the default is one JVM for all")
  boolean processes;

  @Option(names = "--jvms", paramLabel = "J", description = "J JVMs, ranks dealt evenly")
  @Nullable Integer jvms;

  @Option(names = "--ranks-per-jvm", paramLabel = "K", description = "JVMs of K ranks each")
  @Nullable Integer ranksPerJvm;

  @Option(
      names = "--ranks-as",
      paramLabel = "KIND",
      description =
          "platform or virtual threads; the default is virtual when a JVM has more ranks than cores"
              + " (then a rank that spins without a call starves others)")
  @Nullable String ranksAs;

  @Option(
      names = "--shared-classes",
      description = "ranks of a JVM share classes and static fields; by default each has its own")
  boolean sharedClasses;

  @Option(
      names = "--bind",
      paramLabel = "TO",
      description = "bind each rank to a core, a numa node, or none (the default)")
  @Nullable String bind;

  @Option(
      names = {"--class-path", "-cp", "-classpath"},
      paramLabel = "PATH",
      description = "jars and directories of the program's classes")
  @Nullable String classPath;

  @Option(
      names = {"--module-path", "-p"},
      paramLabel = "PATH",
      description = "jars and directories of the program's modules")
  @Nullable String modulePath;

  @Option(
      names = {"-m", "--module"},
      paramLabel = "MODULE[/CLASS]",
      description = "the program is this class of a module")
  @Nullable String module;

  @Option(
      names = {"-jar", "--jar"},
      paramLabel = "FILE",
      description = "the program is this executable jar")
  @Nullable String jar;

  @Option(names = "-J", paramLabel = "OPTION", description = "option of the JVMs, such as -J-Xmx2g")
  List<String> jvmOptions = new ArrayList<>();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "environment variable of the ranks")
  List<String> environment = new ArrayList<>();

  @Option(names = "--wdir", paramLabel = "DIR", description = "working directory of the ranks")
  @Nullable String directory;

  @Option(names = "--tag-output", description = "begin each line of output with its rank")
  boolean tagOutput;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "write output to DIR/rank-N.out and DIR/rank-N.err instead")
  @Nullable String output;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "end the job with status 124 after TIME (500ms, 60s, 5m)")
  @Nullable Duration timeout;

  @Option(
      names = "--stall",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "print who waits for whom when all ranks wait for TIME without progress; 0 for never"
              + " (default 30s; SIGQUIT asks at any time)")
  @Nullable Duration stall;

  @Option(
      names = "--debug",
      paramLabel = "RANK[:PORT]",
      description = "the JVM of RANK waits for a debugger")
  @Nullable String debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help")
  boolean help;

  @Parameters(paramLabel = "PROGRAM [ARGUMENT]...", hidden = true)
  List<String> programAndArguments = new ArrayList<>();

  /** What this part of the command line says of the job; for the first part. */
  JobOptions jobOptions() {
    String[] debugged = debug == null ? new String[0] : debug.split(":", 2);
    return new JobOptions(
        new Placement(processes, jvms, ranksPerJvm),
        rankKind(),
        sharedClasses,
        oneOf("--bind", bind, "none", "core", "numa"),
        tagOutput,
        output == null ? null : directoryFor(output),
        timeout,
        stall == null ? Duration.ofSeconds(30) : stall,
        debugged.length == 0 ? null : number("--debug", debugged[0]),
        debugged.length == 2 ? number("--debug", debugged[1]) : 0);
  }

  /** What this part of the command line runs, as if it began at rank 0. */
  JobPlan.Part part() {
    if (ranks == null) {
      throw new UsageException("how many ranks? Give -n N");
    }
    if (ranks < 1) {
      throw new UsageException("-n " + ranks + ": a job needs at least 1 rank");
    }
    List<String> classes = Program.elements(classPath);
    List<String> rest = programAndArguments;
    Program program;
    if (module != null && jar != null) {
      throw new UsageException("give only one of -m and -jar");
    } else if (module != null) {
      program = Program.module(module, Program.elements(modulePath));
    } else if (jar != null) {
      program = Program.jar(Program.readable(jar));
    } else if (rest.isEmpty()) {
      throw new UsageException("what is to be run? Give a .java file, a class, a .jar or -m");
    } else {
      program = Program.of(rest.getFirst(), classes);
      rest = rest.subList(1, rest.size());
    }
    return new JobPlan.Part(0, ranks, program, List.copyOf(rest), settings());
  }

  /** The option among those of the job that a later part has given, or null. */
  @Nullable String jobOption() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--processes", processes);
    given.put("--jvms", jvms != null);
    given.put("--ranks-per-jvm", ranksPerJvm != null);
    given.put("--ranks-as", ranksAs != null);
    given.put("--shared-classes", sharedClasses);
    given.put("--bind", bind != null);
    given.put("--tag-output", tagOutput);
    given.put("--output", output != null);
    given.put("--timeout", timeout != null);
    given.put("--stall", stall != null);
    given.put("--debug", debug != null);
    return given.entrySet().stream()
        .filter(Map.Entry::getValue)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private JobPlan.Settings settings() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String each : environment) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--env " + each + ": give NAME=VALUE");
      }
      variables.put(each.substring(0, equals), each.substring(equals + 1));
    }
    Path work = directory == null ? null : Path.of(directory).toAbsolutePath().normalize();
    if (work != null && !Files.isDirectory(work)) {
      throw new UsageException("--wdir " + directory + ": no such directory");
    }
    return new JobPlan.Settings(variables, work, List.copyOf(jvmOptions));
  }

  private RankKind rankKind() {
    return switch (oneOf("--ranks-as", ranksAs, "auto", "platform", "virtual")) {
      case "platform" -> RankKind.PLATFORM;
      case "virtual" -> RankKind.VIRTUAL;
      default -> RankKind.AUTO;
    };
  }

  private static String oneOf(String option, @Nullable String given, String... allowed) {
    if (given == null) {
      return allowed[0];
    }
    if (!List.of(allowed).contains(given)) {
      throw new UsageException(
          option + " " + given + ": the choices are " + String.join(", ", allowed));
    }
    return given;
  }

  private static int number(String option, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new UsageException(option + ": '" + text + "' is not a number");
    }
  }

  private static Path directoryFor(String name) {
    Path path = Path.of(name).toAbsolutePath().normalize();
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UsageException("--output " + name + ": cannot be made a directory");
    }
    if (!Files.isWritable(path)) {
      throw new UsageException("--output " + name + ": cannot be written to");
    }
    return path;
  }
}
