package org.ronsel.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.schedule.Bindings;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleCursor;
import org.ronsel.collective.schedule.StepKind;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.data.ElementType;

/**
 * What algorithms stage, into which messages they divide what passes a node, and in which order.
 */
class ScratchTest {
  private static final long[] LENGTHS = {0, 1, 700, 32_768, 40_000, 1 << 20, 200_000_000};
  private static final int KB = 1024;

  private static Bindings bound(Schedule schedule, Collective collective, long bytes) {
    Bindings bindings = new Bindings(schedule);
    bindings.shape(ElementType.BYTE, bytes, null);
    BlockTable blocks = new BlockTable().reset(schedule.ranks());
    for (int block = 0; block < schedule.ranks(); block++) {
      blocks.set(block, bytes, block * bytes);
    }
    if (collective == Collective.REDUCE_SCATTER) {
      bindings.packed(blocks, bytes);
    } else if (collective == Collective.ALL_GATHERV) {
      bindings.blocks(BlockTable.NONE, blocks, bytes);
    }
    return bindings;
  }

  /** The most bytes that any rank stages. */
  private static long staged(
      ScheduledAlgorithm algorithm, Placement placement, int root, long bytes) {
    ScheduledAlgorithm divided = algorithm.forBytes(bytes);
    return IntStream.range(0, placement.ranks())
        .mapToObj(rank -> divided.schedule(rank, placement, root))
        .mapToLong(schedule -> bound(schedule, algorithm.collective(), bytes).scratchElements())
        .max()
        .orElseThrow();
  }

  // ---- what is declared ----

  @ParameterizedTest
  @EnumSource
  void noAlgorithmStagesMoreThanItSaysNorMuchLess(Collective collective) {
    boolean unknown = collective.hasTable() && !collective.hasCommonLength();
    int turn = 0;
    for (Algorithm known : KnownAlgorithms.of(collective)) {
      if (known instanceof ScheduledAlgorithm algorithm && !unknown) {
        turn++;
        for (int ranks : new int[] {1, 2, 5, 16, 23}) {
          for (int place : new int[] {turn, turn + 3}) {
            check(algorithm, Placements.of(place, ranks), LENGTHS[(turn + ranks) % 7]);
          }
        }
      }
    }
  }

  private static void check(ScheduledAlgorithm algorithm, Placement placement, long bytes) {
    int ranks = placement.ranks();
    if (!algorithm.supports(ranks, placement.grouping())) {
      return;
    }
    long most = 0;
    for (int root : algorithm.collective().hasRoot() ? new int[] {0, ranks / 2} : new int[] {0}) {
      most = Math.max(most, staged(algorithm, placement, root, bytes));
    }
    long declared = algorithm.scratchBytes(placement, bytes);
    assertThat(most).as("%s, %d ranks", algorithm.name(), ranks).isLessThanOrEqualTo(declared);
    assertThat(algorithm.scratchBytes(placement, bytes + bytes / 3 + 1))
        .isGreaterThanOrEqualTo(declared);
    assertThat(algorithm.scratchBytes(placement, Long.MAX_VALUE)).isNotNegative();
    if (ranks > 5 && bytes > KB && !(algorithm instanceof Portioned)) {
      // In some placements an algorithm needs less than in others.
      assertThat(declared)
          .as("%s says too much of %d ranks", algorithm.name(), ranks)
          .isLessThanOrEqualTo(Math.max(6 * most, 2 * bytes));
    }
  }

  // ---- portions ----

  static Stream<ScheduledAlgorithm> portioned() {
    return Stream.of(Collective.GATHER, Collective.SCATTER)
        .flatMap(collective -> KnownAlgorithms.of(collective).stream())
        .filter(Portioned.class::isInstance)
        .map(ScheduledAlgorithm.class::cast);
  }

  @ParameterizedTest
  @MethodSource("portioned")
  void aNodeStagesTwoMessagesHoweverManyRanksAreBelowIt(ScheduledAlgorithm algorithm) {
    for (int place = 0; place < Placements.COUNT; place++) {
      Placement placement = Placements.of(place, 70);
      if (algorithm.supports(70, placement.grouping())) {
        assertThat(staged(algorithm, placement, 33, 600)).isLessThanOrEqualTo(64 * KB);
        assertThat(staged(algorithm, placement, 33, 30_000)).isLessThanOrEqualTo(64 * KB);
        assertThat(staged(algorithm, placement, 33, 500 * KB)).isLessThanOrEqualTo(64 * KB);
        assertThat(staged(algorithm, placement, 33, 16 << 20)).isLessThanOrEqualTo(2 << 20);
      }
    }
  }

