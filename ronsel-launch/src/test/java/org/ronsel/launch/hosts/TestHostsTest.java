package org.ronsel.launch.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.Polling;

/** What tests on several hosts rely on, and that nothing is left of these hosts afterwards. */
class TestHostsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static TestHosts hosts;

  @BeforeAll
  static void up() throws Exception {
    hosts = TestHosts.up(3);
  }

  @AfterAll
  static void down() throws Exception {
    if (hosts != null) {
      hosts.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"node1", "node2", "node3"})
  void aHostHasItsOwnNameAndKnowsTheOthers(String host) throws Exception {
    assertThat(hosts.exec(host, "uname", "-n").out()).isEqualTo(host + "\n");
    for (int n = 1; n <= 3; n++) {
      assertThat(hosts.exec(host, "getent", "ahostsv4", "node" + n).out())
          .startsWith("10.77.0." + n + " ");
      assertThat(hosts.exec(host, "getent", "ahostsv6", "node" + n).out())
          .startsWith("fd00:77::" + n + " ");
    }
  }

  @ParameterizedTest
  @CsvSource({"node1, node2", "node1, fd00:77::2", "node3, 10.77.0.1", "node2, localhost"})
  void sshWorksFromHostToHostWithoutQuestions(String from, String to) throws Exception {
    TestHosts.Result result = hosts.exec(from, "ssh", to, "uname -n; cat; exit 3");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.out())
        .isEqualTo("node" + (to.equals("localhost") ? "2" : to.substring(to.length() - 1)) + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/shm", "/tmp", "/var/tmp", "/run", "/var/log"})
  void theseAreAHostsOwn(String directory) throws Exception {
    String file = directory + "/" + hosts.set();
    assertThat(hosts.exec("node1", "touch", file).status()).isZero();
    assertThat(hosts.exec("node1", "test", "-e", file).status()).isZero();
    assertThat(hosts.exec("node2", "test", "-e", file).status()).isEqualTo(1);
    assertThat(Path.of(file)).doesNotExist();
  }

  @Test
  void theCheckoutIsEveryHosts() throws Exception {
    for (String host : List.of("node1", "node3")) {
      assertThat(hosts.exec(host, "pwd").out()).isEqualTo(Path.of("").toAbsolutePath() + "\n");
      assertThat(hosts.exec(host, "test", "-e", "pom.xml").status()).isZero();
    }
  }

  @Test
  void directoriesCanBeSharedAndHidden(@TempDir Path folder) throws Exception {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Path hidden = Files.createDirectory(shared.resolve("hidden"));
    Files.createFile(hidden.resolve("file"));
    try (TestHosts two =
        TestHosts.up(2, "--share", shared.toString(), "--private", hidden.toString())) {
      assertThat(two.exec("node1", "find", shared.toString(), "-type", "f").out())
          .isEqualTo(hidden.resolve("file") + "\n");
      assertThat(two.exec("node2", "find", shared.toString(), "-type", "f").out()).isEmpty();
      two.exec("node2", "touch", shared.resolve("from2").toString(), hidden + "/none");
    }
    assertThat(shared.resolve("from2")).exists();
    assertThat(hidden.resolve("none")).doesNotExist();
  }

  @Test
  void aCommandHasItsStreamsAndStatus() throws Exception {
    Process process = hosts.start("node2", "sh", "-c", "cat; echo no >&2; exit 7");
    process.outputWriter().append("yes\n").flush();
    assertThat(TestHosts.await(process)).isEqualTo(new TestHosts.Result(7, "yes\n", "no\n"));
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130", "KILL, 137"})
  void aSignalReachesTheCommand(String signal, int status) throws Exception {
    Process process =
        hosts.start("node2", "env", "--default-signal", "sh", "-c", "echo; exec sleep 1d");
    assertThat(process.inputReader().readLine()).isEmpty();
    assertThat(signal(process, signal)).isEqualTo(status);
  }

  @Test
  void aHostWhoseCableIsPulledIsAlone() throws Exception {
    hosts.cut("node2");
    try {
      assertThat(hosts.exec("node2", "cat", "/sys/class/net/eth0/carrier").out()).isEqualTo("0\n");
      assertThat(hosts.exec("node1", "ssh", "-o", "ConnectTimeout=1", "node2", "true").status())
          .isEqualTo(255);
      assertThat(hosts.exec("node1", "ssh", "node3", "true").status()).isZero();
    } finally {
      hosts.restore("node2");
    }
    assertThat(hosts.exec("node1", "ssh", "node2", "true").status()).isZero();
  }

  @Test
  void bytesOfALinkAreCounted() throws Exception {
    long million = 1_000_000;
    TestHosts.Bytes sender = hosts.bytes("node1");
    TestHosts.Bytes receiver = hosts.bytes("node2");
    TestHosts.Bytes other = hosts.bytes("node3");
    String command = "head -c " + million + " /dev/zero | ssh node2 'cat >/dev/null'";
    assertThat(hosts.exec("node1", "sh", "-c", command).status()).isZero();
    assertThat(hosts.bytes("node1").out() - sender.out()).isGreaterThan(million);
    assertThat(hosts.bytes("node2").in() - receiver.in()).isGreaterThan(million);
    assertThat(hosts.bytes("node3").in() - other.in()).isLessThan(million);
  }

  @Test
  void linksCanBeSlow() throws Exception {
    try (TestHosts slow = TestHosts.up(1, "--rate", "20mbit")) {
      assertThat(slow.exec("node1", "tc", "qdisc", "show", "dev", "eth0").out())
          .contains("tbf", "rate 20Mbit");
    }
  }

  @Test
  void twoSetsDoNotSeeEachOther() throws Exception {
    try (TestHosts others = TestHosts.up(2)) {
      assertThat(others.exec("node1", "ssh", "node3", "true").status()).isEqualTo(255);
      others.cut("node2");
      assertThat(hosts.exec("node1", "ssh", "node2", "true").status()).isZero();
    }
    assertThat(hosts.exec("node1", "ssh", "node2", "true").status()).isZero();
  }

  @Test
  void slurmStartsTasksOnAllHosts() throws Exception {
    try (TestHosts cluster = TestHosts.up(2, "--slurm")) {
      TestHosts.Result result = cluster.exec("node1", "srun", "-N2", "uname", "-n");
      assertThat(result.err()).isEmpty();
      assertThat(result.out().lines()).containsExactlyInAnyOrder("node1", "node2");
    }
  }

  @Test
  void whatIsMissingIsSaidInOneLine() throws Exception {
    List<String> command = new ArrayList<>(List.of("setpriv", "--bounding-set", "-net_admin"));
    command.addAll(TestHosts.script(hosts.set() + "x", "up", "2"));
    TestHosts.Result result = TestHosts.await(new ProcessBuilder(command).start());
    assertThat(result.status()).isEqualTo(77);
    assertThat(result.err())
        .startsWith("testing/hosts: ")
        .contains("not permitted")
        .hasLineCount(1);
    assertThat(states(hosts.set() + "x")).isEmpty();
  }

  @Test
  void aSetThatIsUpStaysAsItIs() throws Exception {
    TestHosts.Result result = script(hosts.set(), "up", "2");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("up already");
    assertThat(hosts.exec("node3", "true").status()).isZero();
  }

  // --- Nothing is left ---

  @Test
  void closeLeavesNothing() throws Exception {
    Set<String> devices = devices();
    Set<String> namespaces;
    String set;
    try (TestHosts two = TestHosts.up(2)) {
      namespaces = busyNamespaces(two);
      set = two.set();
    }
    assertThat(inUse(namespaces)).isEmpty();
    assertThat(states(set)).isEmpty();
    assertThat(mounts()).noneMatch(mount -> mount.contains("ronsel-hosts"));
    assertThat(devices()).isEqualTo(devices);
  }

  @Test
  void aSignalToTheScriptLeavesNothing() throws Exception {
    try (TestHosts two = TestHosts.up(2)) {
      Set<String> namespaces = busyNamespaces(two);
      assertThat(signal(two.script(), "TERM")).isEqualTo(143);
      assertThat(inUse(namespaces)).isEmpty();
      assertThat(states(two.set())).isEmpty();
    }
  }

  @Test
  void theHostsOfAKilledScriptGoByThemselves() throws Exception {
    try (TestHosts two = TestHosts.up(2)) {
      Set<String> namespaces = busyNamespaces(two);
      signal(two.script(), "KILL");
      Polling.until(() -> inUse(namespaces).isEmpty() && states(two.set()).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"starter", "set", "node1/pid", "ready"})
  void theNextDownFindsWhatAKilledScriptLeft(String moment) throws Exception {
    String set = hosts.set() + "-killed";
    Process up = new ProcessBuilder(TestHosts.script(set, "up", "2")).start();
    String directory = "ronsel-hosts." + up.pid() + ".";
    Polling.until(
        () -> directories().anyMatch(each -> isIn(each, directory, moment)) || !up.isAlive());
    signal(up, "KILL");
    Path state =
        directories().filter(each -> isIn(each, directory, moment)).findAny().orElseThrow();
    assertThat(script(set, "down").status()).isZero();
    assertThat(state).doesNotExist();
    // One that the script was about to start when it was killed finds nothing, and ends.
    Polling.until(
        () ->
            processes().stream()
                .noneMatch(each -> text(each.resolve("cmdline")).contains(state.toString())));
    assertThat(hosts.exec("node1", "true").status()).as("others stay").isZero();
  }

  private static boolean isIn(Path state, String prefix, String file) {
    return state.getFileName().toString().startsWith(prefix) && Files.exists(state.resolve(file));
  }

  /** Leaves processes of all kinds on the hosts, and returns the namespaces they are in. */
  private static Set<String> busyNamespaces(TestHosts of) throws Exception {
    String ignorant = "trap '' TERM INT HUP; sleep 1d";
    String background = "setsid sh -c \"%s\" >/dev/null 2>&1 </dev/null &".formatted(ignorant);
    assertThat(of.exec("node1", "sh", "-c", background).status()).isZero();
    assertThat(of.exec("node1", "ssh", "node2", background).status()).isZero();
    assertThat(of.exec("node2", "sh", "-c", "unshare --mount --net " + background).status())
        .isZero();
    Path state = states(of.set()).getFirst();
    Set<String> namespaces = new TreeSet<>();
    for (String host : List.of("switch", "node1", "node2")) {
      String pid = Files.readString(state.resolve(host).resolve("pid")).strip();
      for (String kind : List.of("uts", "ipc", "mnt", "net")) {
        namespaces.add(namespace(Path.of("/proc", pid), kind));
      }
    }
    assertThat(namespaces).hasSize(12).doesNotContain("");
    assertThat(inUse(namespaces)).hasSize(12);
    return namespaces;
  }

  /** Those of the namespaces that have processes. */
  private static Set<String> inUse(Set<String> namespaces) {
    Set<String> used = new TreeSet<>();
    for (Path process : processes()) {
      for (String kind : List.of("uts", "ipc", "mnt", "net")) {
        used.add(namespace(process, kind));
      }
    }
    used.retainAll(namespaces);
    return used;
  }

  private static List<Path> processes() {
    List<Path> processes = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      all.forEach(processes::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return processes;
  }

  /** A namespace of a process; empty if the process has ended. */
  private static String namespace(Path process, String kind) {
    try {
      return Files.readSymbolicLink(process.resolve("ns").resolve(kind)).toString();
    } catch (IOException e) {
      return "";
    }
  }

  /** The state directories of sets with this name. */
  private static List<Path> states(String set) {
    return directories().filter(each -> text(each.resolve("set")).startsWith(set + " ")).toList();
  }

  private static Stream<Path> directories() {
    List<Path> directories = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/tmp"), "ronsel-hosts.*")) {
      all.forEach(directories::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return directories.stream();
  }

  /** A small file; empty if there is none. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static List<String> mounts() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mountinfo"));
  }

  private static Set<String> devices() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/net/dev")).stream()
        .skip(2)
        .map(line -> line.substring(0, line.indexOf(':')).strip())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static TestHosts.Result script(String set, String... words) throws Exception {
    return TestHosts.await(new ProcessBuilder(TestHosts.script(set, words)).start());
  }

  /** Sends a signal to a process and returns its status. */
  private static int signal(Process process, String name) throws Exception {
    String pid = Long.toString(process.pid());
    new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
