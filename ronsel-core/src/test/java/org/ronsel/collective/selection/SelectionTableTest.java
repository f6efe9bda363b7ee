package org.ronsel.collective.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.shared.DirectAlgorithm;

class SelectionTableTest {
  private static final int[] RANKS = {1, 2, 3, 7, 64, 255, 257, 1000, 1024, 100_000};
  private static final long[] LENGTHS = {0, 8, 5000, 100_000, 1L << 33, Long.MAX_VALUE};

  /** Ranks of one JVM that copy nothing by the built-in table. */
  private static final int MANY = 32;

  private static final boolean[] EITHER = {false, true};

  private final SelectionTable table = SelectionTable.builtIn();

  private static Selection of(SelectionTable table, int ranks) {
    return table.forShape(new CommShape(ranks, ranks, 1, true));
  }

  @ParameterizedTest
  @EnumSource
  void everyCallHasAnAlgorithmThatCanServeIt(Collective collective) {
    for (int ranks : RANKS) {
      for (boolean oversubscribed : EITHER) {
        Selection selection = table.forShape(new CommShape(ranks, ranks, 1, oversubscribed));
        for (long bytes : LENGTHS) {
          for (CombiningOrder order : CombiningOrder.values()) {
            for (boolean inPlace : EITHER) {
              check(
                  selection.findScheduled(collective, bytes, order, inPlace),
                  collective,
                  ranks,
                  order,
                  inPlace);
            }
          }
        }
      }
    }
  }

