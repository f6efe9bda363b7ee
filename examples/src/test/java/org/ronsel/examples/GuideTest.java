package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.ronsel.Ronsel;

/**
 * Every program in the README and in the guide compiles, runs with its ranks as threads and as
 * processes, and prints what the document says.
 */
class GuideTest {
  @TempDir static Path classes;
  private static List<Listing> listings = List.of();

  @BeforeAll
  static void compile() throws IOException {
    listings = Listing.all();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<Source> sources = listings.stream().map(Source::new).toList();
    assertThat(listings).extracting(Listing::name).doesNotHaveDuplicates();
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
    compiler.getTask(null, null, problems, options, null, sources).call();
    assertThat(problems.getDiagnostics())
        .filteredOn(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .extracting(GuideTest::place)
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramPrintsWhatTheGuideSaysWhereRanksAreThreads(Listing program) throws Exception {
    List<String> printed =
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> runThreads(program));
    assertThat(program.comparable(printed))
        .as(program.toString())
        .isEqualTo(program.comparable(program.output()));
  }

  /** One job for all programs with the same number of ranks. */
  @Test
  void allProgramsPrintWhatTheGuideSaysWhereRanksAreProcesses() throws Exception {
    Map<Integer, List<Listing>> byRanks = new TreeMap<>();
    programs()
        .forEach(each -> byRanks.computeIfAbsent(each.ranks(), n -> new ArrayList<>()).add(each));
    for (List<Listing> programs : byRanks.values()) {
      Job job = runProcesses(programs);
      Map<String, List<String>> printed = new HashMap<>();
      for (String line : job.lines()) {
        String name = line.substring(0, line.indexOf('|'));
        printed
            .computeIfAbsent(name, n -> new ArrayList<>())
            .add(line.substring(name.length() + 1));
      }
      for (Listing program : programs) {
        assertThat(program.comparable(printed.getOrDefault(program.name(), List.of())))
            .as(program + "\n" + job.err())
            .isEqualTo(program.comparable(program.output()));
      }
      job.succeeded();
    }
  }

  @Test
  void theTestClassesOfTheGuidePass() throws Exception {
    List<Listing> tests = listings.stream().filter(each -> !each.isProgram()).toList();
    assertThat(tests).isNotEmpty();
    for (Listing test : tests) {
      try (URLClassLoader loader = loader()) {
        Class<?> type = loader.loadClass(test.name());
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(type))
            .execute()
            .testEvents()
            .assertStatistics(s -> s.started(5).succeeded(5));
      }
    }
  }

  static Stream<Listing> programs() {
    return listings.stream().filter(Listing::isProgram);
  }

  /** Runs a program in this JVM; each rank has classes, and so static fields, of its own. */
  private static List<String> runThreads(Listing program) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    ConcurrentLinkedQueue<URLClassLoader> loaders = new ConcurrentLinkedQueue<>();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Ronsel.run(
          program.ranks(),
          world -> {
            URLClassLoader loader = loader();
            loaders.add(loader);
            Thread.currentThread().setContextClassLoader(loader);
            ListedPrograms.run(loader.loadClass(program.name()));
          });
    } finally {
      System.setOut(before);
      for (URLClassLoader loader : loaders) {
        loader.close();
      }
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static Job runProcesses(List<Listing> programs) throws Exception {
    String tests = Job.ROOT.resolve("examples/target/test-classes").toString();
    List<String> command =
        new ArrayList<>(
            List.of(
                Job.ROOT.resolve("ronsel").toString(),
                "run",
                "-n",
                Integer.toString(programs.getFirst().ranks()),
                "--processes",
                "-cp",
                classes + ":" + tests,
                ListedPrograms.class.getName()));
    programs.forEach(program -> command.add(program.name()));
    return Job.run(command);
  }

  private static URLClassLoader loader() throws IOException {
    return new ListingLoader();
  }

  private static String place(Diagnostic<? extends JavaFileObject> problem) {
    String message = problem.getMessage(null);
    return problem.getSource() instanceof Source source
        ? source.listing.document()
            + ":"
            + (source.listing.line() + problem.getLineNumber())
            + ": "
            + message
        : message;
  }

  /** Prefers a listing to a class of the examples that has the same name. */
  private static final class ListingLoader extends URLClassLoader {
    ListingLoader() throws IOException {
      super(new URL[] {classes.toUri().toURL()}, GuideTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        boolean isListing = Files.exists(classes.resolve(name.replace('.', '/') + ".class"));
        return loaded == null && isListing ? findClass(name) : super.loadClass(name, resolve);
      }
    }
  }

  /** A listing as the file that its command names. */
  private static final class Source extends SimpleJavaFileObject {
    final Listing listing;

    Source(Listing listing) {
      super(URI.create("string:///" + listing.name().replace('.', '/') + ".java"), Kind.SOURCE);
      this.listing = listing;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return listing.source();
    }
  }
}
