package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.hosts.TestHosts;

/** What {@code ronsel k8s} prints, and runs of it in {@link Pods} that are imitated. */
class KubernetesTest {
  private static final int PODS = 3;
  private static final IntFunction<List<String>> HERE = index -> List.of();

  @TempDir Path temporary;

  private static String address(int index) {
    return "127.0.0." + (10 + index);
  }

  /** Of a program of the tests on six ranks in three pods. */
  private static Pods pods(Path folder, List<String> options, String... args) throws Exception {
    Object classPath = TestPrograms.compiled("Managed").get(1);
    Job.Result printed =
        Job.run(
            "k8s",
            List.of("--image", "pi:1", "--name", "pi", "-n", "6", "--pods", PODS),
            List.of("--ronsel-core", TestInstallation.core()),
            TestInstallation.rankOptions().stream().map(option -> "-J" + option).toList(),
            "-J-Djdk.net.hosts.file=" + Pods.hosts(folder),
            options,
            List.of("-cp", classPath, "Managed"),
            List.of(args));
    assertThat(printed.err()).isEmpty();
    assertThat(printed.status()).isZero();
    Pods pods = new Pods(folder, printed.out());
    assertThat(pods.count()).isEqualTo(PODS);
    return pods;
  }

  private static List<Job> startAll(Pods pods) throws Exception {
    List<Job> started = new ArrayList<>();
    for (int i = PODS - 1; i >= 0; i--) {
      pods.publish(i, address(i));
      started.addFirst(pods.start(i, address(i), HERE));
    }
    return started;
  }

  private static List<Job.Result> await(List<Job> jobs) throws Exception {
    List<Job.Result> results = new ArrayList<>();
    for (Job each : jobs) {
      results.add(each.await());
    }
    return results;
  }

  @Test
  void ranksInPodsMeet() throws Exception {
    try (Pods pods = pods(temporary, List.of())) {
      List<Job.Result> results = await(startAll(pods));
      for (int i = 0; i < PODS; i++) {
        assertThat(results.get(i).err()).isEmpty();
        assertThat(results.get(i).sortedLines()).hasSize(2);
        assertThat(results.get(i).sortedLines().getFirst())
            .startsWith("rank " + 2 * i + " of 6 on ")
            .endsWith(", sum 21");
        assertThat(results.get(i).status()).isZero();
      }
    }
  }

  /** Pods come at different times, and their names later. */
  @Test
  void namesThatBecomeKnownLateAreAskedForAgain() throws Exception {
    try (Pods pods = pods(temporary, List.of())) {
      List<Job> started = new ArrayList<>();
      started.add(pods.start(2, address(2), HERE));
      started.add(pods.start(1, address(1), HERE));
      pods.publish(1, address(1));
      Job first = pods.start(0, address(0), HERE);
      started.add(first);
      // Nobody has met before the name is there: pod 0 prints nothing.
      assertThat(first.outSoFar()).isEmpty();
      pods.publish(0, address(0));
      assertThat(await(started)).allMatch(result -> result.status() == 0);
    }
  }

  /** The status of the pod is not 0, as that of all others, so that the Job fails. */
  @ParameterizedTest
  @CsvSource({
    "throw, 1,   ronsel: rank 3 failed: java.lang.IllegalStateException: no luck",
    "exit,  3,   ronsel: rank 3 ended the job by System.exit(3)",
    "kill,  137, ''",
    "term,  143, ''"
  })
  void aPodThatFailsEndsTheJobWithTheReason(String how, int status, String line) throws Exception {
    try (Pods pods = pods(temporary, List.of(), how, "3")) {
      List<Job.Result> results = await(startAll(pods));
      assertThat(results.get(1).status()).isEqualTo(status);
      assertThat(results.get(1).err()).contains(line);
      for (int i : new int[] {0, 2}) {
        assertThat(results.get(i).status()).isEqualTo(1);
        assertThat(results.get(i).err()).contains("ronsel: the JVM of ranks ");
        assertThat(results.get(i).out()).doesNotContain("not reached");
      }
      if (how.equals("kill")) {
        assertThat(results.get(0).err())
            .contains("the JVM of ranks 2 to 3 (on ")
            .contains("has ended before its rank had");
      }
    }
  }

  @Test
  void aNameThatNeverBecomesKnownIsNamedWithWhatToLookAt() throws Exception {
    try (Pods pods = pods(temporary, List.of("-J-Dronsel.wireup.timeout=2"))) {
      Job.Result result = pods.start(1, address(1), HERE).await();
      assertThat(result.err())
          .hasLineCount(1)
          .contains("the host name pi-0.pi has not become known within 2 s")
          .contains("kubectl get pods")
          .contains("kubectl get services");
      assertThat(result.status()).isEqualTo(1);
    }
  }

  @Test
  void aPodThatDoesNotComeIsNamedByAll() throws Exception {
    try (Pods pods = pods(temporary, List.of("-J-Dronsel.wireup.timeout=4"))) {
      pods.publish(0, address(0));
      List<Job> started = List.of(pods.start(0, address(0), HERE), pods.start(2, address(2), HERE));
      for (Job.Result result : await(started)) {
        assertThat(result.err())
            .hasLineCount(1)
            .contains("not all JVMs of the job have come within 4 s")
            .contains("missing: pi-1.pi;");
        assertThat(result.status()).isEqualTo(1);
      }
    }
  }

