package org.ronsel.launch.install;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.launch.console.SearchPath;
import org.ronsel.launch.spi.UsageException;

/** The places of this Ronsel and this Java. */
public final class Installation {
  private static final String MPI = "mpi/MPI.class";

  private Installation() {}

  /** The jar, or the directory, of ronsel-core. */
  public static Path core() {
    try {
      return Path.of(Ronsel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("ronsel-core has no place", e);
    }
  }

  /** The jar, or the directory, of ronsel-launch. */
  public static Path launcher() {
    try {
      return Path.of(
          Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("ronsel-launch has no place", e);
    }
  }

  /** Whether the {@code ronsel} script that runs the launcher is that of a checkout. */
  public static boolean isCheckout() {
    String home = System.getProperty("ronsel.home");
    Path tree = home == null ? null : Path.of(home);
    return tree != null
        && tree.endsWith(Path.of("target", "dist"))
        && Files.isRegularFile(tree.resolve("../../pom.xml"));
  }

  /** The {@code java} command that runs the launcher. */
  public static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /**
   * The path of the package {@code mpi} for programs: the value of the property {@code ronsel.mpi}
   * (a path; empty for none), else the jar beside that of ronsel-core, else the classes beside
   * those of ronsel-core in a build. Empty if this Ronsel has no such module.
   */
  public static List<String> mpi() {
    String named = System.getProperty("ronsel.mpi");
    if (named != null) {
      return named.isEmpty() ? List.of() : SearchPath.elements(named);
    }
    return mpiBeside(core().toAbsolutePath());
  }

  /** The path of the package {@code mpi} that belongs to a jar or directory of ronsel-core. */
  static List<String> mpiBeside(Path core) {
    Path directory = core.getParent();
    if (Files.isRegularFile(core)) {
      List<String> jars = jars(directory, "ronsel-mpi-*.jar");
      // In a build the jar is in the target directory of its own module.
      return jars.isEmpty() ? jars(ofModule(directory), "ronsel-mpi-*.jar") : jars;
    }
    Path target = ofModule(directory);
    if (!Files.isRegularFile(target.resolve("classes").resolve(MPI))) {
      return List.of();
    }
    // Classes whose names differ in case only are in a separate folder.
    return Stream.of("classes", "camel-classes")
        .map(target::resolve)
        .filter(Files::isDirectory)
        .map(Path::toString)
        .toList();
  }

  /** The target directory of ronsel-mpi, given that of ronsel-core. */
  private static Path ofModule(@Nullable Path target) {
    Path module = target == null ? null : target.getParent();
    Path all = module == null ? null : module.getParent();
    return all == null ? Path.of("") : all.resolve("ronsel-mpi").resolve("target");
  }

  private static List<String> jars(@Nullable Path directory, String glob) {
    List<String> found = new ArrayList<>();
    if (directory != null && Files.isDirectory(directory)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, glob)) {
        for (Path jar : jars) {
          if (!jar.toString().matches(".*-(sources|javadoc|tests)\\.jar")) {
            found.add(jar.toString());
          }
        }
      } catch (IOException e) {
        throw new UsageException("cannot list " + directory + ": " + e.getMessage());
      }
    }
    found.sort(null);
    return found.isEmpty() ? found : List.of(found.getFirst());
  }
}
