package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rank runs where, and what it finds there. */
class PlacementTest {
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--jvms=3", "--ranks-per-jvm=2", "--processes"})
  void aProgramCannotTellTheDifference(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 4, placement, Job.program("Statics"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("count 1, "))
        .allMatch(line -> line.endsWith("mine: true"));
  }

  @Test
  void systemPropertiesAreThoseOfTheJvm() throws Exception {
    assertThat(Job.run("run", "-n", 4, "--jvms", 2, Job.program("Statics")).out().lines())
        .hasSize(4)
        .allMatch(line -> line.contains("told by 2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes", "--shared-classes"})
  void objectsArriveAsThoseOfTheReceiversClasses(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, placement, Job.program("Objects"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .containsExactly(
            "enum true true",
            "record true",
            "proxy true",
            "lambda 42",
            "class true",
            "pool true",
            "collectives true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aClassThatTheReceiverDoesNotHaveIsNamed(String placement, @TempDir Path folder)
      throws Exception {
    Path sender =
        Files.writeString(
            folder.resolve("Sender.java"),
            """
            record Secret(int x) implements java.io.Serializable {}
            void main() { org.ronsel.Ronsel.world().sendObject(new Secret(1), 1, 4); }
            """);
    Path receiver =
        Files.writeString(
            folder.resolve("Receiver.java"),
            "void main() { Object o = org.ronsel.Ronsel.world().receiveObject(0, 4); }");
    Job.Result result = Job.run("run", "-n", 1, placement, sender, ":", "-n", 1, receiver);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains(
            "rank 1 failed: org.ronsel.ObjectMessageException: rank 1, receiveObject from rank 0,"
                + " tag 4: class Sender$Secret is not known to the receiver; put it on its class"
                + " path");
  }

  @Test
  void theFilterOfObjectMessagesCanBeChosen() throws Exception {
    Job.Result result =
        Job.run("run", "-n", 2, "-J-Dronsel.object.filter=java.base/*;!*", Job.program("Objects"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("rank 1 failed: org.ronsel.ObjectMessageException: rank 1, receiveObject")
        .contains("was refused by the filter");
  }

  @Test
  void aThousandRanksFitIntoOneJvm() throws Exception {
    Job.Result result = Job.run("run", "-n", 1000, "-J-Xmx512m", Job.program("Statics"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .hasSize(1000)
        .allMatch(line -> line.startsWith("count 1, told by 1000, "));
  }

  @Test
  void sharedClassesHaveSharedStatics() throws Exception {
    Job.Result result = Job.run("run", "-n", 4, "--shared-classes", Job.program("Statics"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines()).hasSize(4).allMatch(line -> line.startsWith("count 4, "));
  }

  @Test
  void severalProgramsAreOneJob(@TempDir Path folder) throws Exception {
    Object program = Job.program("Surroundings");
    Job.Result result =
        Job.run(
            "run",
            "-n",
            1,
            "--env",
            "COLOUR=red",
            "-J-Dshape=round",
            program,
            "A",
            ":",
            "-n",
            3,
            "--env",
            "COLOUR=blue",
            "--wdir",
            folder,
            "-J-Dshape=square",
            program,
            "B");
    String here = Path.of("").toAbsolutePath().getFileName().toString();
    String there = folder.getFileName().toString();
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly(
            "0 A red " + here + " round platform",
            "1 B blue " + there + " square " + kind(3, 2),
            "2 B blue " + there + " square " + kind(3, 2),
            "3 B blue " + there + " square " + kind(3, 2));
  }

  @Test
  void severalProgramsCanShareAJvm() throws Exception {
    Job.Result result =
        Job.run("run", "-n", 2, Job.program("Who"), "A", ":", "-n", 1, Job.program("Who"), "B");
    assertThat(result.sortedLines()).containsExactly("0 of 3 A", "1 of 3 A", "2 of 3 B");
  }

  @Test
  void theKindOfThreadCanBeChosen() throws Exception {
    Object program = Job.program("Surroundings");
    for (String kind : List.of("virtual", "platform")) {
      assertThat(Job.run("run", "-n", 2, "--ranks-as", kind, program).out().lines())
          .hasSize(2)
          .allMatch(line -> line.endsWith(kind));
    }
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(Job.run("run", "-n", cores, program).out().lines())
        .hasSize(cores)
        .allMatch(line -> line.endsWith("platform"));
    assertThat(Job.run("run", "-n", cores + 1, program).out().lines())
        .hasSize(cores + 1)
        .allMatch(line -> line.endsWith("virtual"));
  }

  @Test
  void virtualRanksThatHoldAllCarriersAreFreed() throws Exception {
    Job.Result result = Job.run("run", "-n", 12, "--ranks-as", "virtual", Job.program("Meeting"));
    assertThat(result.status()).isZero();
    assertThat(result.out().lines()).hasSize(12).allMatch(line -> line.equals("met 66"));
    assertThat(result.err().lines())
        .isNotEmpty()
        .allMatch(line -> line.matches("ronsel: all \\d+ carrier threads were held .*"));
  }

  private static String kind(int ranks, int jvms) {
    int cores = Math.ceilDiv(Runtime.getRuntime().availableProcessors(), jvms);
    return ranks > cores ? "virtual" : "platform";
  }
}
