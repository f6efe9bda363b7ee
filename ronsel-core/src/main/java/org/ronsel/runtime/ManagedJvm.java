package org.ronsel.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.ronsel.job.JobLayout;
import org.ronsel.job.RankKind;
import org.ronsel.runtime.control.ProgramSpec;
import org.ronsel.runtime.rendezvous.Rendezvous;

/**
 * A JVM that runs several ranks of a job, as threads with class loaders of their own, and that
 * {@code ronsel run} has not started: a pod of Kubernetes is one. How it finds the other JVMs its
 * environment says.
 */
public final class ManagedJvm {
  private static final int USAGE = 2;

  private ManagedJvm() {}

  /**
   * Runs the program.
   *
   * @param args {@code -cp PATH CLASS ARGUMENT...} or {@code -jar FILE ARGUMENT...}
   */
  public static void main(String[] args) {
    ProgramSpec program;
    try {
      program = program(List.of(args));
    } catch (UnusableProgramException e) {
      refuse(String.valueOf(e.getMessage()));
      return;
    }
    LocalJob job = ManagedRank.join(Integer.MAX_VALUE);
    if (job == null) {
      refuse(
          "there is no variable "
              + Rendezvous.VARIABLE
              + ", which says how the JVMs of the job meet");
      return;
    }
    int status = 0;
    try {
      run(job, program);
    } catch (UnusableProgramException e) {
      job.abort(job.layout().firstLocalRank(), 1, e);
      status = 1;
    }
    System.exit(status); // the job ends in a shutdown hook
  }

  private static void refuse(String message) {
    System.err.println("ronsel: " + message);
    System.exit(USAGE);
  }

  /** Parses a command line. */
  static ProgramSpec program(List<String> args) {
    List<String> rest = new ArrayList<>(args);
    List<String> path = new ArrayList<>();
    while (rest.size() > 1 && rest.getFirst().startsWith("-")) {
      String option = rest.removeFirst();
      String value = rest.removeFirst();
      if (option.equals("-cp")) {
        path.addAll(elements(value));
      } else if (option.equals("-jar")) {
        path.add(Path.of(value).toAbsolutePath().toString());
        return spec(mainClass(value), path, rest);
      } else {
        throw new UnusableProgramException(option + " is no option here");
      }
    }
    if (rest.isEmpty() || rest.getFirst().startsWith("-")) {
      throw new UnusableProgramException(
          "no program: give -cp PATH CLASS ARGUMENT... or -jar FILE ARGUMENT...");
    }
    String main = rest.removeFirst();
    return spec(main, path.isEmpty() ? elements(".") : path, rest);
  }

  private static ProgramSpec spec(String main, List<String> path, List<String> args) {
    return new ProgramSpec(0, 1, main, null, path, List.of(), Map.of(), args);
  }

  private static List<String> elements(String path) {
    List<String> elements = new ArrayList<>();
    for (String element : path.split(File.pathSeparator, -1)) {
      if (element.equals("*") || element.endsWith(File.separator + "*")) {
        Path directory = Path.of(element.substring(0, element.length() - 1)).toAbsolutePath();
        try (var files = Files.list(directory)) {
          files.map(Path::toString).filter(f -> f.endsWith(".jar")).sorted().forEach(elements::add);
        } catch (IOException e) {
          throw new UnusableProgramException("cannot list " + directory, e);
        }
      } else {
        elements.add(Path.of(element).toAbsolutePath().toString());
      }
    }
    return elements;
  }

  private static String mainClass(String file) {
    try (JarFile jar = new JarFile(file)) {
      Manifest manifest = jar.getManifest();
      String main =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      if (main == null) {
        throw new UnusableProgramException(file + " names no Main-Class in its manifest");
      }
      return main.strip();
    } catch (IOException e) {
      throw new UnusableProgramException(file + " cannot be read as a jar: " + e.getMessage(), e);
    }
  }

  private static void run(LocalJob job, ProgramSpec program) {
    JobLayout layout = job.layout();
    int cores = Runtime.getRuntime().availableProcessors();
    if (RankKind.AUTO.isVirtual(layout.localRanks(), cores)) {
      LaunchedJvm.setCarriers(cores, layout.localRanks());
    }
    HostedProgram hosted = new HostedProgram(program, false, layout.localRanks() > 1);
    RankOutput output = RankOutput.install(layout, false, null, ManagedJvm::say);
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("ronsel-output-end").unstarted(output::close));
    hosted.notices().forEach(ManagedJvm::say);
    new LocalRanks(job, false, new Outcome(job), output::close)
        .run(new RankOptions(RankKind.AUTO, cores, false, ManagedJvm::say), hosted::run);
  }

  private static void say(String line) {
    System.err.println("ronsel: " + line);
  }

  /** A failure of a rank fails the job, which ends this JVM. */
  private record Outcome(LocalJob job) implements RankThreads.Outcome {
    @Override
    public void ended(int rank) {
      // That the job has ended is told when this JVM does.
    }

    @Override
    public void failed(int rank, Throwable failure) {
      job.abort(rank, 1, failure);
    }
  }
}
