package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.collective.schedule.Bindings;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Placement.Level;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.StepKind;
import org.ronsel.data.ElementType;

/** What crosses the borders of hosts, regions and JVMs, as textbooks count it. */
class HierarchyTest {
  private static final Hierarchical FLAT = new Hierarchical(Tree.FLAT, Tree.FLAT);
  private static final Hierarchical BINOMIAL = new Hierarchical(Tree.BINOMIAL, Tree.BINOMIAL);
  private static final Placement HOSTS_OF_8 = Placements.blocks(128, 8, 8);

  /** The same hosts, of which each has every sixteenth rank. */
  private static final Placement DEALT = Placement.of(128, rank -> rank % 16, rank -> 0, rank -> 0);

  /** A message of some bytes. */
  private record Sent(int from, int to, long bytes) {}

  private static List<Sent> sent(
      ScheduledAlgorithm algorithm, Placement placement, int root, long bytes) {
    List<Sent> sent = new ArrayList<>();
    for (int rank = 0; rank < placement.ranks(); rank++) {
      Schedule schedule = algorithm.schedule(rank, placement, root);
      Bindings bindings = new Bindings(schedule);
      bindings.shape(ElementType.BYTE, bytes, null);
      for (int step = 0; step < schedule.steps(); step++) {
        if (schedule.kind(step) == StepKind.SEND) {
          sent.add(new Sent(rank, schedule.peer(step), bindings.elements(step)));
        }
      }
    }
    return sent;
  }

  private static List<Sent> crossing(
      Level level, ScheduledAlgorithm algorithm, Placement placement, int root, long bytes) {
    return sent(algorithm, placement, root, bytes).stream()
        .filter(m -> placement.group(level, m.from()) != placement.group(level, m.to()))
        .toList();
  }

  private static List<Sent> betweenHosts(
      ScheduledAlgorithm algorithm, Placement placement, long bytes) {
    return crossing(Level.HOST, algorithm, placement, 0, bytes);
  }

  private static long sum(List<Sent> messages) {
    return messages.stream().mapToLong(Sent::bytes).sum();
  }

  // ---- the numbers of the textbook ----

  @Test
  void aSpanningTreeCrossesToEachHostOnceAndAFlatTreeToEachRank() {
    List<Sent> spanning = betweenHosts(new TreeBroadcast(Tree.HALVING), HOSTS_OF_8, 1000);
    assertThat(spanning).hasSize(15);
    assertThat(sum(spanning)).isEqualTo(15_000);
    List<Sent> flat = betweenHosts(new TreeBroadcast(Tree.FLAT), HOSTS_OF_8, 1000);
    assertThat(flat).hasSize(120);
    assertThat(sum(flat)).isEqualTo(120_000);
  }

  @Test
  void whereRanksAreDealtInTurnOnlyAHierarchyKeepsMessagesOnHosts() {
    assertThat(betweenHosts(new TreeBroadcast(Tree.HALVING), DEALT, 1)).hasSize(120);
    Hierarchical tree = new Hierarchical(Tree.HALVING, Tree.HALVING);
    assertThat(betweenHosts(new TreeBroadcast(tree), DEALT, 1)).hasSize(15);
    assertThat(betweenHosts(new TreeReduce(tree, false), DEALT, 1)).hasSize(15);
  }

  @Test
  void aHierarchyOf512HostsHas511EdgesBetweenThemAndAPlainBinomialTree895() {
    Placement placement = Placements.blocks(512 * 6, 6, 6);
    List<Sent> levels = betweenHosts(new TreeBroadcast(BINOMIAL), placement, 10);
    assertThat(levels).hasSize(511);
    assertThat(sum(levels)).isEqualTo(5110);
    List<Sent> plain = betweenHosts(new TreeBroadcast(Tree.BINOMIAL), placement, 10);
    assertThat(plain).hasSize(895);
    assertThat(sum(plain)).isEqualTo(8950);
  }

