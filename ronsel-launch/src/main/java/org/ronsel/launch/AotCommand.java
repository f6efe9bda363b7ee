package org.ronsel.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ronsel.job.RankKind;
import picocli.CommandLine.Command;

/**
 * {@code ronsel aot}: makes the start-up cache for the JVMs of jobs, by running a job. The JVM that
 * runs this command sees all that a launcher does, so that its own cache can be made from it.
 */
@Command(name = "aot", hidden = true, header = "Make the start-up cache.")
final class AotCommand implements Callable<Integer> {
  /** Not compiled with the launcher: a job compiles it, as it does other programs. */
  private static final String PROGRAM = "Training.java";

  /** With two JVMs of two ranks each, the JVM that is recorded uses both transports. */
  private static final int RANKS = 4;

  private static final int JVMS = 2;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path cache = AotCache.missing();
    List<String> record = cache == null ? List.of() : AotCache.recordOptions(cache);
    Path directory = Files.createTempDirectory("ronsel-aot");
    Path source = directory.resolve(PROGRAM);
    try (Console console = new Console()) {
      try (InputStream program = AotCommand.class.getResourceAsStream(PROGRAM)) {
        Files.copy(Objects.requireNonNull(program, PROGRAM), source);
      }
      JobPlan plan = plan(source);
      int status = new JobSupervisor(plan, console, jvm -> jvm == 0 ? record : List.of()).run();
      return status == 0 && (cache == null || AotCache.create(cache)) ? 0 : 1;
    } finally {
      Files.deleteIfExists(source);
      Files.deleteIfExists(directory);
    }
  }

  private static JobPlan plan(Path source) {
    JobOptions options =
        new JobOptions(
            new PlacementOptions(false, JVMS, null),
            RankKind.AUTO,
            false,
            "none",
            false,
            null,
            Duration.ofMinutes(5),
            Duration.ZERO,
            null,
            0,
            null,
            false,
            false,
            false,
            0,
            0,
            Observed.NOT,
            CollectiveOptions.BUILT_IN,
            null,
            "local",
            List.of(),
            List.of(),
            false,
            false);
    JobPlan.Settings settings = new JobPlan.Settings(Map.of(), null, List.of());
    Program program = new Program.Source(source, List.of(), List.of());
    return JobPlan.of(options, List.of(new JobPlan.Part(0, RANKS, program, List.of(), settings)));
  }
}
