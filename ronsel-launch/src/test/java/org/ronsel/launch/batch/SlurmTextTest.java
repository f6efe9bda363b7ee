package org.ronsel.launch.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.spi.UsageException;

/** The short forms of Slurm for lists of nodes and of numbers. */
class SlurmTextTest {
  private static final int ROUNDS = 20_000;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          node1                     | node1
          node1,node2               | node1 node2
          node[1-3,7],other         | node1 node2 node3 node7 other
          node[1-3]                 | node1 node2 node3
          node[01-03]               | node01 node02 node03
          node[8-11]                | node8 node9 node10 node11
          node[08-11]               | node08 node09 node10 node11
          n[098-101,5]              | n098 n099 n100 n101 n5
          n[5]                      | n5
          n[5-5],m                  | n5 m
          rack[0-1]n[1-2]           | rack0n1 rack0n2 rack1n1 rack1n2
          a[1-2]-ib,b[3,5].example  | a1-ib a2-ib b3.example b5.example
          a[1-2],b[1-2]             | a1 a2 b1 b2
          z,a,m[3,1]                | z a m3 m1
          n[000000000009-10]        | n000000000009 n000000000010
          cn-0001.gpu_a             | cn-0001.gpu_a
          [1-2]n                    | 1n 2n
          """)
  void nodesAreExpandedInTheirOrder(String text, String expected) {
    assertThat(SlurmText.nodes("L", text)).containsExactly(expected.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          ""                 | L=: '' is not the name of a node
          a,,b               | L=a,,b: '' is not the name of a node
          a,                 | L=a,: '' is not the name of a node
          node[1-            | L=node[1-: the brackets do not match
          node1]             | the brackets do not match
          node[[1]]          | the brackets do not match
          node[]             | '' is not a range such as 1-3
          node[1-2-3]        | '1-2-3' is not a range
          node[a-b]          | 'a-b' is not a range
          node[1,]           | '' is not a range
          node[-1]           | '-1' is not a range
          node[3-1]          | the range 3-1 runs backwards
          node[0-9999999]    | the range 0-9999999 is too long
          n[1-1000][1-1001]  | more than 1000000 nodes
          n[1-9999999999999] | '1-9999999999999' is not a range
          -n                 | '-n' is not the name of a node
          a b                | 'a b' is not the name of a node
          a;rm               | 'a;rm' is not the name of a node
          (null)             | '(null)' is not the name of a node
          """)
  void whatIsNoListIsRefused(String text, String why) {
    assertThatThrownBy(() -> SlurmText.nodes("L", text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why)
        .hasMessageStartingWith("L=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1               | 1
          2(x3),1         | 2 2 2 1
          2(x1)           | 2
          4,2(x2),4       | 4 2 2 4
          1000000         | 1000000
          """)
  void countsAreExpanded(String text, String expected) {
    assertThat(
            SlurmText.counts("T", text).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          ""              | T=: '' is not a number
          2,              | T=2,: '' is not a number
          2(3)            | '2(3)' is not a number, nor one with (xN) behind it
          2(x)            | '2(x)' is not a number
          2(x3            | is not a number
          x3              | is not a number
          -1              | is not a number
          0               | numbers are 1 to 1000000
          1(x0)           | numbers are 1 to 1000000
          1000001         | numbers are 1 to 1000000
          99999999        | is not a number
          1(x1000000),1   | more than 1000000 nodes
          """)
  void whatAreNoCountsIsRefused(String text, String why) {
    assertThatThrownBy(() -> SlurmText.counts("T", text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  /** Whatever it is, it is understood or refused in one line; nothing else comes out. */
  @Test
  void noTextDoesAnythingElse() {
    Random random = new Random(1);
    String letters = "node012399[],-()x. \n\u00e4";
    int understood = 0;
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(14); i >= 0; i--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      for (boolean nodes : new boolean[] {true, false}) {
        try {
          List<?> list =
              nodes
                  ? SlurmText.nodes("L", text.toString())
                  : SlurmText.counts("L", text.toString());
          assertThat(list).isNotEmpty();
          understood++;
        } catch (UsageException e) {
          assertThat(e.getMessage().lines()).hasSize(1);
        }
      }
    }
    assertThat(understood).as("some are lists").isGreaterThan(ROUNDS / 100);
  }

  /** What a list is made from comes out of it again. */
  @Test
  void whatHasBeenShortenedIsFoundAgain() {
    Random random = new Random(2);
    for (int round = 0; round < ROUNDS / 10; round++) {
      StringBuilder text = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int part = random.nextInt(4); part >= 0; part--) {
        String prefix = "n" + (char) ('a' + random.nextInt(26));
        String suffix = random.nextBoolean() ? "" : "-x";
        text.append(text.isEmpty() ? "" : ",").append(prefix).append('[');
        for (int range = random.nextInt(3); range >= 0; range--) {
          int width = 1 + random.nextInt(4);
          int first = random.nextInt(200);
          int last = first + random.nextInt(30);
          String format = "%0" + width + "d";
          text.append(String.format(format, first));
          if (last > first || random.nextBoolean()) {
            text.append('-').append(String.format(format, last));
          }
          text.append(range > 0 ? "," : "");
          for (int number = first; number <= last; number++) {
            expected.add(prefix + String.format(format, number) + suffix);
          }
        }
        text.append(']').append(suffix);
      }
      assertThat(SlurmText.nodes("L", text.toString())).as(text.toString()).isEqualTo(expected);
    }
  }
}