  // ---- trees ----

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 12, 24, 33, 64})
  void everyBorderIsCrossedOnceForEachGroupBehindIt(int ranks) {
    forEachTree(
        ranks,
        (placement, tree, root) -> {
          for (ScheduledAlgorithm algorithm :
              List.of(
                  new TreeBroadcast(tree),
                  new TreeReduce(tree, false),
                  new TreeGather(Collective.GATHER, tree),
                  new TreeScatter(Collective.SCATTER, tree))) {
            for (Level level : Level.values()) {
              assertThat(crossing(level, algorithm, placement, root, 1))
                  .hasSize(placement.groups(level) - 1);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 12, 24, 33, 64})
  void subtreesAreRangesAndChildrenKnowTheirParents(int ranks) {
    forEachTree(
        ranks,
        (placement, tree, root) -> {
          RankTree nodes = tree.over(placement, root);
          assertThat(nodes.rank(0)).isEqualTo(root);
          for (int node = 0; node < ranks; node++) {
            assertThat(nodes.node(nodes.rank(node))).isEqualTo(node);
            int next = node + 1;
            for (int child : nodes.children(node)) {
              assertThat(child).isEqualTo(next);
              assertThat(nodes.parent(child)).isEqualTo(node);
              next = nodes.end(child);
            }
            assertThat(nodes.end(node)).isEqualTo(next);
          }
          assertThat(nodes.parent(0)).isEqualTo(-1);
          assertThat(nodes.end(0)).isEqualTo(ranks);
        });
  }

  @FunctionalInterface
  private interface TreeCheck {
    void check(Placement placement, Hierarchical tree, int root);
  }

  private static void forEachTree(int ranks, TreeCheck check) {
    for (int i = 0; i < Placements.COUNT; i++) {
      for (Tree among : Tree.all()) {
        for (Tree within : Tree.all()) {
          Hierarchical tree = new Hierarchical(List.of(among, within, Tree.FLAT));
          check.check(Placements.of(i, ranks), tree, i * 5 % ranks);
        }
      }
    }
  }

  @Test
  void theRootLeadsItsGroupsAndTheLowestRankTheOthers() {
    // Hosts of ranks 0 3 6, 1 4 7 and 2 5.
    Placement placement = Placement.of(8, rank -> rank % 3, rank -> 0, rank -> 0);
    List<Sent> sent = crossing(Level.HOST, new TreeBroadcast(FLAT), placement, 4, 1);
    assertThat(sent).containsExactlyInAnyOrder(new Sent(4, 0, 1), new Sent(4, 2, 1));
  }

  @Test
  void eachLevelHasAShapeOfItsOwn() {
    // Two hosts of two JVMs of three ranks.
    Placement placement = Placements.blocks(12, 6, 3);
    Hierarchical tree = new Hierarchical(List.of(Tree.FLAT, Tree.CHAIN, Tree.CHAIN, Tree.FLAT));
    assertThat(tree.name()).isEqualTo("hierarchical-flat+chain+chain+flat");
    RankTree nodes = tree.over(placement, 0);
    assertThat(nodes.children(0)).containsExactly(1, 3, 6);
    assertThat(nodes.children(1)).containsExactly(2);
    assertThat(nodes.children(3)).containsExactly(4);
    assertThat(nodes.children(6)).containsExactly(7, 9);
  }

  // ---- a flat algorithm among leaders ----

  @Test
  void onlyLeadersReduceAcrossHosts() {
    int n = 1 << 20;
    RecursiveDoublingAllReduce doubling = new RecursiveDoublingAllReduce();
    for (Placement placement : List.of(HOSTS_OF_8, DEALT)) {
      List<Sent> one = betweenHosts(new HierarchicalAllReduce(doubling, FLAT, 1), placement, n);
      assertThat(one).hasSize(16 * 4);
      assertThat(sum(one)).isEqualTo(16L * 4 * n);
      List<Sent> ring =
          betweenHosts(new HierarchicalAllReduce(new RingAllReduce(), FLAT, 1), placement, n);
      assertThat(ring).hasSize(2 * 16 * 15);
      assertThat(sum(ring)).isEqualTo(2L * 15 * n);
    }
    assertThat(betweenHosts(doubling, HOSTS_OF_8, n)).hasSize(128 * 4);
  }

  @Test
  void severalLeadersShareTheData() {
    int n = 1 << 20;
    for (int leaders : new int[] {2, 4}) {
      ScheduledAlgorithm shared = new HierarchicalAllReduce(new RingAllReduce(), FLAT, leaders);
      List<Sent> messages = betweenHosts(shared, HOSTS_OF_8, n);
      assertThat(sum(messages)).isEqualTo(2L * 15 * n);
      assertThat(messages.stream().map(Sent::from).distinct()).hasSize(16 * leaders);
      ToLongFunction<Integer> bytesOf =
          from -> sum(messages.stream().filter(m -> m.from() == from).toList());
      for (int host = 0; host < 16; host++) {
        assertThat(bytesOf.applyAsLong(8 * host + leaders - 1))
            .isEqualTo(bytesOf.applyAsLong(8 * host))
            .isEqualTo(2L * 15 * n / 16 / leaders);
      }
    }
  }

  @Test
  void blocksCrossToEachHostOnceHoweverManyRanksItHas() {
    for (Placement placement : List.of(HOSTS_OF_8, DEALT)) {
      ScheduledAlgorithm ring =
          new HierarchicalAllGather(new RingAllGather(Collective.ALL_GATHER), FLAT);
      List<Sent> gathered = betweenHosts(ring, placement, 100);
      assertThat(gathered).hasSize(16 * 15);
      assertThat(sum(gathered)).isEqualTo(15L * 128 * 100);
      List<Sent> reduced = betweenHosts(new HierarchicalReduceScatter(FLAT), placement, 100);
      assertThat(reduced).hasSize(16 * 15);
      assertThat(sum(reduced)).isEqualTo(15L * 128 * 100);
      List<Sent> exchanged = betweenHosts(new HierarchicalAllToAll(), placement, 100);
      assertThat(exchanged).hasSize(16 * 15);
      assertThat(sum(exchanged)).isEqualTo(128L * 120 * 100);
    }
    List<Sent> pairs = betweenHosts(new PairwiseAllToAll(Collective.ALL_TO_ALL), HOSTS_OF_8, 100);
    assertThat(pairs).hasSize(128 * 120);
  }

  @Test
  void leadersMeetInABarrierOfTheirOwn() {
    ScheduledAlgorithm barrier = new HierarchicalBarrier(new DisseminationBarrier(), FLAT);
    assertThat(betweenHosts(barrier, HOSTS_OF_8, 0)).hasSize(16 * 4);
    assertThat(sent(barrier, HOSTS_OF_8, 0, 0)).hasSize(16 * 4 + 2 * 112);
  }

  @Test
  void leadersScatterAndExchangeALongMessage() {
    ScheduledAlgorithm broadcast = new HierarchicalBroadcast(new ScatterAllGatherBroadcast(), FLAT);
    List<Sent> messages = crossing(Level.HOST, broadcast, DEALT, 77, 1600);
    // All but the root get every part once.
    assertThat(sum(messages)).isEqualTo(15 * 1600);
    assertThat(messages).allMatch(m -> m.to() % 16 != 77 % 16);
  }
}
