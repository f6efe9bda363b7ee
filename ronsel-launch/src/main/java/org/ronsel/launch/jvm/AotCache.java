package org.ronsel.launch.jvm;

import static java.util.stream.Collectors.joining;

import java.io.File;
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
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.files.FileCache;
import org.ronsel.launch.files.Ownership;
import org.ronsel.launch.install.Installation;
import org.ronsel.launch.spi.JvmVariables;
import org.ronsel.launch.spi.UserFolders;

/**
 * An AOT cache (JEP 483, 514), which makes JVMs start faster. It is beside the jars, or in the
 * user's cache directory if their folder is not writable. It is optional: where it is missing, or
 * another user may have written it, or the JVM cannot use it (another collector, an agent), the JVM
 * starts without it and prints no message.
 */
public enum AotCache {
  /** That of the JVMs of jobs. */
  RANKS("ranks-"),

  /** That of the launcher's agents on other hosts. */
  AGENTS("agents-");

  private static final long CREATE_TIMEOUT_S = 300;

  /**
   * Profiles of the same code by another program mislead the compilers. A JVM that does not know
   * these options records no cache either.
   */
  private static final List<String> USE =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining");

  private static final Set<PosixFilePermission> READ_ONLY =
      PosixFilePermissions.fromString("r--r--r--");

  private final String prefix;

  AotCache(String prefix) {
    this.prefix = prefix;
  }

  /** The jars of its JVMs, in the order of their class path. */
  public List<Path> jars() {
    Path core = Installation.core().toAbsolutePath();
    return this == RANKS ? List.of(core) : List.of(core, Installation.launcher().toAbsolutePath());
  }

  /** Options for a JVM to use the cache; none if there is no cache. */
  public List<String> options() {
    Path cache = file();
    return cache == null
        ? List.of()
        : Stream.concat(
                Stream.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off", "-Xlog:cds*=off"),
                USE.stream())
            .toList();
  }

  /** The cache, or null if there is none that may be used. */
  public @Nullable Path file() {
    if (!isWanted()) {
      return null;
    }
    Path core = Installation.core().toAbsolutePath();
    String name = fileName();
    for (Path directory : directories()) {
      Path cache = directory.resolve(name);
      if (Files.isReadable(cache)
          && (directory.equals(core.getParent())
              ? Ownership.isOfOwnerOf(core, cache)
              : Ownership.isOfThisUser(cache))) {
        return cache;
      }
    }
    return null;
  }

  /** The file for a new cache, or null if none is needed or no place is writable. */
  public @Nullable Path missing() {
    if (!isWanted() || file() != null) {
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
        return directory.resolve(fileName());
      }
    }
    return null;
  }

  /** Options for a JVM to record the classes that it loads, for {@link #create}. */
  public static List<String> recordOptions(Path cache) {
    return Stream.concat(
            Stream.of(
                "-XX:AOTMode=record",
                "-XX:AOTConfiguration=" + configuration(cache),
                "-Xlog:aot*=off",
                "-Xlog:cds*=off"),
            USE.stream())
        .toList();
  }

  /** Makes the cache from a JVM's record; replaces it in one step. */
  public boolean create(Path cache) throws IOException, InterruptedException {
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
                  jars().stream().map(Path::toString).collect(joining(File.pathSeparator)))
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
  private boolean isWanted() {
    return !"off".equals(System.getenv("RONSEL_AOT"))
        && jars().stream().allMatch(Files::isRegularFile);
  }

  private static List<Path> directories() {
    Path jars = Installation.core().toAbsolutePath().getParent();
    return List.of(jars, UserFolders.cache());
  }

  /** The name of the cache, which differs for each JDK and each build of Ronsel. */
  private String fileName() {
    StringBuilder key = new StringBuilder(System.getProperty("java.vm.version"));
    key.append(System.getProperty("java.home"));
    for (Path jar : jars()) {
      key.append(jar).append(jar.toFile().lastModified()).append(jar.toFile().length());
    }
    CRC32 checksum = new CRC32();
    checksum.update(key.toString().getBytes(StandardCharsets.UTF_8));
    return prefix + HexFormat.of().toHexDigits((int) checksum.getValue()) + ".aot";
  }
}
