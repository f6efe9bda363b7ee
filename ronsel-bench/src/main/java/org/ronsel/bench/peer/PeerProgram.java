package org.ronsel.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ronsel.bench.run.Invocation;
import org.ronsel.bench.run.ProcessRunner;
import org.ronsel.bench.run.UnavailableException;

/**
 * Compiles our C program with a native library, once per source and library version: the result
 * lies in the user's cache folder ({@code $XDG_CACHE_HOME} or {@code ~/.cache}, under {@code
 * ronsel/bench}).
 */
public final class PeerProgram {
  private static final String SOURCE = "mpi_peer.c";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private PeerProgram() {}

  /**
   * The compiled program.
   *
   * @throws UnavailableException with the compiler's last message if it does not compile
   */
  public static Path compile(Installation installation) throws UnavailableException {
    return compile(installation, cacheFolder());
  }

  static Path compile(Installation installation, Path folder) throws UnavailableException {
    try {
      byte[] source = source();
      Path program = folder.resolve(name(installation, source));
      if (Files.isExecutable(program)) {
        return program;
      }
      Files.createDirectories(folder);
      Path work = Files.createTempDirectory(folder, "compile");
      try {
        Path built = build(installation, source, work);
        move(built, program);
      } finally {
        Files.deleteIfExists(work.resolve(SOURCE));
        Files.deleteIfExists(work.resolve("mpi_peer"));
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

  private static Path build(Installation installation, byte[] source, Path work)
      throws IOException, InterruptedException, UnavailableException {
    Path file = Files.write(work.resolve(SOURCE), source);
    Path built = work.resolve("mpi_peer");
    List<String> command =
        List.of(installation.compiler().toString(), "-O2", "-o", built.toString(), file.toString());
    ProcessRunner.Result result = ProcessRunner.run(new Invocation(command, Map.of(), LIMIT));
    if (result.timedOut() || result.status() != 0) {
      throw new UnavailableException(
          installation.compiler() + " cannot compile the C program: " + result.lastError());
    }
    return built;
  }

  /** Another run may be compiling the same program; whoever comes last replaces it whole. */
  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String name(Installation installation, byte[] source) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(source);
      String tools = installation.compiler() + " " + installation.version();
      digest.update(tools.getBytes(StandardCharsets.UTF_8));
      String hash = HexFormat.of().formatHex(digest.digest(), 0, 8);
      return "mpi_peer-" + installation.peer().label() + "-" + hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static byte[] source() throws IOException {
    try (InputStream stream = PeerProgram.class.getResourceAsStream(SOURCE)) {
      if (stream == null) {
        throw new IOException(SOURCE + " is missing from the benchmarks");
      }
      return stream.readAllBytes();
    }
  }

  private static Path cacheFolder() {
    Path base =
        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
            .filter(value -> !value.isBlank())
            .map(Path::of)
            .filter(Path::isAbsolute)
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
    return base.resolve("ronsel").resolve("bench");
  }
}
