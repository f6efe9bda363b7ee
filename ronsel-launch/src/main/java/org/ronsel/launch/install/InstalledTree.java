package org.ronsel.launch.install;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.ronsel.launch.dialect.Dialect;
import org.ronsel.launch.spi.UsageException;

/**
 * A folder with a copy of Ronsel: {@code bin/ronsel} and the commands of other families as links to
 * it, {@code lib} with all jars, and among them jars with the names of other families' jars, which
 * refer to the package {@code mpi}.
 *
 * <p>Files are replaced, never overwritten, because running jobs have jars open. A list of
 * installed files lets the next installation remove those that it no longer has.
 */
public final class InstalledTree {
  /** Names of jars on class paths of programs and in build files for other families. */
  static final List<String> MPI_NAMES = List.of("mpj.jar", "fmpj.jar", "mpi.jar");

  private static final String STARTER = "starter.jar";

  /** Name of a class in the package of the command, which this package may not use. */
  private static final String STARTER_MAIN = "org.ronsel.launch.MpjExpressStarter";

  private static final String LIST = "lib/installed-files.txt";

  private final Path tree;
  private final Set<String> files = new LinkedHashSet<>();
  private boolean hasMpi;

  /**
   * Opens a tree.
   *
   * @throws UsageException if the folder has other files
   */
  InstalledTree(Path tree) throws IOException {
    this.tree = tree;
    if (Files.exists(tree) && !Files.isDirectory(tree)) {
      throw new UsageException("--tree " + tree + " is a file");
    }
    if (Files.isDirectory(tree) && !Files.exists(tree.resolve(LIST))) {
      try (Stream<Path> inside = Files.list(tree)) {
        if (inside.findAny().isPresent()) {
          throw new UsageException(
              "--tree "
                  + tree
                  + " is not empty and holds no installation of Ronsel: name another folder");
        }
      }
    }
  }

  /** Copies the distribution at {@code home} into the tree. */
  void fill(Path home) throws IOException {
    Path list = tree.resolve(LIST);
    if (Files.exists(tree) && Files.isSameFile(home, tree)) {
      throw new UsageException("--tree " + tree + " is where Ronsel runs from");
    }
    List<String> before = Files.exists(list) ? Files.readAllLines(list) : List.of();
    for (String part :
        List.of(
            "bin/ronsel", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "NOTICE")) {
      if (Files.exists(home.resolve(part))) {
        copy(home, home.resolve(part));
      }
    }
    for (String part : List.of("lib", "examples", "docs")) {
      copyAll(home, home.resolve(part));
    }
    for (String command : commands()) {
      link("bin/" + command);
    }
    nameMpi();
    makeStarter();
    removeAll(before);
    write(list, String.join("\n", files).getBytes(StandardCharsets.UTF_8));
  }

  /** The names by which {@code bin/ronsel} can be called. */
  public static List<String> commands() {
    List<String> names = new ArrayList<>(Dialect.names());
    names.addAll(CompilerWrapper.NAMES);
    names.addAll(Daemons.NAMES);
    return names;
  }

  /** A report of the installation, for the user. */
  String report() {
    String use =
        hasMpi
            ? """
              For programs of MPJ Express, FastMPJ and Open MPI:
                export MPJ_HOME=%s FMPJ_HOME=%s PATH=%s:"$PATH"
              """
                .formatted(quoted(tree), quoted(tree), quoted(tree.resolve("bin")))
            : "This Ronsel has no package mpi.\n";
    return "Installed in " + tree + ".\n" + use.stripTrailing();
  }

  private static String quoted(Path path) {
    return ShellWord.of(path.toString());
  }

