package org.ronsel.bench.peer;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;

/**
 * An installed native library.
 *
 * @param peer the library
 * @param compiler its compiler wrapper
 * @param launcher its launcher
 * @param version as its compiler wrapper prints it, such as {@code 4.1.4}
 */
public record PeerInstallation(NativePeer peer, Path compiler, Path launcher, String version) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Pattern VERSION = Pattern.compile("\\b\\d+\\.\\d+(\\.\\d+)?[a-z0-9]*\\b");

  /**
   * Finds an installation on the PATH; a tool with a general name ({@code mpicc}) counts if its
   * version says that it belongs to this library.
   *
   * @throws UnavailableException naming what was not found
   */
  public static PeerInstallation find(NativePeer peer) throws UnavailableException {
    return find(peer, pathFolders());
  }

  static PeerInstallation find(NativePeer peer, List<Path> folders) throws UnavailableException {
    for (Path compiler : candidates(peer.compilers(), folders)) {
      String said = output(compiler, peer.compilerVersionOption());
      if (!said.contains(peer.compilerMark())) {
        continue;
      }
      for (Path launcher : candidates(peer.launchers(), folders)) {
        if (output(launcher, "--version").contains(peer.launcherMark())) {
          return new PeerInstallation(peer, compiler, launcher, version(said));
        }
      }
      throw missing(peer, peer.launchers());
    }
    throw missing(peer, peer.compilers());
  }

  /** First number of the version. */
  public int major() {
    return Integer.parseInt(version.substring(0, version.indexOf('.')));
  }

  static String version(String said) throws UnavailableException {
    Matcher matcher = VERSION.matcher(said);
    if (!matcher.find()) {
      throw new UnavailableException("no version found in: " + said.strip());
    }
    return matcher.group();
  }

  private static UnavailableException missing(NativePeer peer, List<String> names) {
    return new UnavailableException(
        peer.title() + " is not installed (no " + String.join(" or ", names) + " of it on PATH)");
  }

  private static List<Path> pathFolders() {
    List<Path> folders = new ArrayList<>();
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String folder : path.split(File.pathSeparator, -1)) {
      if (!folder.isEmpty()) {
        folders.add(Path.of(folder));
      }
    }
    return folders;
  }

  private static List<Path> candidates(List<String> names, List<Path> folders) {
    return names.stream()
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .filter(Files::isExecutable)
        .toList();
  }

  private static String output(Path program, String option) throws UnavailableException {
    List<String> command = List.of(program.toString(), option);
    try {
      ProcessRunner.Result result = ProcessRunner.run(new ProcessSpec(command, Map.of(), LIMIT));
      return String.join("\n", result.out()) + "\n" + String.join("\n", result.errors());
    } catch (IOException e) {
      throw new UnavailableException(program + " cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while asking " + program + " for its version");
    }
  }
}
