package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.Comm;
import org.ronsel.Info;
import org.ronsel.Op;
import org.ronsel.Session;
import org.ronsel.SplitType;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.job.JobLayout;
import org.ronsel.requirements.Requires;

/**
 * JVMs that count as JVMs of several hosts, of which some have more ranks than others, and whose
 * ranks do not follow each other: hierarchical algorithms serve most calls.
 */
class NamedHostsTest {
  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  private static HostRanks interleaved(int ranks) {
    return new HostRanks(ranks, 3, "a", "b", "a");
  }

  private static HostRanks uneven(int ranks) {
    return new HostRanks(ranks, ranks, "a", "a", "b");
  }

  private static Stream<DynamicTest> scenarios(
      RankGroup.Placement placement, int ranks, String... subjects) {
    return ConformanceTests.of(
        placement,
        List.of(ranks),
        scenario ->
            Stream.of(subjects).anyMatch(subject -> scenario.name().startsWith(subject + ".")));
  }

  @TestFactory
  Stream<DynamicTest> collectivesHoldWhereHostsAreInterleaved() {
    return scenarios(NamedHostsTest::interleaved, 7, "block", "collective");
  }

  @TestFactory
  Stream<DynamicTest> collectivesHoldWhereHostsAreUneven() {
    return scenarios(NamedHostsTest::uneven, 5, "block", "collective", "operator");
  }

  @ParameterizedTest
  @CsvSource({"7, 3, a, a, a", "7, 3, a, b, a", "6, 6, b, a, a"})
  void theRanksOfAHostAreSplitOff(int ranks, int jvms, String first, String second, String third) {
    String[] hosts = {first, second, third};
    try (HostRanks group = new HostRanks(ranks, jvms, hosts)) {
      int[] firstRank = JobLayout.even("test", ranks, jvms, 0).firstRank();
      String[] hostOf = new String[ranks];
      for (int jvm = 0; jvm < jvms; jvm++) {
        Arrays.fill(hostOf, firstRank[jvm], firstRank[jvm + 1], hosts[jvm % hosts.length]);
      }
      Ranks.run(
          group,
          world -> {
            try (Comm host = world.splitType(SplitType.SHARED, 0);
                Session session = Session.open(world)) {
              int[] mine =
                  IntStream.range(0, ranks)
                      .filter(rank -> hostOf[rank].equals(hostOf[world.rank()]))
                      .toArray();
              int[] got = new int[host.size()];
              host.allGather(new int[] {world.rank()}, got);
              assertThat(got).containsExactly(mine);
              assertThat(session.group(Session.SHARED)).isEqualTo(host.group());
            }
          });
    }
  }

  // ---- every algorithm ----

  @ParameterizedTest
  @CsvSource({"7, 3, a, b, a", "6, 6, a, a, b"})
  void everyHierarchicalAlgorithmServes(
      int ranks, int jvms, String first, String second, String third) {
    Ranks.run(
        size -> new HostRanks(size, jvms, first, second, third),
        ranks,
        world -> {
          try (Comm comm = world.dup()) {
            for (Collective operation : Collective.values()) {
              for (Algorithm algorithm : KnownAlgorithms.of(operation)) {
                if (algorithm.name().contains("hierarchical")) {
                  String hint = "ronsel.collective." + operation.call();
                  comm.info(new Info().set(hint, algorithm.name()));
                  int root = algorithm.name().length() % comm.size();
                  call(comm, operation, 5, root);
                  call(comm, operation, 5000, root);
                }
              }
              comm.info(new Info().set("ronsel.collective." + operation.call(), "auto"));
            }
          }
        });
  }

  /** Element {@code i} of what a rank gives. */
  private static int[] given(int rank, int count) {
    return IntStream.range(0, count).map(i -> 10 * i + rank).toArray();
  }

  private static int[] sum(int ranks, int count) {
    return IntStream.range(0, count).map(i -> 10 * i * ranks + ranks * (ranks - 1) / 2).toArray();
  }

  private static int[] of(int[] all, int block, int count) {
    return Arrays.copyOfRange(all, block * count, (block + 1) * count);
  }

  private static void same(int[] expected, int[] found, String what) {
    assertThat(found).as(what).isEqualTo(expected);
  }

  private static void call(Comm comm, Collective operation, int count, int root) {
    int me = comm.rank();
    int ranks = comm.size();
    int[] mine = given(me, count);
    int[] block = new int[count];
    int[] all = new int[ranks * count];
    int[] gathered =
        IntStream.range(0, ranks).flatMap(r -> Arrays.stream(given(r, count))).toArray();
    int[] large = given(me, ranks * count);
    int[] sums = sum(ranks, ranks * count);
    int[] counts = IntStream.range(0, ranks).map(r -> r % 2 == 0 ? count : 0).toArray();
    int start = IntStream.of(counts).limit(me).sum();
    String what = operation.call() + " of " + count;
    switch (operation) {
      case BARRIER -> comm.iBarrier().await();
      case BROADCAST -> {
        comm.iBroadcast(me == root ? mine : block, root).await();
        same(given(root, count), me == root ? mine : block, what);
      }
      case REDUCE -> {
        comm.iReduce(mine, block, Op.SUM, root).await();
        same(me == root ? sum(ranks, count) : new int[count], block, what);
      }
      case ALL_REDUCE -> {
        comm.iAllReduce(mine, block, Op.SUM).await();
        same(sum(ranks, count), block, what);
      }
      case GATHER -> {
        comm.iGather(mine, all, root).await();
        same(me == root ? gathered : new int[ranks * count], all, what);
      }
      case ALL_GATHER -> {
        comm.iAllGather(mine, all).await();
        same(gathered, all, what);
      }
      case SCATTER -> {
        comm.iScatter(me == root ? gathered : null, block, root).await();
        same(mine, block, what);
      }
      case ALL_TO_ALL -> {
        comm.iAllToAll(large, all).await();
        for (int from = 0; from < ranks; from++) {
          same(of(given(from, ranks * count), me, count), of(all, from, count), what);
        }
      }
      case REDUCE_SCATTER_BLOCK -> {
        comm.iReduceScatterBlock(large, block, Op.SUM).await();
        same(of(sums, me, count), block, what);
      }
      case ALL_GATHERV -> {
        int[] some = new int[IntStream.of(counts).sum()];
        comm.iAllGatherv(mine, 0, counts[me], some, 0, counts, null).await();
        for (int from = 0, at = 0; from < ranks; at += counts[from++]) {
          same(given(from, counts[from]), Arrays.copyOfRange(some, at, at + counts[from]), what);
        }
      }
      case REDUCE_SCATTER -> {
        int[] part = new int[counts[me]];
        comm.iReduceScatter(large, 0, part, 0, counts, Op.SUM).await();
        same(Arrays.copyOfRange(sums, start, start + counts[me]), part, what);
      }
      case SCAN, EXSCAN, GATHERV, SCATTERV, ALL_TO_ALLV -> {
        // none is hierarchical
      }
    }
  }
}
