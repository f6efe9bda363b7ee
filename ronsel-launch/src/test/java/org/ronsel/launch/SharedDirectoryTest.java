package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.launch.hosts.TestHosts;

/** Processes that are started by plain java, one by one, and meet by files in a directory. */
class SharedDirectoryTest {
  private static final int RANKS = 3;

  @TempDir Path temporary;

  private static List<String> words(
      Path directory, int rank, List<String> options, String... args) {
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            "env",
            "RONSEL_WIREUP=file:" + directory,
            "RONSEL_JOB=job",
            "RONSEL_RANK=" + rank,
            "RONSEL_SIZE=" + RANKS,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED"));
    words.addAll(options);
    words.addAll(TestPrograms.onClassPath("Managed"));
    words.addAll(List.of(args));
    return words;
  }

  private List<Job.Result> run(String... args) throws Exception {
    List<Job> started = new ArrayList<>();
    try {
      for (int rank = RANKS - 1; rank >= 0; rank--) {
        Job job = Job.startOther(words(temporary, rank, List.of(), args));
        job.closeInput();
        started.addFirst(job);
      }
      List<Job.Result> results = new ArrayList<>();
      for (Job each : started) {
        results.add(each.await());
      }
      return results;
    } finally {
      started.forEach(Job::close);
    }
  }

  @Test
  void ranksMeetAndLeaveNothing() throws Exception {
    List<Job.Result> results = run();
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(results.get(rank).err()).isEmpty();
      assertThat(results.get(rank).out())
          .hasLineCount(1)
          .startsWith("rank " + rank + " of 3 on ")
          .contains(", sum 6");
      assertThat(results.get(rank).status()).isZero();
    }
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aRankThatIsKilledEndsTheOthers() throws Exception {
    List<Job.Result> results = run("kill", "1");
    assertThat(results).extracting(Job.Result::status).containsExactly(1, 137, 1);
    assertThat(results.get(0).err())
        .contains("ronsel: the JVM of rank 1 (on ")
        .contains("has ended before its rank had");
    assertThat(results).noneMatch(result -> result.out().contains("not reached"));
  }

  @Test
  void aRankThatIsNotStartedIsNamed() throws Exception {
    try (Job job = Job.startOther(words(temporary, 0, List.of("-Dronsel.wireup.timeout=1")))) {
      Job.Result result = job.await();
      assertThat(result.err())
          .hasLineCount(1)
          .contains("ronsel: rank 0 cannot start by RONSEL_WIREUP=file:")
          .contains("missing: rank 1, rank 2;");
      assertThat(result.status()).isEqualTo(1);
    }
  }

  /** The directory is all that they have in common, besides the network. */
  @Test
  void ranksOfSeveralHostsMeet() throws Exception {
    Path shared = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "shared");
    try (TestHosts hosts = TestHosts.up(RANKS)) {
      List<Job> started = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        List<String> words = new ArrayList<>(hosts.on("node" + (rank + 1)));
        words.addAll(words(shared, rank, List.of()));
        Job job = Job.startOther(words);
        job.closeInput();
        started.add(job);
      }
      for (int rank = 0; rank < RANKS; rank++) {
        try (Job job = started.get(rank)) {
          Job.Result result = job.await();
          assertThat(result.err()).isEmpty();
          assertThat(result.out())
              .isEqualTo("rank " + rank + " of 3 on node" + (rank + 1) + ", sum 6\n");
        }
      }
    }
    assertThat(shared).isEmptyDirectory();
    Files.delete(shared);
  }

  /** The cable of one is pulled out, for which the others wait after their last line. */
  @Test
  void aHostThatIsLostEndsTheOthers() throws Exception {
    Path shared = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "shared");
    List<Job> started = new ArrayList<>();
    try (TestHosts hosts = TestHosts.up(RANKS)) {
      for (int rank = 0; rank < RANKS; rank++) {
        List<String> words = new ArrayList<>(hosts.on("node" + (rank + 1)));
        words.addAll(words(shared, rank, List.of("-Dronsel.tcp.silence=3"), "outlast", "2"));
        Job job = Job.startOther(words);
        started.add(job);
        job.closeInput();
      }
      started.get(2).awaitOut("goes on");
      hosts.cut("node3");
      try {
        for (Job each : started) {
          assertThat(each.await().status()).isEqualTo(1);
        }
        // Who finds it first says so, and the others end without a word. Here the files of a host
        // that is cut off are still seen by the others.
        assertThat(started.get(0).await().err() + started.get(1).await().err()).contains("rank 2");
      } finally {
        hosts.restore("node3");
      }
    } finally {
      started.forEach(Job::close);
      try (Stream<Path> files = Files.walk(shared)) {
        for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
