package org.ronsel.launch.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.plan.JobPlan;
import org.ronsel.launch.spi.UsageException;

/** Which rank is on which host, and in which JVM. */
class HostMapTest {
  @TempDir static Path folder;
  private static Path program;

  @BeforeAll
  static void write() throws IOException {
    program = Files.writeString(folder.resolve("Good.java"), "void main() {}");
    // A name that cannot be looked up is left to the remote shell.
    Files.writeString(folder.resolve("two"), "a.invalid slots=2\nb.invalid slots=4 max_slots=5\n");
  }

  /** Each JVM as the letter of its host and its ranks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -n 4 --hosts a,b                                | a 0 1, b 2 3
          -n 5 --hosts a,b                                | a 0 1 2, b 3 4
          -n 2 --hosts a,b,c                              | a 0, b 1
          -n 4 --hosts a:1,b:3                            | a 0, b 1 2 3
          -n 3 --hosts a:1,b:3                            | a 0, b 1 2
          --hosts a:1,b:3                                 | a 0, b 1 2 3
          --hosts a,b,c                                   | a 0, b 1, c 2
          --hosts b,a,b                                   | b 0 1, a 2
          --hostfile two                                  | a 0 1, b 2 3 4 5
          -machinefile two -n 3                           | a 0 1, b 2
          -n 8 --hosts a:1,b:3 --oversubscribe            | a 0 1 2, b 3 4 5 6 7
          -n 9 --hostfile two --oversubscribe             | a 0 1 2 3, b 4 5 6 7 8
          -n 4 --hosts a,b --processes                    | a 0, a 1, b 2, b 3
          -n 6 --hosts a,b --ranks-per-jvm 2              | a 0, a 1 2, b 3, b 4 5
          -n 6 --hosts a,b --jvms-per-host 2              | a 0, a 1 2, b 3, b 4 5
          -n 6 --hosts a,b --jvms 3                       | a 0 1 2, b 3, b 4 5
          -n 6 --hosts a,b --jvms 2                       | a 0 1 2, b 3 4 5
          -n 4 --hosts a:1,b:3 --jvms 4                   | a 0, b 1, b 2, b 3
          -n 7 --hosts a:1,b:5,c:1 --jvms 5               | a 0, b 1, b 2 3, b 4 5, c 6
          -n 6 --hosts a,b,c --ranks-per-host 3           | a 0 1 2, b 3 4 5
          --hosts a,b --ranks-per-host 2                  | a 0 1, b 2 3
          -n 4 --hosts a,b --map-by node                  | a 0, b 1, a 2, b 3
          -n 4 --hosts a,b --map-by slot                  | a 0 1, b 2 3
          -n 6 --hosts a,b --map-by node --ranks-per-jvm 2 | a 0 1, b 2 3, a 4 5
          -n 4 --hosts a:1,b:3 --map-by node              | a 0, b 1, b 2, b 3
          -n 6 --hosts a,b --map-by node --jvms-per-host 2 | a 0, b 1 2, a 3, b 4 5
          -n 3 --hosts a,b --map-by node --ranks-per-host 2 | a 0, b 1, a 2
          -n 2 --hosts a,b @ : -n 2                       | a 0 1, b 2 3
          -n 1 --hosts a,b -J-Da=b @ : -n 3               | a 0, a 1, b 2 3
          """)
  void isDealt(String options, String expected) {
    assertThat(text(plan(options))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -n 5 --hosts a:1,b:3                     | 5 ranks are more than the 4 slots of the hosts (--hosts a.invalid:1,b.invalid:3): run fewer, name more hosts or slots, or --oversubscribe them
          -n 5 --hosts a,b --ranks-per-host 2      | --ranks-per-host 2: 5 ranks need 3 hosts, and there are 2
          -n 4 --hosts a:1,b:3 --ranks-per-host 2  | --ranks-per-host 2 is more than the 1 slot of host a.invalid; --oversubscribe
          -n 4 --hosts a,b --jvms 5                | --jvms 5 is more than the 4 ranks of -n
          -n 4 --hosts a,b --jvms 1                | --jvms 1: the ranks are on 2 hosts, and each needs a JVM at least
          -n 4 --hosts a,b --jvms-per-host 3       | --jvms-per-host 3 is more than the 2 ranks of host a.invalid
          -n 3 --hosts a:1,b:2 --map-by node --ranks-per-jvm 3 | --map-by node: no host has room left for a JVM of 3 ranks
          """)
  void whatDoesNotFitIsRefused(String options, String why) {
    assertThatThrownBy(() -> plan(options))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  /** Every rank is in one JVM, in order, and no host has more ranks than slots. */
  @Test
  void everyRankIsSomewhere() {
    long seed = Long.getLong("ronsel.test.seed", System.nanoTime());
    Random random = new Random(seed);
    int dealt = 0;
    for (int i = 0; i < 300; i++) {
      int hosts = 1 + random.nextInt(4);
      int ranks = 1 + random.nextInt(12);
      int slots = 1 + random.nextInt(4);
      List<String> names = new ArrayList<>();
      for (int h = 0; h < hosts; h++) {
        names.add((char) ('a' + h) + ":" + slots);
      }
      String options =
          "-n "
              + ranks
              + " --hosts "
              + String.join(",", names)
              + choose(random, "", " --map-by node")
              + choose(random, "", " --processes", " --ranks-per-jvm 2", " --jvms-per-host 1");
      JobPlan plan;
      try {
        plan = plan(options);
      } catch (UsageException e) {
        assertThat(e.getMessage()).as("seed %d: %s", seed, options).doesNotContain("\n");
        continue;
      }
      dealt++;
      int[] onHost = new int[hosts];
      for (int jvm = 0; jvm < plan.jvms(); jvm++) {
        int count = plan.firstRank()[jvm + 1] - plan.firstRank()[jvm];
        assertThat(count).as("seed %d: %s", seed, options).isPositive();
        onHost[plan.hosts().get(jvm).charAt(0) - 'a'] += count;
      }
      assertThat(plan.size()).isEqualTo(ranks);
      assertThat(Arrays.stream(onHost).max().orElse(0)).isLessThanOrEqualTo(slots);
    }
    assertThat(dealt).isPositive();
  }

