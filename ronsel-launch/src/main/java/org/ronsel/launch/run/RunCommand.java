package org.ronsel.launch.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.RankKind;
import org.ronsel.launch.console.SearchPath;
import org.ronsel.launch.files.RelativeName;
import org.ronsel.launch.plan.CollectiveOptions;
import org.ronsel.launch.plan.HostOptions;
import org.ronsel.launch.plan.JobOptions;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.plan.Observed;
import org.ronsel.launch.plan.PlacementOptions;
import org.ronsel.launch.program.Program;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.Ghosts;
import org.ronsel.launch.spi.UsageException;

/**
 * Evaluates the options before one program; those before the first program also include the job's.
 */
final class RunCommand {
  private static final Duration DEFAULT_STALL = Duration.ofSeconds(30);
  private static final int MAX_PORT = 65535;
  private static final int MOST_PROGRESS_THREADS = 64;

  private final RunArguments arguments;

  RunCommand(RunArguments arguments) {
    this.arguments = arguments;
  }

  /** The options of the job as a whole. */
  JobOptions jobOptions() {
    Duration stall = duration(RunOption.STALL);
    Duration timeout = duration(RunOption.TIMEOUT);
    HostArguments.Choice choice = HostArguments.read(arguments, System.getenv());
    PlacementOptions placement =
        new PlacementOptions(
            arguments.has(RunOption.PROCESSES),
            arguments.number(RunOption.JVMS),
            arguments.number(RunOption.RANKS_PER_JVM));
    return new JobOptions(
        placement,
        new JobOptions.Ranks(
            rankKind(),
            arguments.has(RunOption.SHARED_CLASSES),
            binding(),
            arguments.has(RunOption.MPJ_ARGS) ? placement.mpjDevice() : null),
        new JobOptions.Output(arguments.has(RunOption.TAG_OUTPUT), outputDirectory()),
        new JobOptions.Limits(
            timeout == null || timeout.isZero() ? null : timeout,
            stall == null ? DEFAULT_STALL : stall),
        debugging(),
        arguments.has(RunOption.REPRODUCIBLE),
        arguments.has(RunOption.FORCE),
        arguments.oneOf(RunOption.ON_FAILURE, "abort", "report").equals("report"),
        new JobOptions.Helpers(
            progressThreads(), upTo(Ghosts.MOST, RunOption.GHOSTS, "a host can have")),
        new Observed(arguments.has(RunOption.CHECK), arguments.has(RunOption.PROFILE), traceFile()),
        CollectiveOptions.read(
            arguments.text(RunOption.COLLECTIVES), arguments.all(RunOption.ALGORITHM)),
        choice.hosts(),
        choice.launcher(),
        network(),
        extraFiles(),
        arguments.has(RunOption.TIMING),
        arguments.has(RunOption.DRY_RUN));
  }

  private JobOptions.@Nullable Debugging debugging() {
    String debug = arguments.text(RunOption.DEBUG);
    if (debug == null) {
      return null;
    }
    String[] parts = debug.split(":", 2);
    return new JobOptions.Debugging(
        arguments.number(RunOption.DEBUG, parts[0]), parts.length == 2 ? debugPort(parts[1]) : 0);
  }

  private int progressThreads() {
    int threads = upTo(MOST_PROGRESS_THREADS, RunOption.PROGRESS_THREADS, "a JVM can have");
    if (!arguments.has(RunOption.PROGRESS_THREAD)) {
      return threads;
    }
    if (threads == 0 && arguments.has(RunOption.PROGRESS_THREADS)) {
      throw new UsageException("--progress-threads 0: leave out --progress-thread");
    }
    return Math.max(1, threads);
  }

  /** The number that an option gives, 0 if it is not given. */
  private int upTo(int most, RunOption option, String who) {
    Integer number = arguments.number(option);
    if (number == null) {
      return 0;
    }
    if (number < 0 || number > most) {
      throw new UsageException(
          option.names().getFirst() + " " + number + ": " + who + " 0 to " + most + " of them");
    }
    return number;
  }

