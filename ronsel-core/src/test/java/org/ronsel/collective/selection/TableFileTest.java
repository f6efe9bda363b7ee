package org.ronsel.collective.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of algorithms as text. */
class TableFileTest {
  private static final String TITLE = TableFile.TITLE + TableFile.VERSION + "\n";

  @Test
  void aTableIsReadAsItIsWritten() {
    TableFile file =
        TableFile.parse(
            "a.table",
            TITLE
                + """
                created: 2026-11-21T12:00:00Z
                machine: 2 cores: a # no comment

                # a comment
                broadcast per-jvm=all -> direct
                  allReduce   ranks=4..7 per-host=..8 per-jvm=1 bytes=1K..16K oversubscribed=yes \
                commutative=no in-place=yes -> recursive-doubling # the end
                """);
    assertThat(file.head())
        .isEqualTo(Map.of("created", "2026-11-21T12:00:00Z", "machine", "2 cores: a # no comment"));
    Rule rule = file.rules().getLast();
    assertThat(rule.algorithm().name()).isEqualTo("recursive-doubling");
    assertThat(rule.ranks()).isEqualTo(new Range(4, 7));
    assertThat(rule.perHost()).isEqualTo(new Range(0, 8));
    assertThat(rule.perJvm()).isEqualTo(new Range(1, 1));
    assertThat(rule.bytes()).isEqualTo(new Range(1024, 16384));
    assertThat(rule.oversubscribed()).isEqualTo(Rule.Whether.YES);
    assertThat(rule.commutative()).isEqualTo(Rule.Whether.NO);
    assertThat(rule.inPlace()).isEqualTo(Rule.Whether.YES);
    assertThat(file.rules().getFirst().perJvm()).isEqualTo(Range.ALL_RANKS);
    assertThat(TableFile.parse("b.table", file.text())).isEqualTo(file);
  }

