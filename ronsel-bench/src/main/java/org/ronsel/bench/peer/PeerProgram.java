package org.ronsel.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.UserFolders;
import org.ronsel.launch.spi.WholeFile;

/**
 * Compiles our C program with a native library, once per source and library version: the result is
 * kept in the user's cache folder ({@code $XDG_CACHE_HOME} or {@code ~/.cache}, under {@code
 * ronsel/bench}).
 */
public final class PeerProgram {
  private static final String PROGRAM = "mpi_peer";
  private static final List<String> SOURCES =
      List.of(
          "mpi_peer.c",
          "content.c",
          "point_to_point.c",
          "layout.c",
          "operations.c",
          "tail.c",
          "overlap.c",
          "one_sided.c",
          "batches.c",
          "turns.c");
  private static final List<String> HEADERS = List.of("mpi_peer.h");
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private PeerProgram() {}

  /**
   * The compiled program.
   *
   * @throws UnavailableException with the compiler's last message if it does not compile
   */
  public static Path compile(PeerInstallation installation) throws UnavailableException {
    return compile(installation, UserFolders.cache().resolve("bench"));
  }

  static Path compile(PeerInstallation installation, Path folder) throws UnavailableException {
    try {
      Map<String, byte[]> files = files();
      Path program = folder.resolve(name(installation, files));
      if (Files.isExecutable(program)) {
        return program;
      }
      Files.createDirectories(folder);
      Path work = Files.createTempDirectory(folder, "compile");
      try {
        Path built = build(installation, files, work);
        WholeFile.move(built, program); // of several runs that compile it the last one wins
      } finally {
        for (String file : files.keySet()) {
          Files.deleteIfExists(work.resolve(file));
        }
        Files.deleteIfExists(work.resolve(PROGRAM));
        Files.delete(work);
      }
      return program;
    } catch (IOException e) {
      throw new UnavailableException("the C program cannot be compiled: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while compiling the C program");
    }
  }

  private static Path build(PeerInstallation installation, Map<String, byte[]> files, Path work)
      throws IOException, InterruptedException, UnavailableException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(work.resolve(file.getKey()), file.getValue());
    }
    Path built = work.resolve(PROGRAM);
    List<String> command =
        new ArrayList<>(
            List.of(installation.compiler().toString(), "-O2", "-pthread", "-o", built.toString()));
    SOURCES.forEach(source -> command.add(work.resolve(source).toString()));
    ProcessRunner.Result result = ProcessRunner.run(new ProcessSpec(command, Map.of(), LIMIT));
    if (result.timedOut() || result.status() != 0) {
      throw new UnavailableException(
          installation.compiler() + " cannot compile the C program: " + result.lastError());
    }
    return built;
  }

  private static String name(PeerInstallation installation, Map<String, byte[]> files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      files.values().forEach(digest::update);
      String tools = installation.compiler() + " " + installation.version();
      digest.update(tools.getBytes(StandardCharsets.UTF_8));
      String hash = HexFormat.of().formatHex(digest.digest(), 0, 8);
      return PROGRAM + "-" + installation.peer().label() + "-" + hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The source files of the program, by name. */
  private static Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (List<String> names : List.of(HEADERS, SOURCES)) {
      for (String name : names) {
        try (InputStream stream = PeerProgram.class.getResourceAsStream(name)) {
          if (stream == null) {
            throw new IOException(name + " is missing from the benchmarks");
          }
          files.put(name, stream.readAllBytes());
        }
      }
    }
    return files;
  }
}