  @Test
  void anyNumberOfJvmsMayBeAllowedOnAHost() {
    assertThat(text(plan("-n 4 --hosts a,b --map-by node --jvms-per-host 1500000000")))
        .isEqualTo("a 0, b 1, a 2, b 3");
  }

  @Test
  void aJobWhoseHostsAreThisOneIsAnOrdinaryOne() {
    JobPlan plan = plan("-n 4 --hosts localhost:4 --processes");
    assertThat(plan.hosts()).isEmpty();
    assertThat(plan.jvms()).isEqualTo(4);
    assertThat(plan("-n 4 --hosts localhost:4 --launcher ssh").hosts()).containsOnly("localhost");
  }

  private static String choose(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static JobPlan plan(String options) {
    List<String> words = new ArrayList<>();
    boolean hosts = false;
    for (String word : options.strip().split(" +", -1)) {
      if (word.equals("two")) {
        words.add(folder.resolve("two").toString());
      } else if (word.equals("@")) {
        words.add(program.toString());
      } else {
        words.add(hosts ? word.replaceAll("\\b([a-d])\\b", "$1.invalid") : word);
      }
      hosts = word.equals("--hosts");
    }
    words.add(program.toString());
    JobPlan plan = RunCommandLine.read(words);
    assertThat(plan).isNotNull();
    return plan;
  }

  private static String text(JobPlan plan) {
    List<String> jvms = new ArrayList<>();
    for (int jvm = 0; jvm < plan.jvms(); jvm++) {
      StringBuilder text = new StringBuilder(plan.hosts().get(jvm).replace(".invalid", ""));
      for (int rank = plan.firstRank()[jvm]; rank < plan.firstRank()[jvm + 1]; rank++) {
        text.append(' ').append(rank);
      }
      jvms.add(text.toString());
    }
    return String.join(", ", jvms);
  }
}
