package org.ronsel.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Ronsel;
import org.ronsel.Window;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.Turns;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Choice;

/** Every kernel measures and verifies its data, at each number of ranks and with each setting. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class KernelsTest {
  private static final BatchPlan SHORT = new BatchPlan(2, 0.02, 0, 0);
  private static final List<Step> STEPS = List.of(new Step(64, 3, true), new Step(800, 2, false));

  /** The loops of messages between two ranks, and those of more, that take some settings. */
  private static List<String> messages(boolean ofTwo, Settings settings) {
    Choice choice = new Choice(List.of(), List.of(), List.of(), 0, false, settings);
    List<String> kernels = new ArrayList<>();
    for (Benchmark each : Benchmark.of(Benchmark.Group.POINT_TO_POINT)) {
      if (each.takesRanks() != ofTwo && each.refusal(settings) == null) {
        each.workloads(choice).forEach(workload -> kernels.add(workload.kernel()));
      }
    }
    return kernels.stream().distinct().toList();
  }

  private static final List<String> OF_TWO = messages(true, Settings.DEFAULT);
  private static final List<String> OF_MORE = messages(false, Settings.DEFAULT);

  /** Warms up with each size and takes a batch; the answers of rank 0. */
  private static List<String> measure(
      int ranks, String kernel, List<Step> steps, Settings settings) {
    KernelArguments arguments =
        new KernelArguments(kernel, steps, SHORT, settings, Path.of("none"));
    List<String> answers = new ArrayList<>();
    Ronsel.run(
        ranks,
        comm -> {
          int[] turns = {0};
          KernelMain.run(
              comm,
              arguments,
              new Turns() {
                @Override
                public Turn await() {
                  int turn = turns[0]++;
                  if (comm.rank() != 0 || turn == 0) {
                    return Turn.BATCH;
                  }
                  boolean last = turn == 2 * steps.size();
                  return turn % 2 == 1 ? Turn.BATCH : last ? Turn.END : Turn.NEXT;
                }

                @Override
                public void answer(String line) {
                  answers.add(line);
                }
              });
        });
    assertThat(answers).as(kernel + " on " + ranks).hasSize(2 * steps.size());
    return answers;
  }

  private static List<String> collectives() {
    return Stream.of(MeasuredCollective.values())
        .flatMap(each -> Stream.of(CallKind.values()).map(each::kernel))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void everyKernelVerifiesItsDataAtEachNumberOfRanks(int ranks) {
    collectives().forEach(kernel -> measure(ranks, kernel, STEPS, Settings.DEFAULT));
    if (ranks % 2 == 0) {
      OF_MORE.forEach(kernel -> measure(ranks, kernel, STEPS, Settings.DEFAULT));
    }
    if (ranks == 2) {
      OF_TWO.forEach(kernel -> measure(2, kernel, STEPS, Settings.DEFAULT.withThreads(2)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "memory=segment",
    "memory=allocated",
    "'root=1'",
    "'each'",
    "'cold=4096'",
    "'each,cold=4096,root=0'"
  })
  void everyKernelVerifiesItsDataWithEachSetting(String words) {
    Settings settings = Settings.parse(words);
    Stream.of(MeasuredCollective.values())
        .forEach(each -> measure(3, each.kernel(CallKind.BLOCKING), STEPS, settings));
    OF_MORE.forEach(kernel -> measure(4, kernel, STEPS, settings));
    OF_TWO.forEach(kernel -> measure(2, kernel, STEPS, settings.withThreads(2)));
  }

  /** A root that is no rank is an error, and so shows that the operation has it. */
  @ParameterizedTest
  @EnumSource(CallKind.class)
  void aFixedRootIsThatOfEachKindOfCall(CallKind kind) {
    String kernel = MeasuredCollective.BROADCAST.kernel(kind);
    measure(2, kernel, STEPS, Settings.parse("root=1"));
    assertThatThrownBy(() -> measure(2, kernel, STEPS, Settings.parse("root=5")))
        .hasStackTraceContaining("root");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "datatype=cont",
        "datatype=vect:24:8",
        "datatype=indx:32:16",
        "memory=segment,datatype=vect:24:8"
      })
  void whatMovesBytesTakesDerivedDatatypes(String words) {
    Settings settings = Settings.parse(words);
    Stream.of(MeasuredCollective.values())
        .filter(each -> !each.reduces())
        .forEach(each -> measure(3, each.kernel(CallKind.BLOCKING), STEPS, settings));
    OF_MORE.forEach(kernel -> measure(2, kernel, STEPS, settings));
    OF_TWO.forEach(kernel -> measure(2, kernel, STEPS, settings));
  }

  @ParameterizedTest
  @EnumSource(Window.Kind.class)
  void oneSidedOperationsAreVerifiedOnEachKindOfWindowHoweverTheyAreCompleted(Window.Kind kind) {
    for (OneSidedCase.Completion completion : OneSidedCase.Completion.values()) {
      for (String operation :
          List.of("put-x3", "get", "accumulate", "getaccumulate-shorts", "fetchandop")) {
        String name = OneSidedCase.parse(operation).with(kind, completion, 0).name();
        measure(2, name, STEPS, Settings.DEFAULT);
      }
    }
    for (String calls : List.of("selflock", "allocate", "accumulate-blocks", "put-pscw-both-x3")) {
      measure(2, OneSidedCase.parse(calls).with(kind, null, 0).name(), STEPS, Settings.DEFAULT);
    }
    String fences = OneSidedCase.parse("put-fence-both").with(kind, null, 0).name();
    assertThat(measure(2, fences, STEPS, Settings.DEFAULT).get(1)).contains("processMaxNs");
  }

  @Test
  void objectsAreVerified() {
    Settings objects = Settings.parse("memory=object");
    Stream.of(MeasuredCollective.values())
        .filter(MeasuredCollective::takesObjects)
        .forEach(each -> measure(3, each.kernel(CallKind.BLOCKING), STEPS, objects));
    messages(true, objects).forEach(kernel -> measure(2, kernel, STEPS, objects));
    messages(false, objects).forEach(kernel -> measure(2, kernel, STEPS, objects));
  }

  @Test
  void emptyMessagesAreMeasuredToo() {
    List<Step> empty = List.of(new Step(0, 2, true), new Step(3, 2, true));
    OF_TWO.forEach(kernel -> measure(2, kernel, empty, Settings.DEFAULT));
    OF_MORE.forEach(kernel -> measure(2, kernel, empty, Settings.DEFAULT));
    Stream.of(MeasuredCollective.values())
        .forEach(each -> measure(2, each.kernel(CallKind.BLOCKING), empty, Settings.DEFAULT));
  }

  @Test
  void iterationsAndProcessesAreToldAsAskedFor() {
    assertThat(measure(3, "allreduce", STEPS, Settings.DEFAULT).get(1))
        .contains("processMinNs", "processMeanNs", "processMaxNs")
        .doesNotContain("singleNs");
    assertThat(measure(3, "allreduce", STEPS, Settings.parse("each")).get(1))
        .contains("singleNs")
        .doesNotContain("processMinNs");
    assertThat(measure(2, "pingpong", STEPS, Settings.DEFAULT).get(1)).doesNotContain("process");
  }

  @Test
  void aKernelThatDoesNotExistIsNamed() {
    assertThatThrownBy(() -> measure(2, "teleport", STEPS, Settings.DEFAULT))
        .hasStackTraceContaining("no kernel is called teleport");
    assertThatThrownBy(() -> measure(3, "window-pairs", STEPS, Settings.DEFAULT))
        .hasStackTraceContaining("pairs of ranks, not 3");
  }
}
