package org.ronsel.launch.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.files.FileCache;
import org.ronsel.launch.files.Ownership;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.spi.JvmVariables;
import org.ronsel.launch.spi.UserFolders;

/**
 * The AOT cache (JEP 483, 514) that makes the JVMs of a job start faster. It is beside the jars, or
 * in the user's cache directory if their folder is not writable. It is optional: where it is
 * missing, or another user may have written it, or the JVM cannot use it (another collector, an
 * agent), the JVM starts without it and prints no message.
 */
public final class AotCache {
  private static final long CREATE_TIMEOUT_S = 300;

  private static final Set<PosixFilePermission> READ_ONLY =
      PosixFilePermissions.fromString("r--r--r--");

  private AotCache() {}

  /** Options for a JVM of a job to use the cache; none if there is no cache. */
  public static List<String> options() {
    if (!isWanted()) {
      return List.of();
    }
    Path core = Installation.core().toAbsolutePath();
    String name = name();
    for (Path directory : directories()) {
      Path cache = directory.resolve(name);
      if (Files.isReadable(cache)
          && (directory.equals(core.getParent())
              ? Ownership.isOfOwnerOf(core, cache)
              : Ownership.isOfThisUser(cache))) {
        return List.of(
            "-XX:AOTCache=" + cache,
            // Profiles of the same code by another program mislead the compilers.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTReplayTraining",
            "-Xlog:aot*=off",
            "-Xlog:cds*=off");
      }
    }
    return List.of();
  }

  /** The file for a new cache, or null if none is needed or no place is writable. */
  public static @Nullable Path missing() {
    if (!isWanted() || !options().isEmpty()) {
      return null;
    }
    Path jars = Installation.core().toAbsolutePath().getParent();
    for (Path directory : directories()) {
      try {
        if (!directory.equals(jars)) {
          FileCache.openOwn(directory);
        }
      } catch (IOException e) {
        // The next place may be writable.
        continue;
      }
      if (Files.isWritable(directory)) {
        return directory.resolve(name());
      }
    }
    return null;
  }

  /** Options for a JVM to record the classes that it loads, for {@link #create}. */
  public static List<String> recordOptions(Path cache) {
    return List.of(
        "-XX:AOTMode=record",
        "-XX:AOTConfiguration=" + configuration(cache),
        "-Xlog:aot*=off",
        "-Xlog:cds*=off");
  }

  /** Makes the cache from a JVM's record; replaces it in one step. */
  public static boolean create(Path cache) throws IOException, InterruptedException {
    Path configuration = configuration(cache);
    Path made = cache.resolveSibling(cache.getFileName() + "." + ProcessHandle.current().pid());
    try {
      if (!Files.exists(configuration)) {
        return false;
      }
      ProcessBuilder builder =
          new ProcessBuilder(
                  Installation.java().toString(),
                  "-XX:AOTMode=create",
                  "-XX:AOTConfiguration=" + configuration,
                  "-XX:AOTCache=" + made,
                  "-Xlog:disable",
                  JvmCommand.NATIVE_ACCESS,
                  "-cp",
                  Installation.core().toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      JvmVariables.giveBack(builder.environment());
      Process process = builder.start();
      if (!process.waitFor(CREATE_TIMEOUT_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      if (!Files.exists(made)) {
        return false;
      }
      // The umask may let the group write, and such a cache is not used.
      Files.setPosixFilePermissions(made, READ_ONLY);
      Files.move(made, cache, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } finally {
      Files.deleteIfExists(configuration);
      Files.deleteIfExists(made);
    }
  }

  private static Path configuration(Path cache) {
    return cache.resolveSibling(
        cache.getFileName() + "." + ProcessHandle.current().pid() + ".config");
  }

  /** Whether a cache can be made: from jars, never from directories. */
  private static boolean isWanted() {
    return !"off".equals(System.getenv("RONSEL_AOT")) && Files.isRegularFile(Installation.core());
  }

  private static List<Path> directories() {
    Path jars = Installation.core().toAbsolutePath().getParent();
    return List.of(jars, UserFolders.cache());
  }

  /** The name of the cache, which differs for each JDK and each build of Ronsel. */
  private static String name() {
    Path core = Installation.core().toAbsolutePath();
    CRC32 checksum = new CRC32();
    String key =
        System.getProperty("java.vm.version")
            + System.getProperty("java.home")
            + core
            + core.toFile().lastModified()
            + core.toFile().length();
    checksum.update(key.getBytes(StandardCharsets.UTF_8));
    return "ranks-" + HexFormat.of().toHexDigits((int) checksum.getValue()) + ".aot";
  }
}