  private static void check(
      Algorithm chosen, Collective collective, int ranks, CombiningOrder order, boolean inPlace) {
    assertThat(chosen).isInstanceOf(ScheduledAlgorithm.class);
    assertThat(chosen.collective()).isEqualTo(collective);
    assertThat(chosen.supports(ranks)).isTrue();
    assertThat(chosen.keeps(order, ranks)).isTrue();
    boolean isReplaced = collective.mixesAlgorithms(); // on ranks that are in place
    assertThat(!inPlace || isReplaced || chosen.supportsInPlace()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void algorithmsOfAnOperationHaveNamesOfTheirOwn(Collective collective) {
    Set<String> names = new HashSet<>();
    for (Algorithm algorithm : KnownAlgorithms.of(collective)) {
      assertThat(names.add(algorithm.name())).as(algorithm.name()).isTrue();
      assertThat(algorithm.name()).doesNotContainAnyWhitespaces().doesNotContain("#", ",", "=");
      assertThat(KnownAlgorithms.find(collective, algorithm.name())).isSameAs(algorithm);
      assertThat(algorithm.summary()).as(algorithm.name() + " says what it does").isNotBlank();
    }
    assertThat(names).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyAlgorithmCanBePreferred(Collective collective) {
    for (Algorithm algorithm : KnownAlgorithms.of(collective)) {
      SelectionTable changed = table.preferring(List.of(Rule.of(algorithm)));
      Selection together = changed.forShape(CommShape.together(MANY));
      boolean other =
          !(algorithm instanceof DirectAlgorithm)
              && algorithm.supports(MANY, RankGrouping.TOGETHER);
      assertThat(together.isAlwaysDirect(collective)).isEqualTo(!other);
      if (algorithm.supports(MANY, RankGrouping.TOGETHER)) {
        assertThat(together.find(collective, 5000, CombiningOrder.ANY, false)).isSameAs(algorithm);
      }
      for (Collective unchanged : Collective.values()) {
        if (unchanged != collective) {
          assertThat(changed.rules(unchanged)).isEqualTo(table.rules(unchanged));
        }
      }
    }
  }

  @Test
  void directIsTheBuiltInChoiceOfBlockingCallsOfManyRanksInOneJvm() {
    Selection selection = table.forShape(CommShape.together(MANY));
    for (Collective collective : Collective.values()) {
      assertThat(selection.find(collective, 100, CombiningOrder.FIXED, true))
          .isInstanceOf(DirectAlgorithm.class);
      assertThat(selection.findScheduled(collective, 100, CombiningOrder.FIXED, true)).isNotNull();
      assertThat(selection.isAlwaysDirect(collective)).isTrue();
    }
  }

  /** Where each rank has a core, short calls of which not all have to wait for all are copied. */
  @ParameterizedTest
  @EnumSource(names = {"BROADCAST", "ALL_GATHER", "ALL_TO_ALL", "ALL_GATHERV"})
  void shortCallsOfRanksWithCoresOfTheirOwnAreCopied(Collective collective) {
    for (int ranks : new int[] {2, 4, 5, 16}) {
      Selection own = table.forShape(new CommShape(ranks, ranks, ranks, false));
      assertThat(own.find(collective, 8, CombiningOrder.ANY, false).name()).isEqualTo("copy");
      assertThat(own.find(collective, 10_000, CombiningOrder.ANY, false))
          .isInstanceOf(DirectAlgorithm.class);
    }
    for (Selection direct :
        List.of(
            table.forShape(new CommShape(17, 17, 17, false)),
            table.forShape(new CommShape(64, 64, 64, true)))) {
      assertThat(direct.find(collective, 8, CombiningOrder.ANY, false))
          .isInstanceOf(DirectAlgorithm.class);
    }
  }

  @Test
  void aRuleMayPreferMessagesForSomeLengthsBetweenRanksOfOneJvm() {
    TableFile file =
        TableFile.parse(
            "a.table",
            """
            ronsel collectives table 1
            allReduce per-jvm=all bytes=1K..4K -> ring
            """);
    Selection selection = table.preferring(file.rules()).forShape(CommShape.together(4));
    assertThat(selection.find(Collective.ALL_REDUCE, 1023, CombiningOrder.ANY, false).name())
        .isEqualTo("direct");
    assertThat(selection.find(Collective.ALL_REDUCE, 1024, CombiningOrder.ANY, false).name())
        .isEqualTo("ring");
    assertThat(selection.find(Collective.ALL_REDUCE, 4096, CombiningOrder.ANY, false).name())
        .isEqualTo("ring");
    assertThat(selection.find(Collective.ALL_REDUCE, 4097, CombiningOrder.ANY, false).name())
        .isEqualTo("direct");
    assertThat(selection.isAlwaysDirect(Collective.ALL_REDUCE)).isFalse();
    assertThat(selection.isAlwaysDirect(Collective.BARRIER)).isTrue();
  }

  @Test
  void aPreferredAlgorithmThatLosesTheOrderOfRanksIsNotUsedWhereItMatters() {
    Rule wanted = SelectionTable.wanted("--algorithm", Collective.ALL_REDUCE, "ring");
    Selection changed = of(table.preferring(List.of(wanted)), 8);
    assertThat(changed.findScheduled(Collective.ALL_REDUCE, 8, CombiningOrder.ANY, false).name())
        .isEqualTo("ring");
    assertThat(
            changed
                .findScheduled(Collective.ALL_REDUCE, 8, CombiningOrder.OF_RANKS, false)
                .keepsRankOrder())
        .isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void noAlgorithmThatCombinesOtherwiseThanIsAskedForCanBeForced(Collective collective) {
    for (Algorithm forced : KnownAlgorithms.of(collective)) {
      SelectionTable changed = table.preferring(List.of(Rule.of(forced)));
      for (int ranks = 2; ranks <= 33; ranks++) {
        CommShape shape = new CommShape(ranks, 1, 1, false);
        Selection selection = changed.forShape(shape);
        for (CombiningOrder order : CombiningOrder.values()) {
          Algorithm chosen = selection.find(collective, 5000, order, true);
          assertThat(chosen.keeps(order, shape.placement())).isTrue();
          boolean fits =
              forced.keeps(order, shape.placement())
                  && forced.supports(shape.ranks(), shape.grouping())
                  && forced.supportsInPlace();
          if (fits && forced instanceof ScheduledAlgorithm) {
            assertThat(chosen).isSameAs(forced);
          }
        }
      }
    }
  }

  // ---- memory ----

  private static String reduceOf(Selection selection, long bytes, CombiningOrder order) {
    return selection.findScheduled(Collective.REDUCE, bytes, order, false).name();
  }

  @Test
  void anAlgorithmThatStagesMoreThanItMayIsReplaced() {
    CommShape shape = new CommShape(16, 1, 1, false);
    Selection selection = table.within(1 << 20).forShape(shape);
    int third = (1 << 20) / 3; // a reduction on a tree stages its operand three times
    assertThat(reduceOf(selection, third, CombiningOrder.ANY)).isEqualTo("binomial");
    assertThat(reduceOf(selection, third + 1, CombiningOrder.ANY))
        .isEqualTo("pipelined-binomial-static");
    assertThat(reduceOf(selection, third + 1, CombiningOrder.OF_RANKS))
        .isEqualTo("ordered-pipelined-binomial-static");
    assertThat(reduceOf(table.forShape(shape), 1L << 40, CombiningOrder.ANY)).isEqualTo("binomial");
    assertThat(
            selection
                .findScheduled(Collective.ALL_REDUCE, 2 << 20, CombiningOrder.ANY, false)
                .name())
        .isEqualTo("ring");
    assertThat(
            selection
                .findScheduled(Collective.ALL_REDUCE, 2 << 20, CombiningOrder.OF_RANKS, false)
                .name())
        .isEqualTo("pipelined-binomial-static");
  }

  /** Whoever asks may know a limit that the table does not, as that of an array. */
  @Test
  void anAlgorithmThatNeedsTooLongAnArrayIsReplaced() {
    Rule wanted = SelectionTable.wanted("--algorithm", Collective.ALL_REDUCE, "recursive-doubling");
    Selection selection = of(table.within(Long.MAX_VALUE).preferring(List.of(wanted)), 8);
    long bytes = 3L << 29;
    for (long most : new long[] {2 * bytes, 2 * bytes - 1}) {
      ScheduledAlgorithm found =
          selection.findScheduled(Collective.ALL_REDUCE, bytes, CombiningOrder.ANY, false, most);
      assertThat(found.name().equals("recursive-doubling")).isEqualTo(most == 2 * bytes);
      assertThat(found.scratchBytes(new CommShape(8, 1, 1, false).placement(), bytes))
          .isLessThanOrEqualTo(most);
    }
  }

  @Test
  void norIsOneThatIsPreferred() {
    Rule wanted = SelectionTable.wanted("--algorithm", Collective.REDUCE, "chain");
    Selection selection = of(table.within(3000).preferring(List.of(wanted)), 64);
    assertThat(reduceOf(selection, 1000, CombiningOrder.ANY)).isEqualTo("chain");
    assertThat(reduceOf(selection, 1001, CombiningOrder.ANY)).isNotEqualTo("chain");
  }

  /** Whatever is chosen has room, or nothing has, and it needs least. */
  @ParameterizedTest
  @EnumSource
  void nothingThatIsChosenStagesMoreThanItMayIfThereIsAChoice(Collective collective) {
    for (long limit : new long[] {0, 1000, 64 << 10, 1 << 20}) {
      for (int ranks : new int[] {1, 2, 7, 64, 255}) {
        CommShape shape = new CommShape(ranks, Math.min(ranks, 4), 1, false);
        Selection selection = table.within(limit).forShape(shape);
        for (long bytes : LENGTHS) {
          for (CombiningOrder order : CombiningOrder.values()) {
            Placement placement = shape.placement();
            long needs =
                selection
                    .findScheduled(collective, bytes, order, false)
                    .scratchBytes(placement, bytes);
            long least =
                KnownAlgorithms.of(collective).stream()
                    .filter(ScheduledAlgorithm.class::isInstance)
                    .filter(each -> each.supports(ranks, placement.grouping()))
                    .filter(each -> each.keeps(order, placement))
                    .mapToLong(each -> each.scratchBytes(placement, bytes))
                    .min()
                    .orElseThrow();
            // What needs least is sought again for lengths twice as long.
            long most = least > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * least + ranks;
            assertThat(needs).isLessThanOrEqualTo(Math.max(limit, most));
          }
        }
      }
    }
  }

  @Test
  void tablesOfOneLimitAreOneTable() {
    assertThat(table.within(1000)).isSameAs(table.within(1000)).isNotSameAs(table.within(2000));
    assertThat(table.within(Long.MAX_VALUE)).isSameAs(table);
  }

  @Test
  void ofAnOperationWithARootNobodyLooksWhetherItIsInPlace() {
    for (Collective collective : Collective.values()) {
      for (int ranks : RANKS) {
        for (long bytes : LENGTHS) {
          if (collective.hasRoot()) {
            Selection selection = of(table, ranks);
            assertThat(selection.findScheduled(collective, bytes, CombiningOrder.ANY, true))
                .isSameAs(selection.findScheduled(collective, bytes, CombiningOrder.ANY, false));
          }
        }
      }
    }
  }

  @Test
  void anUnknownAlgorithmIsRefusedWithTheNamesThatAreKnown() {
    assertThatThrownBy(
            () ->
                SelectionTable.wanted(
                    "ronsel.collective.allReduce", Collective.ALL_REDUCE, "magic"))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("ronsel.collective.allReduce")
        .hasMessageContaining("recursive-doubling, rabenseifner")
        .hasMessageContaining("magic");
  }

  /** The compiled form answers as a walk along the rules does. */
  @Test
  void theFirstRuleThatFitsIsTaken() {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      List<Rule> rules = new ArrayList<>();
      for (int i = random.nextInt(12); i >= 0; i--) {
        rules.add(randomRule(random));
      }
      long limit = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(60);
      SelectionTable changed = table.preferring(rules).within(limit);
      for (int probe = 0; probe < 50; probe++) {
        int ranks = 1 + random.nextInt(12);
        int perHost = 1 + random.nextInt(ranks);
        CommShape shape =
            new CommShape(ranks, perHost, 1 + random.nextInt(perHost), random.nextBoolean());
        long bytes = random.nextInt(40);
        CombiningOrder order = CombiningOrder.values()[random.nextInt(3)];
        boolean inPlace = random.nextBoolean();
        Placement placement = shape.placement();
        List<Algorithm> fitting =
            changed.rules(Collective.ALL_REDUCE).stream()
                .filter(rule -> rule.fits(shape, placement))
                .filter(rule -> rule.fits(order, inPlace, placement))
                .filter(rule -> allowed(shape, rule.algorithm()))
                .filter(rule -> rule.bytes().has(bytes))
                .map(Rule::algorithm)
                .toList();
        Algorithm found =
            changed.forShape(shape).find(Collective.ALL_REDUCE, bytes, order, inPlace);
        Optional<Algorithm> expected =
            fitting.stream()
                .filter(each -> each.scratchBytes(placement, bytes) <= limit)
                .findFirst();
        assertThat(found).isIn(fitting).isEqualTo(expected.orElse(found));
      }
    }
  }

  private static boolean allowed(CommShape shape, Algorithm algorithm) {
    if (algorithm instanceof DirectAlgorithm) {
      return shape.ranksPerJvm() == shape.ranks();
    }
    return algorithm instanceof ScheduledAlgorithm || shape.ranksPerHost() == shape.ranks();
  }

  static Rule randomRule(Random random) {
    List<Algorithm> known = KnownAlgorithms.of(Collective.ALL_REDUCE);
    Rule.Whether[] conditions = Rule.Whether.values();
    return Rule.of(known.get(random.nextInt(known.size())))
        .forRanks(randomRange(random, 12))
        .forRanksPerHost(random.nextBoolean() ? Range.ALL_RANKS : randomRange(random, 12))
        .forRanksPerJvm(random.nextBoolean() ? Range.ALL_RANKS : randomRange(random, 12))
        .forBytes(randomRange(random, 40))
        .forOversubscribed(conditions[random.nextInt(3)])
        .forCommutative(conditions[random.nextInt(3)])
        .forInPlace(conditions[random.nextInt(3)]);
  }

  private static Range randomRange(Random random, int bound) {
    int least = random.nextInt(bound);
    return switch (random.nextInt(3)) {
      case 0 -> Range.ANY;
      case 1 -> new Range(least, Long.MAX_VALUE);
      default -> new Range(least, least + random.nextInt(bound));
    };
  }

  @Test
  void manyShapesAreNotAllRemembered() {
    SelectionTable changed = table.preferring(List.of(randomRule(new Random(2))));
    Selection first = changed.forShape(CommShape.together(1));
    assertThat(changed.forShape(CommShape.together(1))).isSameAs(first);
    for (int ranks = 2; ranks < 200; ranks++) {
      assertThat(changed.forShape(CommShape.together(ranks))).isNotNull();
    }
    assertThat(changed.forShape(CommShape.together(1))).isNotSameAs(first);
  }
}
