package org.ronsel.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build step that writes code once per primitive type, mode of sending, or form. */
class ExpandTemplatesTest {
  private static final Path PROGRAM = Path.of("src/build/java/ExpandTemplates.java");

  @TempDir static Path classes;
  @TempDir Path folder;
  private Path templates;
  private Path output;

  private record Outcome(int status, String text) {}

  @BeforeAll
  static void compile() {
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, "-d", classes.toString(), PROGRAM.toString());
    assertThat(status).isZero();
  }

  @BeforeEach
  void createFolders() throws IOException {
    templates = Files.createDirectories(folder.resolve("templates"));
    output = folder.resolve("output");
  }

  @Test
  void aBlockIsRepeatedForEveryPrimitiveTypeAndTheRestIsCopied() throws Exception {
    template(
        "p/Cells.java.template",
        """
        package p; // $type$ stays
          //#each primitive
          void put$Type$($type$[] a) {} // $TYPE$
          //#end
        // end
        """);

    assertThat(expand()).isEqualTo(new Outcome(0, ""));

    assertThat(output.resolve("p/Cells.java"))
        .hasContent(
            """
            package p; // $type$ stays
              void putByte(byte[] a) {} // BYTE
              void putBoolean(boolean[] a) {} // BOOLEAN
              void putChar(char[] a) {} // CHAR
              void putShort(short[] a) {} // SHORT
              void putInt(int[] a) {} // INT
              void putLong(long[] a) {} // LONG
              void putFloat(float[] a) {} // FLOAT
              void putDouble(double[] a) {} // DOUBLE
            // end
            """);
  }

  @Test
  void ofOverloadsTheOneForDoubleIsInTheJavadoc() throws Exception {
    template(
        "Sums.java.template",
        """
        //#each primitive:int,double
          /** Adds. */
          public final void add(
              $type$[] a) {}
          /**
           * Makes one.
           *
           * @param a what it has
           */
          @Deprecated
          public static Sums of($type$[] a) {}
          /** Named by its type. */
          public void get$Type$($type$[] a) {}
          /** A type. */
          public interface $Type$Sum {}
          /** Not public. */
          void internal($type$[] a) {}
        //#end
        """);

    assertThat(expand()).isEqualTo(new Outcome(0, ""));

    assertThat(output.resolve("Sums.java"))
        .hasContent(
            """
              /**
               * Adds.
               *
               * @hidden
               */
              public final void add(
                  int[] a) {}
              /**
               * Makes one.
               *
               * @param a what it has
               * @hidden
               */
              @Deprecated
              public static Sums of(int[] a) {}
              /** Named by its type. */
              public void getInt(int[] a) {}
              /** A type. */
              public interface IntSum {}
              /** Not public. */
              void internal(int[] a) {}
              /** Adds. */
              public final void add(
                  double[] a) {}
              /**
               * Makes one.
               *
               * @param a what it has
               */
              @Deprecated
              public static Sums of(double[] a) {}
              /** Named by its type. */
              public void getDouble(double[] a) {}
              /** A type. */
              public interface DoubleSum {}
              /** Not public. */
              void internal(double[] a) {}
            """);
  }

  @Test
  void aBlockIsRepeatedForTheNamedTypesOnly() throws Exception {
    template(
        "Sums.java.template",
        """
        //#each primitive:long, double
        $type$ first;
        $type$ second;
        //#end
        """);

    assertThat(expand()).isEqualTo(new Outcome(0, ""));

    assertThat(output.resolve("Sums.java"))
        .hasContent("long first;\nlong second;\ndouble first;\ndouble second;\n");
  }

  @Test
  void aBlockIsRepeatedForTheFormsOfACollectiveOperation() throws Exception {
    template(
        "Calls.java.template",
        """
        //#each form
        $Result$ $call:bcast$($Buffer$ b) { $return$$form$().broadcast(b); } // $Form$
        //#end
        //#each form:blocking, persistent
        $Result$ $call:Bcast$()
        //#end
        """);

    assertThat(expand()).isEqualTo(new Outcome(0, ""));

    assertThat(output.resolve("Calls.java"))
        .hasContent(
            """
            void bcast(@Nullable Object b) { blocking().broadcast(b); } // Blocking
            Request iBcast(@Nullable Object b) { return started().broadcast(b); } // Started
            Request iBcast(Buffer b) { return started().broadcast(b); } // Started
            Prequest bcastInit(@Nullable Object b) { return persistent().broadcast(b); } // Prepared
            void Bcast()
            Prequest Bcast_init()
            """);
  }

  @Test
  void aFileIsRepeatedForTheTypesThatItsFirstLineNames() throws Exception {
    template(
        "p/$Type$Pair.java.template",
        """
        //#file primitive:int,double
        class $Type$Pair {
          //#each primitive:int
          $type$ index;
          //#end
          $type$ value; // $TYPE$
        }
        """);

    assertThat(expand()).isEqualTo(new Outcome(0, ""));

    assertThat(output.resolve("p/IntPair.java"))
        .hasContent(
            """
            class IntPair {
              int index;
              int value; // INT
            }
            """);
    assertThat(output.resolve("p/DoublePair.java"))
        .hasContent(
            """
            class DoublePair {
              int index;
              double value; // DOUBLE
            }
            """);
  }

  @Test
  void anUnchangedFileIsNotWrittenAgainAndAnOrphanIsDeleted() throws Exception {
    Path template = template("A.java.template", "class A {}\n");
    template("B.java.template", "class B {}\n");
    expand();
    FileTime longAgo = FileTime.from(1_000_000, TimeUnit.SECONDS);
    Files.setLastModifiedTime(output.resolve("B.java"), longAgo);
    Files.delete(template);

    assertThat(expand()).isEqualTo(new Outcome(0, ""));

    assertThat(output.resolve("A.java")).doesNotExist();
    assertThat(Files.getLastModifiedTime(output.resolve("B.java"))).isEqualTo(longAgo);
  }

  @Test
  void aMistakeIsReportedWithItsLineAndEndsTheBuild() throws Exception {
    assertMistake("x\n//#each primitive\ny\n", ":2: //#each without //#end");
    assertMistake("x\n//#end\n", ":2: //#end without //#each");
    assertMistake("//#each primitive:integer\n//#end\n", ":1: 'integer' is not a primitive type");
    assertMistake("//#each form:waiting\n//#end\n", ":1: 'waiting' is not a form");
    assertMistake("//#each letter\n//#end\n", ":1: cannot repeat for 'letter'");
    assertMistake("//#each primitive\n//#each primitive\n//#end\n", ":2: blocks do not nest");
    assertMistake("//#file primitive:int\n", ":1: the name of the file has no $Type$ in it");
  }

  private void assertMistake(String text, String message) throws Exception {
    Path template = template("Wrong.java.template", text);
    Outcome outcome = expand();
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.text()).startsWith(template + message);
    assertThat(output).doesNotExist();
  }

  private Path template(String name, String text) throws IOException {
    Path file = templates.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Outcome expand() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes.toString(),
                "ExpandTemplates",
                templates.toString(),
                output.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Outcome(process.waitFor(), text);
  }
}