  @Test
  void whoHasAnotherSecretIsRefused() throws Exception {
    Path other = temporary.resolve("other");
    try (Pods pods = pods(temporary, List.of("-J-Dronsel.wireup.timeout=4"));
        Pods strangers = pods(other, List.of("-J-Dronsel.wireup.timeout=4"))) {
      pods.publish(0, address(0));
      strangers.publish(0, address(0));
      Job first = pods.start(0, address(0), HERE);
      Job.Result stranger = strangers.start(1, address(1), HERE).await();
      assertThat(stranger.err())
          .hasLineCount(1)
          .contains("pi-0.pi port 7117 has another secret than this JVM");
      assertThat(stranger.status()).isEqualTo(1);
      assertThat(first.await().err())
          .contains("missing: pi-1.pi, pi-2.pi")
          .contains("connections that did not prove the secret of the job: 1");
    }
  }

  @Test
  void anIndexThatTheJobDoesNotHaveIsRefused() throws Exception {
    try (Pods pods = pods(temporary, List.of())) {
      Job.Result result = pods.start(PODS, address(0), HERE).await();
      assertThat(result.err())
          .hasLineCount(1)
          .contains("JOB_COMPLETION_INDEX=3 is no number from 0 to 2");
      assertThat(result.status()).isEqualTo(1);
    }
  }

  /** On hosts with names and networks of their own. */
  @Test
  void podsOnHostsMeetAndOneThatIsKilledEndsTheOthers() throws Exception {
    Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "pods");
    try (TestHosts hosts = TestHosts.up(PODS)) {
      List<String> addresses = new ArrayList<>();
      for (int i = 1; i <= PODS; i++) {
        addresses.add(hosts.exec("node1", "getent", "ahostsv4", "node" + i).out().split(" ")[0]);
      }
      for (String how : List.of("", "kill")) {
        Path own = folder.resolve("job" + how);
        try (Pods pods = how.isEmpty() ? pods(own, List.of()) : pods(own, List.of(), how, "3")) {
          List<Job> started = new ArrayList<>();
          for (int i = 0; i < PODS; i++) {
            pods.publish(i, addresses.get(i));
            started.add(pods.start(i, addresses.get(i), index -> hosts.on("node" + (index + 1))));
          }
          List<Job.Result> results = await(started);
          for (int i = 0; i < PODS; i++) {
            assertThat(results.get(i).out()).contains("of 6 on node" + (i + 1) + ", sum 21");
          }
          if (how.isEmpty()) {
            assertThat(results).allMatch(each -> each.status() == 0 && each.err().isEmpty());
          } else {
            assertThat(results).extracting(Job.Result::status).containsExactly(1, 137, 1);
            assertThat(results.get(0).err())
                .contains("the JVM of ranks 2 to 3 (on node2) has ended before its rank had");
            assertThat(results.get(2).err()).contains("the JVM of ranks ");
          }
        }
      }
    }
  }

  @Test
  void everyJobHasASecretOfItsOwn() throws Exception {
    List<String> secrets = IntStream.range(0, 2).mapToObj(i -> secretLine()).toList();
    assertThat(secrets.get(0)).hasSizeGreaterThan(40).isNotEqualTo(secrets.get(1));
  }

  private static String secretLine() {
    try {
      return Job.run("k8s", List.of("--image", "pi:1", "-n", "2", "/app/pi.jar", "-x", "--pods"))
          .out()
          .lines()
          .filter(line -> line.startsWith("  secret: "))
          .findFirst()
          .orElseThrow();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -n 2 /a.jar                                   | Missing required option: '--image=IMAGE'
          --image pi /a.jar                             | Missing required option: '--ranks=RANKS'
          --image pi -n 2                               | Missing required parameter: 'PROGRAM'
          --image pi -n many /a.jar                     | 'many' is not an int
          --image= -n 2 /a.jar                          | --image is empty
          --image pi -n 2 --ranks-per-pod 0 /a.jar      | --ranks-per-pod 0: it is at least 1
          --image pi -n 2 --pods 1 --ranks-per-pod 2 /a.jar | give one of them
          --image pi -n 2 --name My_Job /a.jar          | --name My_Job has to begin with a lower-case letter
          --image pi -n 2 Pi                            | the class Pi needs -cp
          --image pi -n 2 -J                            | option '--jvm-option' expects an option of JVMs
          --image pi -n 2 Pi.java                       | Pi.java is a source file
          --image pi -n 2 -cp /app /a.jar               | give a class, or the jar alone
          """)
  void whatCannotBeIsOneLine(String line, String message) throws Exception {
    Job.Result result = Job.run("k8s", List.of(line.split(" ")));
    assertThat(result.err()).hasLineCount(1).contains(message);
    assertThat(result.out()).isEmpty();
    assertThat(result.status()).isEqualTo(2);
  }
}