  @Test
  void anyRulesSurviveTheText() {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      List<Rule> rules = new ArrayList<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        Rule rule = SelectionTableTest.randomRule(random);
        rules.add(
            rule.forBytes(new Range(random.nextInt(9) * 512L, 1L << 13 + random.nextInt(40))));
      }
      TableFile file = new TableFile(Map.of("made-by", "a test"), rules);
      assertThat(TableFile.parse("a.table", file.text())).isEqualTo(file);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "allreduce -> ring | begins with an operation | allReduce",
        "allReduce -> magic | no algorithm \"magic\" | recursive-doubling, rabenseifner",
        "allReduce | ends with \"-> ALGORITHM\" | allReduce -> direct",
        "allReduce -> | ends with \"-> ALGORITHM\" | allReduce -> direct",
        "allReduce -> ring ring | nothing may follow | \"ring\"",
        "allReduce rank=3 -> ring | there is none \"rank\" | ranks=, per-host=",
        "allReduce ranks -> ring | a number or a range | 2..7",
        "allReduce ranks=.. -> ring | a number or a range | not \"..\"",
        "allReduce ranks=-3 -> ring | a number or a range | \"-3\"",
        "allReduce ranks=3..x -> ring | a number or a range | \"3..x\"",
        "allReduce ranks=8..4 -> ring | first number is the larger | 8..4",
        "allReduce ranks=1K -> ring | a number or a range | \"1K\"",
        "allReduce ranks=all -> ring | a number or a range | \"all\"",
        "allReduce per-jvm=most -> ring | or all | \"most\"",
        "allReduce bytes=K -> ring | a number or a range | 1K..64K",
        "allReduce bytes=99999999999999999999 -> ring | a number or a range | 1K",
        "allReduce bytes=99999999999999G -> ring | a number or a range | 1K",
        "allReduce ranks=3 ranks=4 -> ring | given twice | ranks=",
        "allReduce oversubscribed=maybe -> ring | yes or no | \"maybe\"",
        "barrier bytes=8 -> flat | no condition of barrier | no data",
        "gatherv bytes=8 -> flat | no condition of gatherv | lengths",
        "broadcast commutative=yes -> flat | no condition of broadcast | no operator",
        "reduce in-place=yes -> flat | no condition of reduce | only its root knows",
        "scan in-place=yes -> linear | no condition of scan | need not be alike",
        "reduceScatter in-place=no -> ring | no condition of reduceScatter | need not be alike",
        "allGatherv in-place=no -> ring | no condition of allGatherv | need not be alike",
        "colour: red | no fact is called \"colour\" | created:, ronsel:",
        "created: now | before the first rule | created",
      })
  void whatIsNotUnderstoodIsRefusedWithFileLineAndWhatIsExpected(
      String line, String problem, String expected) {
    assertThatThrownBy(
            () -> TableFile.parse("a.table", TITLE + "\nbarrier -> flat\n" + line + "\n"))
        .isInstanceOf(InvalidTableException.class)
        .hasMessageStartingWith("a.table:4: ")
        .hasMessageContaining(problem)
        .hasMessageContaining(expected);
  }

  @Test
  void lengthsAreReadLikeThoseOfCommandLines() {
    TableFile table = TableFile.parse("a.table", TITLE + "allReduce bytes=1kb..64k -> ring\n");
    assertThat(table.text()).contains("bytes=1K..64K");
  }

  @Test
  void aFactIsGivenOnce() {
    assertThatThrownBy(() -> TableFile.parse("t", TITLE + "created: a\ncreated: b"))
        .hasMessage("t:3: created: is given twice");
  }

  @Test
  void anotherVersionAndAnotherFileAreToldApart() {
    assertThatThrownBy(() -> TableFile.parse("t", TableFile.TITLE + "99\n"))
        .hasMessageContaining("t:1: this is a table of version \"99\"")
        .hasMessageContaining("ronsel tune");
    assertThatThrownBy(() -> TableFile.parse("t", "<html>\u0000" + "x".repeat(1000)))
        .hasMessageContaining("t:1: the first line must be \"" + TITLE.strip() + "\"")
        .hasMessageContaining("<html>?xxx")
        .hasMessageContaining("...");
    assertThatThrownBy(() -> TableFile.parse("t", "")).hasMessageContaining("t:1: ");
    assertThatThrownBy(() -> TableFile.parse("t", "\n".repeat(TableFile.LONGEST + 1)))
        .hasMessageContaining("at most");
  }

  /** Whatever is done to a table, it is read or refused by a message with its line. */
  @Test
  void damagedTablesAreReadOrRefusedButNeverAnythingElse() {
    String text =
        TITLE
            + "made-by: x\n"
            + TableFile.line(SelectionTableTest.randomRule(new Random(7)))
            + "\nallReduce ranks=4..7 per-jvm=all bytes=1K..16K oversubscribed=yes -> ring # end\n"
            + "barrier per-host=2.. -> flat\n";
    String alphabet = "abk=.>-# :KMG\n\t0129\u00e4\ud83d";
    Random random = new Random(5);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      StringBuilder damaged = new StringBuilder(text);
      for (int i = random.nextInt(4); i >= 0 && !damaged.isEmpty(); i--) {
        int at = random.nextInt(Math.max(1, damaged.length()));
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(4)) {
          case 0 -> damaged.setCharAt(at, c);
          case 1 -> damaged.insert(at, c);
          case 2 -> damaged.deleteCharAt(at);
          default -> damaged.setLength(Math.max(1, at));
        }
      }
      try {
        TableFile read = TableFile.parse("t", damaged.toString());
        assertThat(TableFile.parse("t", read.text())).isEqualTo(read);
      } catch (InvalidTableException e) {
        refused++;
        assertThat(e.getMessage()).matches("(?s)t:\\d+: .*");
      }
    }
    assertThat(refused).isBetween(5_000, 19_999);
  }
}
