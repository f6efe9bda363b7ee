package org.ronsel.caches;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.Ronsel;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.JvmVariables;

/**
 * The start-up cache that the JVMs of jobs have with an installed launcher: they start in half the
 * processor time. It lies beside the jar of the core, where all launchers that tests start find it,
 * and is made again when that jar has changed. Where the core is no jar of this build there is
 * none.
 */
public final class JobCache {
  private JobCache() {}

  /** Makes the cache if it is missing, while other JVMs that want it wait. */
  public static void make() throws IOException, InterruptedException {
    Path core = Path.of(ChildLauncher.place(Ronsel.class)).toAbsolutePath();
    Path folder = core.getParent();
    if (!Files.isRegularFile(core) || !folder.endsWith("target")) {
      return;
    }
    OneAtATime.run(
        folder,
        "job-cache",
        () -> {
          if (!isMade(core)) {
            make(core);
          }
        });
  }

  /** Whether there is one of this jar; removes those of earlier ones. */
  private static boolean isMade(Path core) throws IOException {
    boolean isMade = false;
    try (DirectoryStream<Path> caches = Files.newDirectoryStream(core.getParent(), "ranks-*.aot")) {
      for (Path cache : caches) {
        if (Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(core)) < 0) {
          Files.delete(cache);
        } else {
          isMade = true;
        }
      }
    }
    return isMade;
  }

  private static void make(Path core) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(ChildLauncher.command());
    command.add("aot");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null")) // from an open pipe it would read
            .redirectErrorStream(true)
            .redirectOutput(core.resolveSibling("job-cache.log").toFile());
    builder.environment().remove("RONSEL_AOT");
    JvmVariables.keep(builder.environment());
    if (builder.start().waitFor() != 0) {
      throw new AssertionError("no start-up cache: see " + core.resolveSibling("job-cache.log"));
    }
  }
}
