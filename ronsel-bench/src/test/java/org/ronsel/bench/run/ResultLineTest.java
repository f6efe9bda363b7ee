package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.Turns;

class ResultLineTest {
  private static final String WARM =
      "{\"ronsel\":\"warm\",\"inner\":10,\"warmups\":3,\"stable\":true}";

  /** The answers of a loop that is given a warm-up and so many batches. */
  private static List<String> answers(int batches, TimedLoop loop) {
    Iterator<Turns.Turn> turns =
        Stream.concat(
                Stream.generate(() -> Turns.Turn.BATCH).limit(batches), Stream.of(Turns.Turn.END))
            .iterator();
    List<String> lines = new ArrayList<>();
    Turns.Turn end =
        Batches.measure(
            new BatchPlan(batches, 1, 0, 0),
            2,
            loop,
            new Turns() {
              @Override
              public Turn await() {
                return turns.next();
              }

              @Override
              public void answer(String line) {
                lines.add(line);
              }
            });
    assertThat(end).isEqualTo(Turns.Turn.END);
    return lines;
  }

  @Test
  void whatAJobAnswersIsPutTogether() throws IOException {
    List<String> lines =
        answers(
            3,
            new TimedLoop() {
              private int calls;

              @Override
              public long run(int iterations, boolean checked) {
                return 1000L * calls++;
              }

              @Override
              public Map<String, double[]> parts() {
                return Map.of("singleNs", new double[] {calls, 0.5});
              }
            });

    Samples samples = ResultLine.samples(lines.getFirst(), lines.subList(1, lines.size()));

    assertThat(samples)
        .usingRecursiveComparison()
        .isEqualTo(
            new Samples(1, 1, false, new double[] {500, 1000, 1500})
                .with(Map.of("singleNs", new double[] {2, 0.5, 3, 0.5, 4, 0.5})));
  }

  @Test
  void aLineIsFoundAmongOtherOutput() throws IOException {
    assertThat(ResultLine.find(List.of("hello", "[0] " + WARM, "bye"), "warm").orElseThrow())
        .containsEntry("inner", 10);
    assertThat(ResultLine.find(List.of("{\"ronsel\":\"startup\"}", ""), "warm")).isEmpty();
  }

  @Test
  void aTornLineIsAnError() {
    assertThatThrownBy(() -> ResultLine.samples(WARM, List.of("{\"ronsel\":\"batch\",\"ns\":1")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void anAnswerOfAnotherKindIsAnError() {
    assertThatThrownBy(() -> ResultLine.samples(WARM, List.of(WARM)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("kind batch");
  }

  @Test
  void aTextWhereANumberBelongsIsAnError() {
    assertThatThrownBy(
            () -> ResultLine.samples(WARM, List.of("{\"ronsel\":\"batch\",\"ns\":\"x\"}")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ns");
  }
}
