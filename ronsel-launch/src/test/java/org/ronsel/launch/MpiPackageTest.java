package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.install.CompilerWrapper;

/** Ronsel's package {@code mpi}, here a small one, in front of a program's class path. */
class MpiPackageTest {
  private static final String MAIN =
      """
      import mpi.MPI;
      public class Main {
        public static void main(String[] args) throws Exception {
          synchronized (MPI.class) { // ranks may share it
            MPI.calls++;
          }
          int rank = org.ronsel.Ronsel.world().rank();
          org.ronsel.Ronsel.world().barrier();
          System.out.println(rank + " " + MPI.origin() + " " + MPI.calls + " "
              + (MPI.class.getClassLoader() == Main.class.getClassLoader()));
        }
      }
      """;

  @TempDir Path folder;
  private Path ours;
  private Path other;
  private Path fat;

  @BeforeEach
  void compile() throws IOException {
    ours = jar("ours.jar", null, mpi("ours"));
    Path otherClasses = mpi("other");
    other = jar("mpj.jar", null, otherClasses);
    Path classes = folder.resolve("main");
    javac(classes, folder.resolve("Main.java"), MAIN, other + ":" + TestInstallation.core());
    fat = jar("fat.jar", "Main", otherClasses, classes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--jvms=2", "--processes"})
  void itWinsOverAnotherInsideAFatJarAndItsStaticsAreOfTheRank(String placement) throws Exception {
    Job.Result result = Job.runWithMpi(ours, "run", "-n", 3, placement, fat);
    assertThat(result.sortedLines())
        .containsExactly("0 ours 1 true", "1 ours 1 true", "2 ours 1 true");
    assertThat(result.err())
        .isEqualTo("ronsel: package mpi is that of " + ours + ", not that in " + fat + "\n");
    assertThat(result.status()).isZero();
  }

  @Test
  void sharedClassesShareIt() throws Exception {
    Job.Result result = Job.runWithMpi(ours, "run", "-n", 2, "--shared-classes", fat);
    assertThat(result.sortedLines()).containsExactly("0 ours 2 true", "1 ours 2 true");
  }

  @Test
  void itWinsOverAnotherJarOfTheClassPath() throws Exception {
    Path classes = folder.resolve("main");
    Job.Result result =
        Job.runWithMpi(ours, "mpjrun.sh", "-np", 2, "-cp", other + ":" + classes, "Main");
    assertThat(result.sortedLines()).containsExactly("0 ours 1 true", "1 ours 1 true");
    assertThat(result.err().lines())
        .hasSize(1)
        .allMatch(line -> line.contains("not that in " + other));
  }

  @Test
  void itWinsOverAnotherThatAManifestNames() throws Exception {
    Manifest manifest = manifest("Main");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "mpj.jar");
    Path program = folder.resolve("thin.jar");
    write(program, manifest, folder.resolve("main"));
    Job.Result result = Job.runWithMpi(ours, "fmpjrun", "-np", 1, "-jar", program);
    assertThat(result.out()).isEqualTo("0 ours 1 true\n");
    assertThat(result.err().lines()).hasSize(1).allMatch(line -> line.contains(other.toString()));
  }

  @Test
  void jarsOfOtherNamesThatLeadToItAreNotSpokenOf() throws Exception {
    Manifest manifest = manifest(null);
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "ours.jar");
    Path alias = folder.resolve("fmpj.jar");
    write(alias, manifest);
    Path classes = folder.resolve("main");
    Job.Result result = Job.runWithMpi(ours, "run", "-n", 1, "-cp", alias + ":" + classes, "Main");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("0 ours 1 true\n");
  }

  @Test
  void itCanBeLeftOut() throws Exception {
    Job.Result result = Job.runWithMpi(ours, "run", "-n", 1, "--no-mpi", fat);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("0 other 1 true\n");
  }

  @Test
  void sourceFilesAreCompiledWithIt() throws Exception {
    Path source = folder.resolve("Main.java");
    Job.Result result = Job.runWithMpi(ours, "run", "-n", 2, source);
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("0 ours 1 true", "1 ours 1 true");
    Job.Result without = Job.runWithMpi("", "run", "-n", 2, source);
    assertThat(without.status()).isEqualTo(1);
    assertThat(without.err()).contains("package mpi does not exist");
  }

