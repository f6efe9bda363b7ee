package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms in which a program can be given. */
class ProgramFormsTest {
  private static final String GREETER =
      """
      package greeting;
      import org.ronsel.Ronsel;
      public class Greeter {
        public static void main(String[] args) throws Exception {
          try (var in = Greeter.class.getResourceAsStream("word.txt")) {
            System.out.println(new String(in.readAllBytes()).strip() + " " + Ronsel.world().rank()
                + " " + String.join(",", args) + " " + Greeter.class.getModule());
          }
          if (args.length == 0) System.exit(9);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void aCompactSourceFile() throws Exception {
    Job.Result result =
        Job.run("run", "-n", 3, "--", TestPrograms.source("Who"), "a", "-b", ":", "c d");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.sortedLines())
        .containsExactly("0 of 3 a,-b,:,c d", "1 of 3 a,-b,:,c d", "2 of 3 a,-b,:,c d");
  }

  @Test
  void aSourceFileWithSeveralClassesAndOthersInItsDirectories() throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src/app/part"));
    Files.writeString(folder.resolve("src/module-info.java"), "module app { requires none; }");
    Files.writeString(
        sources.resolve("Piece.java"),
        "package app.part; public class Piece { public static String name() { return \"piece\"; } }");
    Path main =
        Files.writeString(
            folder.resolve("src/app/Main.java"),
            """
            package app;
            import app.part.Piece;
            public class Main {
              public static void main(String... args) { new Helper().print(Piece.name()); }
            }
            class Helper { void print(String s) { System.out.println("helped " + s); } }
            """);
    Job.Result result = Job.run("run", "-n", 1, main);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("helped piece\n");
  }

  /** The first class with a main is started, or a later one if the first has none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          first main | class A { void main() { print("A"); } } class Main { void main() {} } | A
          named      | class A {} class B { void main() {} } class Main { void main() { print("Main"); } } | Main
          other      | class A {} interface I {} class B { static void main() { print("B"); } } | B
          inherited  | class A extends B {} class B { void main() { print(getClass().getName()); } } | A
          """)
  void aSourceFileIsStartedByTheClassWithAMain(String name, String classes, String expected)
      throws Exception {
    Path main =
        Files.writeString(
            folder.resolve("Main.java"), classes.replace("print(", "System.out.println("));
    Job.Result result = Job.run("run", "-n", 1, main);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo(expected + "\n");
  }

  @Test
  void aSourceFileIsCompiledWithTheOptionsOfItsJvmThatConcernTheCompiler() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Needs.java"),
            """
            void main() {
              int i = 5;
              switch (i) {
                case int j when j > 3 -> IO.println("a preview feature " + j);
                default -> IO.println("?");
              }
              IO.println("an export " + jdk.internal.misc.VM.isBooted());
              IO.println("a module " + jdk.incubator.vector.IntVector.class.getSimpleName());
            }
            """);
    Job.Result result =
        Job.run(
            "run",
            "-n",
            1,
            "-J--enable-preview",
            "-J--add-exports",
            "-Jjava.base/jdk.internal.misc=ALL-UNNAMED",
            "-J--add-modules=ALL-DEFAULT,jdk.incubator.vector",
            source);
    assertThat(result.err()).doesNotContain("ronsel: ");
    assertThat(result.out()).isEqualTo("a preview feature 5\nan export true\na module IntVector\n");
    assertThat(result.status()).isZero();
  }

  @Test
  void aSourceFileOfLatin1() throws Exception {
    Path source = folder.resolve("Latin.java");
    String text = "void main() { IO.println((int) \"\u00e9\".charAt(0)); } // caf\u00e9\n";
    Files.writeString(source, text, StandardCharsets.ISO_8859_1);
    Job.Result guessed = Job.run("run", "-n", 1, source);
    assertThat(guessed.err())
        .isEqualTo(
            "ronsel: Latin.java is not in UTF-8, and read as ISO-8859-1 (-J-Dfile.encoding=... if"
                + " it is in neither)\n");
    assertThat(guessed.out()).isEqualTo("233\n");
    Job.Result told = Job.run("run", "-n", 1, "-J-Dfile.encoding=IBM850", source);
    assertThat(told.err()).isEmpty();
    assertThat(told.out()).isEqualTo((int) 'Ú' + "\n");
  }

  @Test
  void aSourceFileThatDoesNotCompileRunsNowhere() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Wrong.java"), "void main() {\n  int i = \"text\";\n  foo();\n}\n");
    Job.Result result = Job.run("run", "-n", 2, "--processes", source);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("does not compile")
        .contains("Wrong.java:2")
        .contains("incompatible types")
        .contains("Wrong.java:3")
        .contains("2 errors")
        .doesNotContain("compatibility.md")
        .doesNotContain("\tat ");
  }

  @Test
  void aClassOnAClassPath() throws Exception {
    Path classes = compile(folder.resolve("classes"));
    Job.Result result =
        Job.run("run", "-n", 2, "--class-path", classes, "greeting.Greeter", "x", "y");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .hasSize(2)
        .allMatch(line -> line.matches("hello [01] x,y unnamed module .*"));
  }

  @Test
  void anExecutableJarWithALibrary() throws Exception {
    Path classes = compile(folder.resolve("classes"));
    Path library = folder.resolve("library.jar");
    jar(library, null, classes, "greeting/Greeter.class", "greeting/word.txt");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "greeting.Greeter");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "library.jar");
    Path program = folder.resolve("program.jar");
    jar(program, manifest, classes);
    Job.Result result = Job.run("run", "-n", 2, program, "z");
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines()).hasSize(2).allMatch(line -> line.contains("hello"));
  }

  @Test
  void aClassOfAModule() throws Exception {
    Path module = folder.resolve("module");
    Path source = folder.resolve("module-src/module-info.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "module greeter { requires org.ronsel.core; requires java.sql; }");
    compile(module, source);
    for (String placement : List.of("--jvms=1", "--processes")) {
      Job.Result result =
          Job.run("run", "-n", 2, placement, "-p", module, "-m", "greeter/greeting.Greeter", "m");
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines())
          .containsExactly("hello 0 m module greeter", "hello 1 m module greeter");
    }
    Job.Result exits = Job.run("run", "-n", 2, "-p", module, "-m", "greeter/greeting.Greeter");
    assertThat(exits.status()).as("System.exit is rewritten in modules too").isEqualTo(9);
    assertThat(exits.err()).containsPattern("rank [01] ended the job by System.exit\\(9\\)");
  }

  private Path compile(Path classes, Path... more) throws IOException {
    Path source = folder.resolve("greeter-src/greeting/Greeter.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, GREETER);
    String core = TestInstallation.core().toString();
    String[] arguments = {"-d", classes.toString(), "-cp", core, "-p", core, source.toString()};
    List<String> all = new ArrayList<>(List.of(arguments));
    for (Path each : more) {
      all.add(each.toString());
    }
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, all.toArray(new String[0]));
    assertThat(status).isZero();
    Files.writeString(classes.resolve("greeting/word.txt"), "hello");
    return classes;
  }

  private static void jar(Path jar, Manifest manifest, Path classes, String... entries)
      throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out =
            manifest == null ? new JarOutputStream(file) : new JarOutputStream(file, manifest)) {
      for (String entry : entries) {
        out.putNextEntry(new JarEntry(entry));
        out.write(Files.readAllBytes(classes.resolve(entry)));
      }
    }
  }
}