  /** Files that the ranks are to have on each host; each goes by the last part of its path. */
  private List<Path> extraFiles() {
    Map<String, Path> files = new LinkedHashMap<>();
    for (String each : arguments.all(RunOption.FILE)) {
      Path file = Path.of(each).toAbsolutePath().normalize();
      Path name = file.getFileName();
      if (name == null) {
        throw new UsageException(
            "--file " + each + ": it has no name by which ranks could find it: give what is in it");
      }
      if (!Files.isReadable(file)) {
        throw new UsageException(
            "--file " + each + (Files.exists(file) ? ": cannot be read" : ": no such file"));
      }
      String obstacle = RelativeName.obstacle(name.toString());
      if (obstacle != null) {
        throw new UsageException(
            "--file " + each + ": its name " + obstacle + ": give it another one");
      }
      Path other = files.put(name.toString(), file);
      if (other != null) {
        throw new UsageException(
            "--file " + each + ": another file of this name is given: " + other);
      }
    }
    return List.copyOf(files.values());
  }

  /** The binding of ranks; {@code --map-by numa} sets one as well. */
  private String binding() {
    String bind = arguments.oneOf(RunOption.BIND, "none", "core", "numa");
    if (!"numa".equals(arguments.text(RunOption.MAP_BY))) {
      return bind;
    }
    if (arguments.has(RunOption.BIND) && !bind.equals("numa")) {
      throw new UsageException(
          "--map-by numa binds each rank to the cores of a memory node: leave out --bind " + bind);
    }
    return "numa-cyclic";
  }

  /** The options of the JVMs for the network between them. */
  private List<String> network() {
    String net = arguments.text(RunOption.NET);
    String ports = arguments.text(RunOption.PORTS);
    List<String> options = new ArrayList<>();
    if (net != null) {
      options.add("-Dronsel.net=" + NetworkArguments.network(net));
    }
    if (ports != null) {
      options.add("-Dronsel.tcp.ports=" + NetworkArguments.ports(ports));
    }
    String connections = arguments.text(RunOption.CONNECTIONS);
    if (connections != null) {
      options.add(
          "-Dronsel.tcp.connections="
              + NetworkArguments.connections(arguments.number(RunOption.CONNECTIONS, connections)));
    }
    if (arguments.has(RunOption.ENCRYPT)) {
      options.add("-Dronsel.tcp.encrypt=true");
    }
    return options;
  }

  /** The port of {@code --debug}, on which the JVM could listen now. */
  private int debugPort(String text) {
    int port = arguments.number(RunOption.DEBUG, text);
    if (port < 0 || port > MAX_PORT) {
      throw new UsageException(
          "--debug: "
              + port
              + " is not a port; give 1 to "
              + MAX_PORT
              + ", or none for a free one");
    }
    try {
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
      return port;
    } catch (IOException e) {
      throw new UsageException(
          "--debug: nothing can listen on port " + port + ": " + e.getMessage());
    }
  }

  private @Nullable Path traceFile() {
    String name = arguments.text(RunOption.TRACE);
    if (name == null) {
      return null;
    }
    Path path = Path.of(name).toAbsolutePath().normalize();
    String why = FileProblem.ofOutput(path);
    if (why != null) {
      throw new UsageException("--trace " + name + ": cannot be written: " + why);
    }
    return path;
  }