  /** Lengths of the messages over each edge of a tree, by the rank below it. */
  private static List<List<Long>> overEdges(ScheduledAlgorithm algorithm, int ranks, long bytes) {
    List<List<Long>> edges = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Schedule schedule = algorithm.forBytes(bytes).schedule(rank, Placement.together(ranks), 0);
      Bindings bound = bound(schedule, algorithm.collective(), bytes);
      boolean up = algorithm.collective() == Collective.GATHER;
      List<Long> lengths = new ArrayList<>();
      for (int step = 0; step < schedule.steps(); step++) {
        if (schedule.kind(step) == (up ? StepKind.SEND : StepKind.RECEIVE)) {
          if (rank > 0 && schedule.peer(step) == Tree.BINOMIAL.parent(rank, ranks)) {
            lengths.add(bound.elements(step));
          }
        }
      }
      edges.add(lengths);
    }
    return edges;
  }

  @Test
  void anEdgeIsDividedWhereWhatPassesOverItIsLongerThanAMessage() {
    for (ScheduledAlgorithm algorithm :
        List.of(Portioned.gather(Tree.BINOMIAL), Portioned.scatter(Tree.BINOMIAL))) {
      for (int blockKb : new int[] {1, 2, 4, 8, 16, 32}) {
        List<List<Long>> edges = overEdges(algorithm, 64, blockKb * KB);
        for (int rank = 1; rank < 64; rank++) {
          long payload = (long) Integer.lowestOneBit(rank) * blockKb * KB;
          List<Long> expected = new ArrayList<>();
          for (long rest = payload; rest > 0; rest -= 32 * KB) {
            expected.add(Math.min(rest, 32 * KB));
          }
          assertThat(edges.get(rank)).as("%s, blocks of %d KB", rank, blockKb).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aBlockThatIsLongerThanAMessageIsDividedItself() {
    for (ScheduledAlgorithm algorithm :
        List.of(Portioned.gather(Tree.BINOMIAL), Portioned.scatter(Tree.BINOMIAL))) {
      List<List<Long>> edges = overEdges(algorithm, 16, 100_000);
      for (int rank = 1; rank < 16; rank++) {
        int blocks = Integer.lowestOneBit(rank);
        assertThat(edges.get(rank)).hasSize(4 * blocks).allMatch(length -> length == 25_000);
      }
      assertThat(overEdges(algorithm, 4, 10 << 20).get(2)).hasSize(2 * Portion.MOST_PARTS);
    }
  }

  @Test
  void blocksThatDoNotFillAMessageGoByTwoPowersOfThem() {
    List<List<Long>> edges = overEdges(Portioned.gather(Tree.BINOMIAL), 23, 5000);
    assertThat(edges.get(16)).containsExactly(20_000L, 15_000L);
    assertThat(edges.get(8)).containsExactly(20_000L, 20_000L);
    assertThat(edges.get(4)).containsExactly(20_000L);
    assertThat(edges.get(1)).containsExactly(5000L);
  }

  // ---- pipelines ----

  @Test
  void aPipelineStagesPartsAndNotMessages() {
    Placement placement = Placement.together(40);
    for (String name :
        List.of("pipelined-binomial-static", "pipelined-chain-static", "pipelined-flat-static")) {
      for (Collective collective : List.of(Collective.REDUCE, Collective.ALL_REDUCE)) {
        ScheduledAlgorithm pipeline = (ScheduledAlgorithm) KnownAlgorithms.find(collective, name);
        assertThat(staged(pipeline, placement, 3, 4 << 20)).isLessThanOrEqualTo(4 * 32 * KB);
      }
    }
    assertThat(staged(new RingAllReduce(), placement, 0, 4_000_000)).isEqualTo(2 * 100_000);
  }

  // ---- order ----

  /** The ranks that a rank sends to in the order in which its sends may start at the latest. */
  private static int[] sends(Schedule schedule) {
    ScheduleCursor cursor = new ScheduleCursor(schedule);
    cursor.reset();
    List<Integer> peers = new ArrayList<>();
    int step;
    while ((step = cursor.next()) >= 0) {
      if (schedule.kind(step) == StepKind.SEND && !peers.contains(schedule.peer(step))) {
        peers.add(schedule.peer(step));
      }
      cursor.done(step);
    }
    return peers.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int height(Tree tree, int node, int ranks) {
    return Arrays.stream(tree.children(node, ranks))
        .map(child -> 1 + height(tree, child, ranks))
        .max()
        .orElse(0);
  }

  @Test
  void aNodeSendsToTheDeepestSubtreeFirst() {
    for (Tree tree : Tree.all()) {
      for (int ranks : new int[] {2, 5, 6, 17, 19, 33, 50, 64, 100}) {
        Placement placement = Placement.together(ranks);
        int root = ranks / 3;
        for (ScheduledAlgorithm algorithm :
            List.of(
                new TreeBroadcast(tree),
                new TreeBroadcast(tree, 4),
                new TreeScatter(Collective.SCATTER, tree))) {
          for (int node = 0; node < ranks; node++) {
            int[] peers = sends(algorithm.schedule((node + root) % ranks, placement, root));
            assertThat(peers).hasSize(tree.children(node, ranks).length);
            int[] heights =
                Arrays.stream(peers)
                    .map(peer -> -height(tree, (peer - root + ranks) % ranks, ranks))
                    .toArray();
            assertThat(heights).as("%s, node %d of %d", algorithm, node, ranks).isSorted();
          }
        }
      }
    }
  }

  @Test
  void aLeaderSendsToOtherHostsFirst() {
    Hierarchical tree = new Hierarchical(Tree.BINOMIAL, Tree.BINOMIAL);
    for (int place = 0; place < Placements.COUNT; place++) {
      Placement placement = Placements.of(place, 60);
      for (int rank = 0; rank < 60; rank++) {
        int sender = rank;
        int[] widest =
            Arrays.stream(sends(new TreeBroadcast(tree).schedule(rank, placement, 13)))
                .map(peer -> border(placement, sender, peer))
                .toArray();
        assertThat(widest).isSorted();
      }
    }
  }

  /** The widest level at which ranks are apart. */
  private static int border(Placement placement, int rank, int other) {
    for (Placement.Level level : Placement.Level.values()) {
      if (placement.group(level, rank) != placement.group(level, other)) {
        return level.ordinal();
      }
    }
    return Placement.Level.values().length;
  }
}
