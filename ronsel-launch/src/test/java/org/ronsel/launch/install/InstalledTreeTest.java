package org.ronsel.launch.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.Ronsel;
import org.ronsel.launch.Main;
import org.ronsel.launch.spi.UsageException;
import picocli.CommandLine;

/** What {@code ronsel install --tree} makes of a distribution. */
@DisabledOnOs(OS.WINDOWS)
class InstalledTreeTest {
  private static final List<String> JARS =
      List.of(
          "jackson-jr-objects-2.jar",
          "picocli-4.jar",
          "ronsel-core-1.jar",
          "ronsel-launch-1.jar",
          "ronsel-mpi-1.jar");

  private static final Map<Class<?>, String> JAR_OF =
      Map.of(
          Ronsel.class, "ronsel-core-1.jar",
          Main.class, "ronsel-launch-1.jar",
          CommandLine.class, "picocli-4.jar");

  @TempDir Path folder;
  private Path home;
  private Path tree;

  @BeforeEach
  void distribution() throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    tree = folder.resolve("opt/ronsel");
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve("examples/data"));
    Path script = Files.writeString(home.resolve("bin/ronsel"), "#!/bin/sh\necho ${0##*/}\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(home.resolve("README.md"), "read");
    Files.writeString(home.resolve("CHANGELOG.md"), "what is new");
    Files.writeString(home.resolve("examples/data/x.txt"), "x");
    Files.createDirectories(home.resolve("docs/guide"));
    Files.writeString(home.resolve("docs/guide/first.md"), "first steps");
    for (String jar : JARS) {
      new JarOutputStream(Files.newOutputStream(home.resolve("lib").resolve(jar))).close();
    }
    Files.writeString(home.resolve("lib/launcher.aot"), "cache");
    Files.writeString(home.resolve("lib/launcher.aot.key"), "key");
    Path making = Files.createDirectory(home.resolve("lib/launcher.aot.77.d"));
    Files.writeString(making.resolve("new.aot.config"), "a cache that is being made");
  }

  @Test
  void itHasTheCommandsOfAllFamilies() throws Exception {
    new InstalledTree(tree).fill(home);
    assertThat(InstalledTree.commands())
        .contains("mpjrun", "mpjrun.sh", "fmpjrun", "mpirun", "mpiexec", "mpjboot", "mpjhalt")
        .contains("mpjdaemon", "mpjinfo", "fmpjboot", "fmpjc", "mpijavac");
    for (String command : InstalledTree.commands()) {
      Process process = new ProcessBuilder(tree.resolve("bin/" + command).toString()).start();
      assertThat(new String(process.getInputStream().readAllBytes(), UTF_8).strip())
          .isEqualTo(command);
    }
  }

  @Test
  void itHasTheJarsAndThoseOfOtherNamesLeadToThePackageMpi() throws Exception {
    InstalledTree installed = new InstalledTree(tree);
    installed.fill(home);
    assertThat(names(tree.resolve("lib")))
        .containsExactly(
            "fmpj.jar",
            "installed-files.txt",
            "jackson-jr-objects-2.jar",
            "mpi.jar",
            "mpj.jar",
            "picocli-4.jar",
            "ronsel-core-1.jar",
            "ronsel-launch-1.jar",
            "ronsel-mpi-1.jar",
            "starter.jar");
    for (String name : InstalledTree.MPI_NAMES) {
      try (JarFile jar = new JarFile(tree.resolve("lib").resolve(name).toFile())) {
        assertThat(jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
            .isEqualTo("ronsel-mpi-1.jar ronsel-core-1.jar");
      }
    }
    try (JarFile jar = new JarFile(tree.resolve("lib/starter.jar").toFile())) {
      String classPath = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      assertThat(classPath.split(" "))
          .containsExactlyInAnyOrder(
              "jackson-jr-objects-2.jar",
              "picocli-4.jar",
              "ronsel-core-1.jar",
              "ronsel-launch-1.jar");
    }
    assertThat(tree.resolve("examples/data/x.txt")).hasContent("x");
    assertThat(tree.resolve("README.md")).hasContent("read");
    assertThat(tree.resolve("CHANGELOG.md")).hasContent("what is new");
    assertThat(tree.resolve("docs/guide/first.md")).hasContent("first steps");
    assertThat(installed.report()).contains("MPJ_HOME=" + tree, tree + "/bin");
  }

  @Test
  void whatItPrintsCanBePastedIntoAShell() throws Exception {
    Path odd = folder.resolve("it's a $HOME");
    InstalledTree installed = new InstalledTree(odd);
    installed.fill(home);
    String export = installed.report().lines().reduce((first, last) -> last).orElseThrow();
    Process shell = new ProcessBuilder("sh", "-c", export + "; echo \"$MPJ_HOME\"; mpirun").start();
    assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo(odd + "\nmpirun\n");
  }

  @Test
  void itsStarterIsMpjrun() throws Exception {
    for (Class<?> each : List.of(Ronsel.class, Main.class, CommandLine.class)) {
      Path place = Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path jar = home.resolve("lib").resolve(JAR_OF.get(each));
      try (OutputStream file = Files.newOutputStream(jar);
          JarOutputStream out = new JarOutputStream(file)) {
        if (Files.isDirectory(place)) {
          copy(place, out);
        }
      }
      if (!Files.isDirectory(place)) {
        Files.copy(place, jar, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    new InstalledTree(tree).fill(home);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String starter = tree.resolve("lib/starter.jar").toString();
    Process process =
        new ProcessBuilder(java.toString(), "-jar", starter, "-h")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .startsWith("ronsel run, called as mpjrun.sh.");
  }

  private static void copy(Path classes, JarOutputStream out) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(classes)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path each : files) {
      out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
      out.write(Files.readAllBytes(each));
    }
  }

  @Test
  void withoutThePackageMpiThereAreNoJarsOfOtherNames() throws Exception {
    Files.delete(home.resolve("lib/ronsel-mpi-1.jar"));
    InstalledTree installed = new InstalledTree(tree);
    installed.fill(home);
    assertThat(names(tree.resolve("lib"))).doesNotContainAnyElementsOf(InstalledTree.MPI_NAMES);
    assertThat(installed.report()).contains("no package mpi");
  }

  @Test
  void anEarlierInstallationIsReplacedAndOtherFilesStay() throws Exception {
    new InstalledTree(tree).fill(home);
    Files.writeString(tree.resolve("lib/launcher.aot"), "cache of the old jars");
    Files.writeString(tree.resolve("lib/mine.jar"), "mine");
    Files.move(home.resolve("lib/picocli-4.jar"), home.resolve("lib/picocli-5.jar"));

    new InstalledTree(tree).fill(home);

    assertThat(names(tree.resolve("lib")))
        .contains("picocli-5.jar", "mine.jar", "mpj.jar")
        .doesNotContain("picocli-4.jar", "launcher.aot");
  }

  @Test
  void aTreeCanBeInstalledFromATree() throws Exception {
    new InstalledTree(tree).fill(home);
    Path second = folder.resolve("second");
    new InstalledTree(second).fill(tree);
    assertThat(names(second.resolve("lib"))).isEqualTo(names(tree.resolve("lib")));
    assertThatThrownBy(() -> new InstalledTree(tree).fill(tree))
        .hasMessageContaining("is where Ronsel runs from");
  }

  @Test
  void aFolderOfSomethingElseIsLeftAlone() throws Exception {
    Files.createDirectories(tree);
    Files.writeString(tree.resolve("thesis.tex"), "precious");
    assertThatThrownBy(() -> new InstalledTree(tree))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(tree + " is not empty and holds no installation of Ronsel");
    Path file = tree.resolve("thesis.tex");
    assertThatThrownBy(() -> new InstalledTree(file)).hasMessageContaining("is a file");
    assertThat(names(tree)).containsExactly("thesis.tex");
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