  private void copyAll(Path home, Path from) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    List<Path> found;
    try (Stream<Path> walk = Files.walk(from)) {
      found = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : found) {
      String name = String.valueOf(file.getFileName());
      // Start-up caches are made for one place, perhaps just now; each tree makes its own. Files
      // that an installation has added are made anew.
      boolean ofPlace = isOfCache(home.relativize(file)) || name.equals(nameOf(LIST));
      if (!ofPlace && !MPI_NAMES.contains(name) && !name.equals(STARTER)) {
        copy(home, file);
      }
    }
  }

  /** Whether a file is a start-up cache, or one of those from which it is made. */
  private static boolean isOfCache(Path file) {
    return StreamSupport.stream(file.spliterator(), false)
        .anyMatch(element -> element.toString().matches(".*\\.aot(\\..*)?"));
  }

  private static String nameOf(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }

  private void copy(Path home, Path from) throws IOException {
    String name = home.relativize(from).toString();
    Path to = tree.resolve(name);
    Files.createDirectories(Objects.requireNonNull(to.getParent()));
    Path part = to.resolveSibling(to.getFileName() + ".part");
    Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
    files.add(name);
  }

  /** Creates another name of bin/ronsel, which checks the name by which it is called. */
  private void link(String name) throws IOException {
    Path link = tree.resolve(name);
    Files.deleteIfExists(link);
    try {
      Files.createSymbolicLink(link, Path.of("ronsel"));
    } catch (UnsupportedOperationException | IOException e) {
      // A file system without links.
      Files.copy(tree.resolve("bin/ronsel"), link, StandardCopyOption.COPY_ATTRIBUTES);
    }
    files.add(name);
  }

  /**
   * Creates jars without classes whose manifests refer to the package {@code mpi} and to Ronsel.
   * Copies would be further modules of the same name on the launcher's module path.
   */
  private void nameMpi() throws IOException {
    List<String> mpi =
        Installation.mpiBeside(tree.resolve("lib").resolve(jar("ronsel-core"))).stream()
            .map(each -> String.valueOf(Path.of(each).getFileName()))
            .toList();
    hasMpi = !mpi.isEmpty();
    if (!hasMpi) {
      return;
    }
    String classPath = String.join(" ", mpi) + " " + jar("ronsel-core");
    for (String name : MPI_NAMES) {
      signpost(name, classPath, new Attributes());
    }
  }

  /**
   * Creates the jar for scripts that call MPJ Express by {@code java -jar
   * $MPJ_HOME/lib/starter.jar}.
   */
  private void makeStarter() throws IOException {
    Attributes attributes = new Attributes();
    attributes.put(Attributes.Name.MAIN_CLASS, STARTER_MAIN);
    attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
    signpost(STARTER, String.join(" ", jarsOfLauncher()), attributes);
  }

  /** All that have a version in their names: what the launcher needs, and other commands. */
  private List<String> jarsOfLauncher() {
    return files.stream()
        .filter(file -> file.matches("lib/(?!ronsel-mpi).*-[0-9].*\\.jar"))
        .map(InstalledTree::nameOf)
        .toList();
  }

  /** Creates a jar without classes of its own. */
  private void signpost(String name, String classPath, Attributes attributes) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    manifest.getMainAttributes().putAll(attributes);
    Path jar = tree.resolve("lib").resolve(name);
    Path part = jar.resolveSibling(name + ".part");
    try (OutputStream out = Files.newOutputStream(part)) {
      new JarOutputStream(out, manifest).close();
    }
    Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
    files.add("lib/" + name);
  }

  private String jar(String module) {
    return files.stream()
        .filter(file -> file.matches("lib/" + module + "-[0-9].*\\.jar"))
        .map(InstalledTree::nameOf)
        .findFirst()
        .orElseThrow(() -> new UsageException("this Ronsel has no " + module + ".jar in its lib"));
  }

  /**
   * Removes files of the earlier installation that this one does not have, and its start-up caches.
   */
  private void removeAll(List<String> before) throws IOException {
    for (String name : before) {
      Path file = tree.resolve(name).normalize();
      if (!files.contains(name) && file.startsWith(tree)) {
        Files.deleteIfExists(file);
      }
    }
    try (Stream<Path> lib = Files.list(tree.resolve("lib"))) {
      for (Path file : lib.filter(f -> f.toString().matches(".*\\.aot(\\.key)?")).toList()) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(file);
        }
      }
    }
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.write(part, bytes);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
