package org.ronsel.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.ronsel.runtime.RankKind;
import picocli.CommandLine.Command;

/**
 * {@code ronsel aot}: makes the start-up cache for the JVMs of jobs, by running a small job. The
 * JVM that runs this command sees all that a launcher does, so that its own cache can be made from
 * it.
 */
@Command(name = "aot", hidden = true, header = "Make the start-up cache.")
final class AotCommand implements Callable<Integer> {
  private static final String PROGRAM =
      """
      import org.ronsel.*;

      void main() {
        Comm world = Ronsel.world();
        int[] token = {world.rank()};
        int next = (world.rank() + 1) % world.size();
        int before = (world.rank() + world.size() - 1) % world.size();
        for (int i = 0; i < 100; i++) {
          Request sent = world.iSend(token.clone(), next, i);
          world.receive(token, before, i);
          sent.await();
        }
        double[] large = new double[100_000];
        if (world.rank() == 0) {
          world.send(large, world.size() - 1, 1);
        } else if (world.rank() == world.size() - 1) {
          world.receive(large, 0, 1);
        }
        System.out.print("");
      }
      """;

  /** With two JVMs of two ranks each, the JVM that is recorded uses both transports. */
  private static final int RANKS = 4;

  private static final int JVMS = 2;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path cache = AotCache.missing();
    List<String> record = cache == null ? List.of() : AotCache.recordOptions(cache);
    Path directory = Files.createTempDirectory("ronsel-aot");
    Path source = directory.resolve("Training.java");
    try (Console console = new Console()) {
      Files.writeString(source, PROGRAM);
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
            new Placement(false, JVMS, null),
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
            Observed.NOT,
            CollectiveOptions.BUILT_IN);
    JobPlan.Settings settings = new JobPlan.Settings(Map.of(), null, List.of());
    Program program = new Program.Source(source, List.of(), List.of());
    return JobPlan.of(options, List.of(new JobPlan.Part(0, RANKS, program, List.of(), settings)));
  }
}
