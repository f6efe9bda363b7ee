package org.ronsel.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.TableFile;

/** The rules that are made of answers. */
class TableMakerTest {
  private static Answer answer(int ranks, boolean processes, long bytes, Map<String, Double> ns) {
    CommShape shape = Shapes.here(ranks, processes, 4);
    return new Answer(new Question(shape, Collective.ALL_REDUCE, bytes), ns);
  }

  private static String rules(List<Answer> answers) {
    TableFile table = new TableFile(Map.of(), TableMaker.rules(answers));
    assertThat(TableFile.parse("made", table.text())).isEqualTo(table);
    String text = table.text();
    return text.substring(text.indexOf('\n') + 2);
  }

  @Test
  void theChoiceChangesAtTheGeometricMeanOfTwoLengths() {
    List<Answer> answers = new ArrayList<>();
    answers.add(answer(4, false, 1 << 10, Map.of("ring", 10.0, "flat", 20.0)));
    answers.add(answer(4, false, 1 << 14, Map.of("ring", 200.0, "flat", 20.0)));
    answers.add(answer(4, false, 1 << 20, Map.of("ring", 200.0, "flat", 20.0)));
    assertThat(rules(answers))
        .isEqualTo(
            """
            allReduce ranks=4..7 per-jvm=all bytes=..4K oversubscribed=no -> ring
            allReduce ranks=4..7 per-jvm=all bytes=4097.. oversubscribed=no -> flat
            """);
  }

  @Test
  void numbersOfRanksWithTheSameChoicesAreOneRule() {
    List<Answer> answers = new ArrayList<>();
    for (int ranks : new int[] {6, 2, 3, 8}) {
      String best = ranks == 3 ? "flat" : "ring";
      answers.add(answer(ranks, true, 8, Map.of(best, 1.0, "chain", 2.0)));
    }
    assertThat(rules(answers))
        .isEqualTo(
            """
            allReduce ranks=2 per-host=all per-jvm=1 oversubscribed=no -> ring
            allReduce ranks=3..5 per-host=all per-jvm=1 oversubscribed=no -> flat
            allReduce ranks=6..15 per-host=all per-jvm=1 oversubscribed=yes -> ring
            """);
  }

  @Test
  void theUsualChoiceStaysWhereItIsAboutAsFast() {
    assertThat(rules(List.of(answer(4, false, 8, Map.of("ring", 100.0, "direct", 104.0)))))
        .contains("-> direct");
    assertThat(rules(List.of(answer(4, false, 8, Map.of("ring", 100.0, "direct", 106.0)))))
        .contains("-> ring");
  }
}
