package org.ronsel.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ronsel.Ronsel;
import org.ronsel.launch.connection.AgentCommand;
import org.ronsel.launch.console.Console;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.install.ShellWord;
import org.ronsel.launch.jvm.AotCache;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.run.RunCommandLine;
import org.ronsel.launch.supervise.JobSupervisor;
import picocli.CommandLine.Command;

/**
 * {@code ronsel aot}: makes the start-up caches for the JVMs of jobs and for agents, by running
 * jobs. The JVM that runs this command sees all that a launcher does, so that its own cache can be
 * made from it.
 */
@Command(name = "aot", hidden = true, header = "Make the start-up cache.")
final class AotCommand implements Callable<Integer> {
  /**
   * The program to run; not compiled with the launcher: a job compiles it, as it does other
   * programs.
   */
  private static final String PROGRAM = "Training.java";

  /** The program of the job by which an agent is recorded, which needs not be compiled. */
  static final class AgentProgram {
    private AgentProgram() {}

    /** Prints a line, which the agent passes on. */
    public static void main(String[] args) {
      System.out.println("an agent runs a job");
    }
  }

  /**
   * A program on a class path of directories and jars, of a rank in each JVM beside those of the
   * program to compile.
   */
  static final class Bystander {
    private Bystander() {}

    /** Has no part in what the others do. */
    public static void main(String[] args) {
      var _ = Ronsel.world().split(Ronsel.UNDEFINED, 0);
    }
  }

  /**
   * Options of the job. With two JVMs of three ranks each, the recorded one uses both transports.
   * It sends signs of life and watches its heap, as those of most jobs do.
   */
  private static final List<String> OPTIONS =
      List.of("--jvms 2 --launcher local --bind none --no-mpi --timeout 5m --stall 5m".split(" "));

  /** Options of the job by which an agent is recorded. */
  private static final List<String> AGENT_OPTIONS =
      List.of("-n 1 --hosts agent.invalid --bind none --no-mpi --timeout 5m --stall 0".split(" "));

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("ronsel-aot");
    Path source = directory.resolve(PROGRAM);
    Path shell = directory.resolve("shell");
    try (Console console = new Console()) {
      try (InputStream program = AotCommand.class.getResourceAsStream(PROGRAM)) {
        Files.copy(Objects.requireNonNull(program, PROGRAM), source);
      }
      return ofRanks(source, console) && ofAgents(shell, console) ? 0 : 1;
    } finally {
      Files.deleteIfExists(source);
      Files.deleteIfExists(shell);
      Files.deleteIfExists(directory.resolve("agent"));
      Files.deleteIfExists(directory);
    }
  }

  private static boolean ofRanks(Path source, Console console)
      throws IOException, InterruptedException {
    Path cache = AotCache.RANKS.missing();
    List<String> record = cache == null ? List.of() : AotCache.recordOptions(cache);
    JobPlan plan = plan(source);
    int status = new JobSupervisor(plan, console, jvm -> jvm == 0 ? record : List.of()).run();
    return status == 0 && (cache == null || AotCache.RANKS.create(cache));
  }

  /**
   * Runs a job whose remote shell starts an agent on this host. The agent writes its record when it
   * ends, which may take longer than the launcher waits for a shell before it kills it.
   */
  private static boolean ofAgents(Path shell, Console console)
      throws IOException, InterruptedException {
    Path cache = AotCache.AGENTS.missing();
    if (cache == null) {
      return true;
    }
    Path agent = shell.resolveSibling("agent");
    StringBuilder script = new StringBuilder("exec 3<&0;");
    for (String word : AgentCommand.here(AotCache.recordOptions(cache))) {
      script.append(' ').append(ShellWord.of(word));
    }
    Files.writeString(
        shell, script.append(" <&3 &\necho $! >" + ShellWord.of(agent.toString()) + "; wait\n"));
    List<String> words = new ArrayList<>(AGENT_OPTIONS);
    words.addAll(List.of("--ssh", "sh " + shell, "-cp", Installation.launcher().toString()));
    words.add(AgentProgram.class.getName());
    JobPlan plan = Objects.requireNonNull(RunCommandLine.read(words), "no help was asked for");
    int status = new JobSupervisor(plan, console, jvm -> List.of()).run();
    if (status != 0) {
      return false;
    }
    long pid = Long.parseLong(Files.readString(agent).strip());
    Files.delete(agent);
    ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    return AotCache.AGENTS.create(cache);
  }

  /**
   * The job to run. It is read from a command line, and so is one of a program that is a class, so
   * that the launcher's cache has the classes for both.
   */
  private static JobPlan plan(Path source) {
    String core = Installation.core().toString();
    var _ = RunCommandLine.read(List.of("-n", "2", "-J-ea", "-cp", core, Ronsel.class.getName()));
    List<String> words = new ArrayList<>(OPTIONS);
    String classPath =
        source.toAbsolutePath().getParent() + File.pathSeparator + Installation.launcher();
    List<String> bystander = List.of("-n", "1", "-cp", classPath, Bystander.class.getName());
    words.addAll(bystander);
    words.addAll(List.of(":", "-n", "4", source.toString(), ":"));
    words.addAll(bystander);
    return Objects.requireNonNull(RunCommandLine.read(words), "no help was asked for");
  }
}
