package org.ronsel.tune.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.TableFile;
import org.ronsel.launch.Main;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.sim.Model;
import org.ronsel.sim.ModelFile;
import org.ronsel.tune.Answer;
import org.ronsel.tune.MeasurementEnvironment;
import org.ronsel.tune.Question;
import org.ronsel.tune.StateFile;
import picocli.CommandLine;

/** {@code ronsel tune} as a user meets it. */
class TuneCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  private int run(Object... words) {
    String[] args = new String[words.length];
    for (int i = 0; i < words.length; i++) {
      args[i] = words[i].toString();
    }
    return new CommandLine(new TuneCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void allAlgorithmsOfAnOperationAreListed() {
    assertThat(run("--list", "allGather", "reduce")).isZero();
    assertThat(out.toString())
        .containsPattern("\n  direct +kept +yes +any +\\S")
        .containsPattern("\n  recursive-doubling +kept +yes +powers of two +\\S")
        .containsPattern("\n  binomial +lost +yes +any +\\S")
        .containsPattern("\n  ordered-binomial +kept +yes +any +\\S")
        .startsWith("allGather\n")
        .doesNotContain("\nbarrier");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allreduction | no operation is called 'allreduction'; there are barrier",
        "gatherv | cannot be tuned",
        "--ranks 1 | nothing to choose",
        "--ranks-up-to 1 | at least 2",
        "--sizes 7 | multiple of 8",
        "--budget soon | 60s, 5m or 1h",
        "--placement moon | threads",
        "--placement tcp | a table tells ranks apart by JVM and host, not by transport",
        "--placement TLS | choose threads or processes",
        "--ranks-per-host 4 | is for --model",
        "--model none.model | needs --ranks",
        "--model none.model --ranks 8 | there is no file none.model",
        "--model none.model --ranks 8,2000000 | --ranks 2000000: at most 1048576 with --model",
      })
  void whatCannotBeObeyedIsRefused(String words, String message) {
    Path table = folder.resolve("a.table");
    String[] given = (words + " --output " + table).split(" ");
    assertThat(run((Object[]) given)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(table).doesNotExist();
  }

  @Test
  void aShortRunWritesATableThatCanBeLoadedAndForgetsItsState() throws Exception {
    Path table = folder.resolve("a.table");
    int status =
        run(
            "--output",
            table,
            "--placement",
            "threads",
            "--ranks",
            "2,3",
            "--sizes",
            "8,4K",
            "--budget",
            "3s",
            "barrier",
            "allReduce");
    assertThat(status).as(err.toString()).isZero();
    TableFile read = TableFile.parse("a.table", Files.readString(table));
    assertThat(read.head()).containsKeys("created", "ronsel", "machine", "made-by");
    assertThat(read.rules())
        .anySatisfy(rule -> assertThat(rule.collective().call()).isEqualTo("barrier"))
        .anySatisfy(rule -> assertThat(rule.collective().call()).isEqualTo("allReduce"));
    assertThat(folder.resolve("a.table.partial")).doesNotExist();
  }

  @Test
  void theJvmsOfMeasuringJobsTakeOptions() {
    Path table = folder.resolve("a.table");

    int status = run("--output", table, "--placement=Threads", "--ranks=2", "-J-Xbogus", "barrier");

    assertThat(status).isEqualTo(1);
    assertThat(err.toString()).contains("Unrecognized option: -Xbogus");
    assertThat(table).doesNotExist();
  }

  @Test
  void aMeasuringJobEndsWhenTheCommandIsKilled() throws Exception {
    List<String> command =
        new ArrayList<>(ChildLauncher.jvm(List.of("-XX:TieredStopAtLevel=1"), Main.class));
    command.addAll(List.of("tune", "--output", folder.resolve("a.table").toString()));
    command.addAll(List.of("--placement", "processes", "--ranks", "2", "--budget", "10m"));
    Process tune =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<ProcessHandle> job = List.of();
    try {
      for (int tries = 0; job.size() < 3; tries++) {
        assertThat(tune.waitFor(50, TimeUnit.MILLISECONDS)).as("it measures").isFalse();
        assertThat(tries).as("a launcher and two ranks come").isLessThan(1000);
        job = tune.descendants().toList();
      }
      tune.destroyForcibly();
      for (ProcessHandle each : job) {
        each.onExit().get(30, TimeUnit.SECONDS);
      }
    } finally {
      tune.destroyForcibly();
      job.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private int predict(Path table, String operation) throws Exception {
    Path model = folder.resolve("a.model");
    ModelFile.write(model, Model.common(), List.of());
    return run("--model", model, "--ranks", "3000", "--sizes", "8", "--output", table, operation);
  }

  @Test
  void rulesOfOperationsThatAreNotAskedForStay() throws Exception {
    Path table = folder.resolve("a.table");
    Files.writeString(
        table,
        """
        ronsel collectives table 1

        barrier ranks=2 -> dissemination
        reduce ranks=3..5 -> binomial
        reduce ranks=2 -> chain
        """);

    assertThat(predict(table, "barrier")).as(err.toString()).isZero();

    assertThat(Files.readString(table))
        .contains("barrier ranks=3000..5999")
        .doesNotContain("barrier ranks=2 ")
        .contains("reduce ranks=3..5 -> binomial\nreduce ranks=2 -> chain\n");
    assertThat(out.toString()).contains("kept 2 rules for reduce");
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false"})
  void predictionsThatWereCutOffAreOfUseForTheSameCostsAlone(double moreToCopy, boolean known)
      throws Exception {
    Path table = folder.resolve("a.table");
    Model common = Model.common();
    Model before =
        new Model(
            common.levels(),
            common.linkPerByte(),
            common.copyPerByte() + moreToCopy,
            common.reducePerByte());
    String circumstances = TuneCommand.basis(MeasurementEnvironment.here(), before);
    CommShape shape = new CommShape(3000, 3000, 1, false);
    Question question = new Question(shape, Collective.BARRIER, 0);
    try (StateFile state = StateFile.open(StateFile.beside(table), circumstances)) {
      state.add(new Answer(question, Map.of("flat", 1.0)));
    }

    assertThat(predict(table, "barrier")).as(err.toString()).isZero();

    assertThat(err.toString().contains("going on with what")).isEqualTo(known);
    assertThat(Files.readString(table).contains("-> flat\n")).isEqualTo(known);
  }

  @Test
  void aFileThatIsNoTableIsNotReplaced() throws Exception {
    Path table = Files.writeString(folder.resolve("notes.txt"), "not a table\n");

    assertThat(predict(table, "barrier")).isEqualTo(2);

    assertThat(table).hasContent("not a table\n");
    assertThat(err.toString()).contains("notes.txt", "give another --output");
  }

  @Test
  void aModelPredictsForMoreRanksThanThereAre() throws Exception {
    Path model = folder.resolve("a.model");
    ModelFile.write(model, Model.common(), List.of());
    Path table = folder.resolve("a.table");
    int status =
        run(
            "--model",
            model,
            "--ranks",
            "3000",
            "--ranks-per-host",
            "64",
            "--sizes",
            "8",
            "--output",
            table,
            "barrier");
    assertThat(status).as(err.toString()).isZero();
    assertThat(Files.readString(table))
        .contains("barrier ranks=3000..5999 per-host=64 per-jvm=1 oversubscribed=no -> ");
  }
}
