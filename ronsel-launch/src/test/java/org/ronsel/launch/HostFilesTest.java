package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.launch.SeveralHosts.HOSTS;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.files.FileScan;

/**
 * What a program needs of files gets to hosts that lack it. The hosts are those of {@link
 * FakeShell}, each with a cache and a temporary directory of its own. Paths begin with {@code
 * /proc/self/cwd}, which for each process is its own working directory: so they lead elsewhere for
 * the launcher and for the agent of a host.
 */
class HostFilesTest {
  private static final String HERE = "/proc/self/cwd/";

  @TempDir Path folder;
  private Path work;
  private FakeShell shell;

  @BeforeEach
  void makeHosts() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    for (String host : List.of("a.invalid", "b.invalid")) {
      for (String each : List.of("tmp", "cache", "cwd")) {
        Files.createDirectories(folder.resolve(host).resolve(each));
      }
    }
    shell = shell("");
  }

  private FakeShell shell(String before) throws IOException {
    return FakeShell.in(
        folder,
        """
        D=%s/$FAKE_HOST
        TMPDIR=$D/tmp; XDG_CACHE_HOME=$D/cache; export TMPDIR XDG_CACHE_HOME
        cd $D/cwd
        %s
        sh -c "$*"
        """
            .formatted(folder, before));
  }

  @Test
  void aDirectoryOfClassesTravelsAndIsRemoved() throws Exception {
    Path classes = classes();
    Job.Result result = run(HOSTS, "-cp", HERE + "classes", "Shipped");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("0 from " + folder + "/a.invalid/tmp/ronsel-job-"),
            line -> assertThat(line).startsWith("1 from " + folder + "/b.invalid/tmp/ronsel-job-"));
    assertThat(result.status()).isZero();
    assertThat(classes).isNotEmptyDirectory();
    assertNothingLeft();
  }

  @Test
  void aJarTravelsOnceAndIsKept() throws Exception {
    jar(work.resolve("app.jar"));
    Set<Object> inodes = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      Job.Result result = run(HOSTS, "-cp", HERE + "app.jar", "Shipped");
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines())
          .satisfiesExactly(
              line -> assertThat(line).startsWith("0 from").endsWith("/places/0/app.jar"),
              line -> assertThat(line).startsWith("1 from").endsWith("/places/0/app.jar"));
      assertThat(cached("a.invalid")).hasSize(1);
      inodes.add(Files.getAttribute(cached("a.invalid").getFirst(), "unix:ino"));
    }
    assertThat(inodes).as("the file of the first job").hasSize(1);
    assertNothingLeft();
  }

  @Test
  void whatIsThereWithTheSameContentStaysWhereItIs() throws Exception {
    jar(work.resolve("app.jar"));
    for (String host : List.of("a.invalid", "b.invalid")) {
      Files.copy(work.resolve("app.jar"), folder.resolve(host).resolve("cwd/app.jar"));
    }
    Job.Result result = run(HOSTS, "-cp", HERE + "app.jar", "Shipped");
    assertThat(result.sortedLines())
        .containsExactly("0 from " + HERE + "app.jar", "1 from " + HERE + "app.jar");
    assertThat(cached("a.invalid")).isEmpty();
    assertNothingLeft();
  }

  /**
   * A job that begins when another one has been suspended for long, with its machine: the files of
   * that one look as if nobody had used them for days.
   */
  @Test
  void whatAJobUsesOfTheCacheStaysHoweverOldItSeems() throws Exception {
    jar(work.resolve("app.jar"));
    try (Job first = start(HOSTS, "-cp", HERE + "app.jar", "Shipped", "wait")) {
      first.awaitReady(2);
      List<Path> used =
          cached("a.invalid").stream().filter(file -> !file.toString().endsWith(".use")).toList();
      assertThat(used).hasSize(1);
      FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(99)));
      Files.setLastModifiedTime(used.getFirst(), longAgo);
      try (Job other =
          start(Map.of("RONSEL_CACHE_SIZE", "1K"), HOSTS, "-cp", HERE + "classes", "Shipped")) {
        assertThat(other.await().status()).isZero();
      }
      assertThat(used.getFirst()).exists();
      first.signal("TERM");
      first.await();
    }
    assertThat(cached("a.invalid")).as("nothing says that it is used").hasSize(1);
  }

  /** Somebody has changed what the host was sent before. */
  @Test
  void aJarThatWasSwappedInTheCacheIsSentAgain() throws Exception {
    jar(work.resolve("app.jar"));
    run(HOSTS, "-cp", HERE + "app.jar", "Shipped");
    Path cached = cached("b.invalid").getFirst();
    Files.delete(cached);
    Files.writeString(cached, "evil");
    Job.Result result = run(HOSTS, "-cp", HERE + "app.jar", "Shipped");
    assertThat(result.err().lines())
        .singleElement()
        .asString()
        .startsWith("ronsel: b.invalid: the file ")
        .endsWith(" has another content than it had; it is thrown away and sent again");
    assertThat(result.sortedLines()).hasSize(2);
    assertThat(result.status()).isZero();
    assertThat(cached).hasSameBinaryContentAs(work.resolve("app.jar"));
  }

  /** {@code lib/*}, a jar that another names in its manifest, and one that names it back. */
  @Test
  void jarsOfAWildcardAndOfManifestsTravel() throws Exception {
    Path lib = Files.createDirectories(work.resolve("lib/deep"));
    Path manifest = Files.writeString(work.resolve("manifest"), "Class-Path: deep/app.jar\n");
    Path back = Files.writeString(work.resolve("back"), "Class-Path: ../first.jar gone.jar\n");
    classes();
    jar(lib.resolve("app.jar"), "-C", work.resolve("classes").toString(), ".", back);
    jar(lib.resolveSibling("first.jar"), "-C", work.toString(), "back", manifest);
    Job.Result result = run(HOSTS, "-cp", HERE + "lib/*", "Shipped");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("0 from").endsWith("/places/1/app.jar"),
            line -> assertThat(line).startsWith("1 from").endsWith("/places/1/app.jar"));
    assertNothingLeft();
  }

  @Test
  void anExecutableJarTravels() throws Exception {
    Path manifest = Files.writeString(work.resolve("manifest"), "Main-Class: Shipped\n");
    jar(work.resolve("app.jar"), "-C", classes().toString(), ".", manifest);
    Job.Result result = run(HOSTS, "-jar", HERE + "app.jar");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("0 from " + folder, "1 from " + folder);
  }

  @Test
  void modulesTravel() throws Exception {
    Path source =
        Files.writeString(
            Files.createDirectories(work.resolve("source/app")).resolve("Main.java"),
            """
            package app;

            public class Main {
              public static void main(String[] args) {
                System.out.println(
                    Main.class.getModule().getName()
                        + " from "
                        + Main.class.getProtectionDomain().getCodeSource().getLocation());
              }
            }
            """);
    Path module = Files.writeString(work.resolve("source/module-info.java"), "module my.app { }");
    Path out = work.resolve("mods/my.app");
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                    System.out,
                    System.err,
                    "-d",
                    out.toString(),
                    source.toString(),
                    module.toString()))
        .isZero();
    Job.Result result = run(HOSTS, "-p", HERE + "mods", "-m", "my.app/app.Main");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("my.app from file:" + folder)
                    .endsWith("/places/0/my.app/"));
    assertNothingLeft();
  }

  @Test
  void aJavaAgentTravels() throws Exception {
    Path source =
        Files.writeString(
            work.resolve("Agent.java"),
            """
            public class Agent {
              public static void premain(String options) {
                System.setProperty("agent.says", options);
                System.out.println("agent " + options);
              }
            }
            """);
    Path out = work.resolve("agent");
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-d", out.toString(), source.toString()))
        .isZero();
    Path manifest = Files.writeString(work.resolve("manifest"), "Premain-Class: Agent\n");
    jar(work.resolve("agent.jar"), "-C", out.toString(), ".", manifest);
    classes();
    Job.Result result =
        run(HOSTS, "-J-javaagent:" + HERE + "agent.jar=x=y", "-cp", HERE + "classes", "Shipped");
    assertThat(result.out().lines().filter("agent x=y"::equals)).hasSize(2);
    assertThat(result.status()).isZero();
    assertNothingLeft();
  }

  @Test
  void extraFilesAreInOneDirectoryOnEachHost() throws Exception {
    Files.writeString(work.resolve("data.csv"), "1,2");
    Files.createDirectories(work.resolve("tables/deep"));
    Files.writeString(work.resolve("tables/deep/t"), "x");
    classes();
    Job.Result result =
        run(
            "--hosts",
            "localhost,b.invalid",
            "--file",
            HERE + "data.csv",
            "--file=" + HERE + "tables",
            "-cp",
            HERE + "classes",
            "Shipped");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .contains(
            "0 has data.csv: 1,2",
            "0 has tables/deep/t: x",
            "1 has data.csv: 1,2",
            "1 has tables/deep/t: x");
    assertNothingLeft();
  }

  @Test
  void withoutOtherHostsExtraFilesAreThereAllTheSame() throws Exception {
    Files.writeString(work.resolve("data.csv"), "1,2");
    Path tmp = Files.createDirectory(folder.resolve("local-tmp"));
    try (Job job =
        Job.start(
            Map.of("TMPDIR", tmp.toString()),
            work,
            "run",
            "-n",
            2,
            "--file",
            "data.csv",
            Job.program("Shipped"))) {
      assertThat(job.await().sortedLines()).contains("0 has data.csv: 1,2", "1 has data.csv: 1,2");
    }
    assertThat(tmp).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "no-such, --file no-such: no such file",
    "../work/data --file data, --file data: another file of this name is given: ",
  })
  void extraFilesThatCannotBeAreRefused(String files, String why) throws Exception {
    Files.writeString(work.resolve("data"), "");
    Job.Result result = run(HOSTS, "--file", List.of(files.split(" ", -1)), Job.program("Shipped"));
    assertThat(result.err()).startsWith("ronsel run: " + why);
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void variablesOfRonselTravel() throws Exception {
    Path program =
        Files.writeString(
            work.resolve("Variables.java"),
            """
            void main() {
              IO.println(System.getenv("RONSEL_MINE") + " " + System.getenv("RONSEL_OTHER")
                  + " " + System.getenv("RONSEL_BUILD"));
            }
            """);
    shell = shell("unset RONSEL_MINE RONSEL_OTHER RONSEL_BUILD");
    Map<String, String> mine =
        Map.of("RONSEL_MINE", "a b", "RONSEL_OTHER", "weak", "RONSEL_BUILD", "never");
    try (Job job = start(mine, HOSTS, "--env", "RONSEL_OTHER=strong", program)) {
      assertThat(job.await().sortedLines()).containsExactly("a b strong null", "a b strong null");
    }
  }

  /** It does not fit into the launcher's heap, nor into a window. */
  @Test
  void aLargeFileTravelsInPieces() throws Exception {
    Path large = Files.createTempFile(Path.of("target"), "large", ".bin");
    try {
      try (FileChannel channel = FileChannel.open(large, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(new byte[] {1}), 100_000_000);
      }
      Path program =
          Files.writeString(
              work.resolve("Size.java"),
              "void main() throws Exception { IO.println(java.nio.file.Files.size("
                  + "java.nio.file.Path.of(System.getenv(\"RONSEL_FILES\"), \""
                  + large.getFileName()
                  + "\"))); }");
      Job.Result result =
          Job.runWithOptions(
              List.of("-Xmx64m"),
              "run",
              shell.option(),
              "-n",
              2,
              HOSTS,
              "--file",
              HERE + large,
              program);
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines()).containsExactly("100000001", "100000001");
    } finally {
      Files.delete(large);
    }
    assertNothingLeft();
  }

  @Test
  void aFullDiskIsToldAndNothingIsLeft() throws Exception {
    shell =
        shell(
            """
            exec unshare -m /bin/sh -c 'mount -t tmpfs -o size=1m none $0/cache || exit 1; \
              mount -t tmpfs -o size=1m none $0/tmp; exec sh -c "$*"' $D "$@"
            """);
    requirePrivateMounts();
    Files.write(work.resolve("data"), new byte[3_000_000]);
    classes();
    Job.Result result = run(HOSTS, "--file", HERE + "data", "-cp", HERE + "classes", "Shipped");
    assertThat(result.err())
        .containsPattern(
            "ronsel: host [ab].invalid: the files of the program need 3000000 bytes in .*/cache/ronsel/files, where \\d+ are free")
        .hasLineCount(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.status()).isEqualTo(1);
    assertNothingLeft();
  }

  /** Limits of the user that nobody can know before. */
  @Test
  void whatCannotBeWrittenIsToldAndNothingIsLeft() throws Exception {
    shell = shell("ulimit -f 1000"); // of 512 or 1024 bytes
    Files.write(work.resolve("data"), new byte[3_000_000]);
    classes();
    Job.Result result = run(HOSTS, "--file", HERE + "data", "-cp", HERE + "classes", "Shipped");
    assertThat(result.err())
        .containsPattern(
            "ronsel: host [ab].invalid: cannot write data \\(3000000 bytes\\) to .*/cache/ronsel/files: File too large")
        .hasLineCount(1);
    assertThat(result.status()).isEqualTo(1);
    assertNothingLeft();
    assertThat(cached("a.invalid")).isEmpty();
    assertThat(cached("b.invalid")).isEmpty();
  }

  @Test
  void aDirectoryThatIsTooLargeHasToBeThere() throws Exception {
    Path classes = classes();
    Path large = classes.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(FileScan.MAX_BYTES);
    }
    Job.Result result = run(HOSTS, "-cp", HERE + "classes", "Shipped");
    assertThat(result.err())
        .containsPattern(
            "ronsel: host [ab].invalid: there is no directory /proc/self/cwd/classes, and it is not"
                + " sent: it has more than 10000 files or 256 MiB")
        .hasLineCount(1);
    assertThat(result.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void whateverEndsTheLauncherNothingIsLeft(String signal) throws Exception {
    classes();
    try (Job job = start(HOSTS, "-cp", HERE + "classes", "Shipped", "wait")) {
      job.awaitReady(2);
      assertThat(folder.resolve("a.invalid/tmp")).isNotEmptyDirectory();
      List<ProcessHandle> agents = List.of(shell.agent("a.invalid"), shell.agent("b.invalid"));
      job.signal(signal);
      job.await();
      Processes.assertAllEnd(agents);
    }
    assertNothingLeft();
  }

  @Test
  void whatAKilledAgentLeavesTheNextOneRemoves() throws Exception {
    classes();
    try (Job job = start(HOSTS, "-cp", HERE + "classes", "Shipped", "wait")) {
      job.awaitReady(2);
      Job.signal(shell.agent("b.invalid").pid(), "KILL");
      assertThat(job.await().status()).isEqualTo(1);
    }
    assertThat(folder.resolve("b.invalid/tmp")).isNotEmptyDirectory();
    run(HOSTS, "-cp", HERE + "classes", "Shipped");
    assertNothingLeft();
  }

  private static void requirePrivateMounts() throws Exception {
    boolean can =
        new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
    Assumptions.assumeTrue(can, "only root can mount a file system of a test");
  }

  private Job.Result run(Object... arguments) throws Exception {
    try (Job job = start(arguments)) {
      job.closeInput();
      return job.await();
    }
  }

  private Job start(Object... arguments) throws IOException {
    return start(Map.of(), arguments);
  }

  private Job start(Map<String, String> environment, Object... arguments) throws IOException {
    Object[] all =
        Stream.of(Stream.of("run", shell.option(), "-n", 2), Stream.of(arguments))
            .flatMap(each -> each)
            .toArray();
    return Job.start(environment, work, all);
  }

  /** A directory of the classes of the program, in the working directory of the launcher. */
  private Path classes() throws IOException {
    Path classes = Files.createDirectory(work.resolve("classes"));
    Path compiled = Path.of(TestPrograms.compiled("Shipped").get(1));
    Files.copy(compiled.resolve("Shipped.class"), classes.resolve("Shipped.class"));
    return classes;
  }

  /** A jar of the classes of the program. */
  private void jar(Path jar) throws IOException {
    jar(jar, "-C", classes().toString(), ".", null);
  }

  private static void jar(
      Path jar, String in, String directory, String what, @Nullable Path manifest) {
    List<String> words = new ArrayList<>(List.of(manifest == null ? "cf" : "cfm", jar.toString()));
    if (manifest != null) {
      words.add(manifest.toString());
    }
    words.addAll(List.of(in, directory, what));
    assertThat(
            ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, words.toArray(String[]::new)))
        .isZero();
  }

  private List<Path> cached(String host) throws IOException {
    Path cache = folder.resolve(host).resolve("cache/ronsel/files");
    if (!Files.exists(cache)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.toList();
    }
  }

  private void assertNothingLeft() {
    assertThat(folder.resolve("a.invalid/tmp")).isEmptyDirectory();
    assertThat(folder.resolve("b.invalid/tmp")).isEmptyDirectory();
  }
}