  /**
   * The part of the job for one program, as if it began at rank 0.
   *
   * @param mpi path of the package {@code mpi} for programs
   * @param hosts the hosts of the job, with one rank per slot by default; or null
   */
  JobPlan.Part part(List<String> mpi, @Nullable HostOptions hosts) {
    Integer ranks = arguments.number(RunOption.RANKS);
    if (ranks == null && hosts != null) {
      ranks = (int) Math.min(Integer.MAX_VALUE, hosts.defaultRanks());
    }
    if (ranks == null) {
      throw new UsageException("how many ranks? Give -n N, before the program");
    }
    if (ranks < 1) {
      throw new UsageException(
          arguments.name(RunOption.RANKS) + " " + ranks + ": a job needs at least 1 rank");
    }
    String module = arguments.text(RunOption.MODULE);
    String jar = arguments.text(RunOption.JAR);
    List<String> classPath = SearchPath.elements(arguments.text(RunOption.CLASS_PATH));
    List<String> rest = arguments.rest();
    Program program;
    requireOfModule(module != null);
    if (module != null && jar != null) {
      throw new UsageException("give only one of -m and -jar");
    } else if (module != null) {
      program =
          Program.module(module, SearchPath.elements(arguments.text(RunOption.MODULE_PATH)), mpi);
    } else if (jar != null) {
      program = Program.jar(Program.readable(jar), classPath, mpi);
    } else if (rest.isEmpty() || rest.getFirst().isEmpty()) {
      throw new UsageException("what is to be run? Give a .java file, a class, a .jar or -m");
    } else {
      program = Program.of(rest.getFirst(), classPath, mpi);
      rest = rest.subList(1, rest.size());
    }
    return new JobPlan.Part(0, ranks, program, List.copyOf(rest), settings());
  }

  /** Refuses the path of classes for a module, and that of modules for anything else. */
  private void requireOfModule(boolean modular) {
    RunOption other = modular ? RunOption.CLASS_PATH : RunOption.MODULE_PATH;
    if (arguments.has(other)) {
      throw new UsageException(
          arguments.name(other)
              + (modular
                  ? " is not for a program that -m names: what it needs is on --module-path"
                  : " is for a program that -m names: give -m MODULE/CLASS, or its jars on"
                      + " --class-path"));
    }
  }

  private JobPlan.Settings settings() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String each : arguments.all(RunOption.ENVIRONMENT)) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--env " + each + ": give NAME=VALUE");
      }
      variables.put(each.substring(0, equals), each.substring(equals + 1));
    }
    String directory = arguments.text(RunOption.DIRECTORY);
    Path work = directory == null ? null : Path.of(directory).toAbsolutePath().normalize();
    if (work != null && !Files.isDirectory(work)) {
      throw new UsageException("--wdir " + directory + ": no such directory");
    }
    return new JobPlan.Settings(
        variables, work, JvmSettings.checked(arguments.all(RunOption.JVM_OPTION)));
  }

  private RankKind rankKind() {
    return switch (arguments.oneOf(RunOption.RANKS_AS, "auto", "platform", "virtual")) {
      case "platform" -> RankKind.PLATFORM;
      case "virtual" -> RankKind.VIRTUAL;
      default -> RankKind.AUTO;
    };
  }

  private @Nullable Duration duration(RunOption option) {
    String text = arguments.text(option);
    try {
      return text == null ? null : Durations.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option.names().getFirst() + ": " + e.getMessage());
    }
  }

  private @Nullable Path outputDirectory() {
    String name = arguments.text(RunOption.OUTPUT);
    if (name == null) {
      return null;
    }
    Path path = Path.of(name).toAbsolutePath().normalize();
    Path there = path;
    if (arguments.has(RunOption.DRY_RUN)) {
      there = nearestThere(path);
      if (!Files.isDirectory(there)) {
        throw new UsageException(
            "--output "
                + name
                + ": cannot be made a directory: "
                + there
                + ": there is a file of this name");
      }
    } else {
      try {
        Files.createDirectories(path);
      } catch (IOException e) {
        throw new UsageException(
            "--output " + name + ": cannot be made a directory: " + FileProblem.text(e));
      }
    }
    if (!Files.isWritable(there)) {
      throw new UsageException("--output " + name + ": cannot be written to");
    }
    return path;
  }

  /** A path, or what of its beginning is there. */
  private static Path nearestThere(Path path) {
    Path there = path;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there;
  }
}