  @Test
  void compilerCommandsHaveItOnTheirClassPath() throws Exception {
    Path out = folder.resolve("compiled");
    Path source = folder.resolve("Main.java");
    for (String command : CompilerWrapper.NAMES) {
      Job.Result result = Job.runWithMpi(ours, command, "-cp", folder, "-d", out, source);
      assertThat(result.err()).isEmpty();
      assertThat(result.status()).isZero();
      assertThat(Files.deleteIfExists(out.resolve("Main.class"))).isTrue();
    }
    Job.Result shown = Job.runWithMpi(ours, "mpijavac", "--showme", "-g", source);
    assertThat(shown.out())
        .isEqualTo("javac -cp " + ours + ":" + TestInstallation.core() + ":. -g " + source + "\n");
    Job.Result none = Job.runWithMpi("", "fmpjc", source);
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).isEqualTo("ronsel fmpjc: this Ronsel has no package mpi\n");
  }

  /** Under its own name, by which it has packages of the core that are no API. */
  @Test
  void modulesCanRequireIt() throws Exception {
    Path facade = folder.resolve("facade");
    Path facadeInfo = folder.resolve("facade-src/module-info.java");
    Files.createDirectories(facadeInfo.getParent());
    Files.writeString(
        facadeInfo, "module org.ronsel.mpi { requires org.ronsel.core; exports mpi; }");
    Path type = folder.resolve("facade-src/mpi/MPI.java");
    String usesExport =
        "static { org.ronsel.comm.UntypedCommunicator.of(\"MPI\", org.ronsel.Ronsel.world()); }";
    javac(
        facade,
        type,
        mpiSource("ours").replaceFirst("int calls;", "int calls; " + usesExport),
        List.of("-p", TestInstallation.core(), facadeInfo));
    Path module = folder.resolve("module");
    Files.createDirectories(folder.resolve("module-src"));
    Path info = folder.resolve("module-src/module-info.java");
    Files.writeString(info, "module m { requires org.ronsel.mpi; requires org.ronsel.core; }");
    String modulePath = facade + ":" + TestInstallation.core();
    Path main = folder.resolve("module-src/p/Main.java");
    javac(module, main, "package p; " + MAIN, List.of("-p", modulePath, info));
    Job.Result result = Job.runWithMpi(facade, "run", "-n", 2, "-p", module, "-m", "m/p.Main");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("0 ours 1 true", "1 ours 1 true");
  }

  @Test
  void aClassOfAnotherLibraryThatItDoesNotHaveIsExplained() throws Exception {
    Path theirs = folder.resolve("theirs");
    javac(theirs, folder.resolve("File.java"), "package mpi; public class File {}", ".");
    Path classes = folder.resolve("files");
    String main =
        "public class Reads { public static void main(String[] args) { new mpi.File().hashCode(); } }";
    javac(classes, folder.resolve("Reads.java"), main, theirs.toString());
    Job.Result result = Job.runWithMpi(ours, "run", "-n", 1, "-cp", classes, "Reads");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("NoClassDefFoundError: mpi/File")
        .contains(
            "mpi.File is not there; which classes of other libraries Ronsel's package mpi does")
        .contains("docs/compatibility.md");
  }

  private Path mpi(String origin) throws IOException {
    Path classes = folder.resolve(origin);
    javac(classes, folder.resolve(origin + "-src/mpi/MPI.java"), mpiSource(origin), ".");
    return classes;
  }

  private static String mpiSource(String origin) {
    return "package mpi; public class MPI { public static int calls;"
        + " public static String origin() { return \""
        + origin
        + "\"; } }";
  }

  private static void javac(Path classes, Path file, String source, String classPath)
      throws IOException {
    javac(classes, file, source, List.of("-cp", classPath));
  }

  private static void javac(Path classes, Path file, String source, List<?> options)
      throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    List<String> all = new ArrayList<>(List.of("-d", classes.toString(), file.toString()));
    options.forEach(option -> all.add(option.toString()));
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(javac.run(System.out, System.err, all.toArray(new String[0]))).isZero();
  }

  private Path jar(String name, String mainClass, Path... classes) throws IOException {
    Path jar = folder.resolve(name);
    write(jar, manifest(mainClass), classes);
    return jar;
  }

  private static Manifest manifest(String mainClass) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (mainClass != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    }
    return manifest;
  }

  private static void write(Path jar, Manifest manifest, Path... classes) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Path root : classes) {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
          files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path each : files) {
          out.putNextEntry(new JarEntry(root.relativize(each).toString()));
          out.write(Files.readAllBytes(each));
        }
      }
    }
  }
}
