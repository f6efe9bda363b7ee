package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.TruncationException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.requirements.Requires;

/** Collective operations of ranks in several JVMs of a host, in memory that they share. */
class HostCollectivesTest {
  /** On one line, in one area, in several rounds; and lengths at the borders between these. */
  private static final int[] LENGTHS = {0, 1, 6, 7, 63, 500, 2048, 4096, 4097, 9000};

  private static final int CALLS = 300;

  private static final Collective[] OPERATIONS = {
    Collective.BROADCAST,
    Collective.REDUCE,
    Collective.ALL_REDUCE,
    Collective.ALL_GATHER,
    Collective.GATHER,
    Collective.SCATTER,
    Collective.ALL_TO_ALL,
    Collective.SCAN,
    Collective.ALL_GATHERV,
    Collective.REDUCE_SCATTER,
    Collective.ALL_TO_ALLV,
    Collective.BARRIER
  };

  @BeforeAll
  static void needsSharedMemory() {
    Requires.sharedMemory();
  }

  static Stream<RankGroup> groups() {
    return Stream.of(
        HostRanks.processes(2),
        HostRanks.processes(3),
        HostRanks.hybrid(5),
        HostRanks.processes(9)); // who count themselves instead of looking at each other
  }

  /** Whatever follows whatever, from every root. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("groups")
  void noOperationTakesTheDataOfAnother(RankGroup group) {
    try (group) {
      Ranks.run(group, world -> operations(world, new Random(world.size())));
    }
  }

  /**
   * Operands and results in one array or two, at the same offset or not: each is combined
   * elsewhere.
   */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("groups")
  void reductionsOfOperandsAndResultsAtAnyOffset(RankGroup group) {
    try (group) {
      Ranks.run(group, world -> reductions(world, new Random(world.size())));
    }
  }

  private static void reductions(Comm world, Random random) {
    for (int call = 0; call < CALLS; call++) {
      int length = LENGTHS[random.nextInt(LENGTHS.length)];
      int inAt = random.nextInt(4);
      boolean sameArray = random.nextBoolean();
      int outAt = random.nextBoolean() ? inAt : sameArray ? inAt + length : random.nextInt(4);
      int root = random.nextInt(world.size());
      boolean all = random.nextBoolean();
      boolean maximum = random.nextBoolean();
      double[] in = new double[2 * length + 9];
      double[] expected = new double[length];
      for (int rank = 0; rank < world.size(); rank++) {
        long[] given = values(call, rank, length);
        for (int i = 0; i < length; i++) {
          in[inAt + i] = rank == world.rank() ? given[i] : in[inAt + i];
          expected[i] = maximum ? Math.max(expected[i], given[i]) : expected[i] + given[i];
        }
      }
      double[] out = sameArray ? in : new double[2 * length + 9];
      double[] whole = out.clone();
      if (all || world.rank() == root) {
        System.arraycopy(expected, 0, whole, outAt, length);
      }
      Op op = maximum ? Op.MAX : Op.SUM;
      if (all) {
        world.allReduce(in, inAt, out, outAt, length, op);
      } else {
        world.reduce(in, inAt, world.rank() == root ? out : null, outAt, length, op, root);
      }
      assertThat(out).as("call " + call + " of " + length).isEqualTo(whole);
    }
  }

  private static void operations(Comm world, Random random) {
    for (int call = 0; call < CALLS; call++) {
      int length = LENGTHS[random.nextInt(LENGTHS.length)];
      Collective which = OPERATIONS[random.nextInt(OPERATIONS.length)];
      operation(world, call, which, length, random.nextInt(world.size()));
    }
  }

  private static void operation(Comm world, int call, Collective which, int length, int root) {
    int ranks = world.size();
    int me = world.rank();
    long[] mine = values(call, me, length);
    long[] all = blocks(ranks, rank -> values(call, rank, length));
    long[] sum = new long[length];
    for (int i = 0; i < all.length; i++) {
      sum[i % Math.max(1, length)] += all[i];
    }
    String what = "call " + call + ", " + which.call() + " of " + length + " from " + root;
    switch (which) {
      case BROADCAST -> {
        world.broadcast(mine, root);
        assertThat(mine).as(what).isEqualTo(values(call, root, length));
      }
      case REDUCE -> {
        long[] result = new long[length];
        world.reduce(mine, me == root ? result : null, Op.SUM, root);
        assertThat(result).as(what).isEqualTo(me == root ? sum : new long[length]);
      }
      case ALL_REDUCE -> {
        world.allReduce(mine, Op.SUM);
        assertThat(mine).as(what).isEqualTo(sum);
      }
      case ALL_GATHER -> {
        long[] result = new long[ranks * length];
        world.allGather(mine, result);
        assertThat(result).as(what).isEqualTo(all);
      }
      case GATHER -> {
        long[] result = new long[me == root ? ranks * length : 0];
        world.gather(mine, me == root ? result : null, root);
        assertThat(result).as(what).isEqualTo(me == root ? all : new long[0]);
      }
      case SCATTER -> {
        long[] result = new long[length];
        world.scatter(me == root ? all : null, result, root);
        assertThat(result).as(what).isEqualTo(mine);
      }
      case ALL_TO_ALL -> {
        long[] result = new long[ranks * length];
        world.allToAll(blocks(ranks, to -> values(call + to, me, length)), result);
        assertThat(result).as(what).isEqualTo(blocks(ranks, r -> values(call + me, r, length)));
      }
      case SCAN -> {
        long[] result = new long[length];
        world.scan(mine, result, Op.SUM);
        long[] expected = new long[length];
        for (int i = 0; i < length * (me + 1); i++) {
          expected[i % length] += all[i];
        }
        assertThat(result).as(what).isEqualTo(expected);
      }
      case ALL_GATHERV -> {
        long[] result = new long[ranks * length];
        int[] counts = counts(ranks, length);
        world.allGatherv(mine, 0, counts[me], result, 0, counts, places(ranks, length));
        long[] expected =
            blocks(
                ranks,
                r -> Arrays.copyOf(Arrays.copyOf(values(call, r, length), counts[r]), length));
        assertThat(result).as(what).isEqualTo(expected);
      }
      case REDUCE_SCATTER -> {
        int[] counts = counts(ranks, length);
        int total = Arrays.stream(counts).sum();
        int from = Arrays.stream(counts, 0, me).sum();
        long[] result = new long[counts[me]];
        world.reduceScatter(values(call, me, total), 0, result, 0, counts, Op.SUM);
        long[] expected = new long[counts[me]];
        for (int rank = 0; rank < ranks; rank++) {
          long[] theirs = values(call, rank, total);
          for (int i = 0; i < expected.length; i++) {
            expected[i] += theirs[from + i];
          }
        }
        assertThat(result).as(what).isEqualTo(expected);
      }
      case ALL_TO_ALLV -> {
        int[] given = IntStream.range(0, ranks).map(to -> between(me, to, length)).toArray();
        int[] taken = IntStream.range(0, ranks).map(from -> between(from, me, length)).toArray();
        long[] result = new long[Arrays.stream(taken).sum()];
        world.allToAllv(
            blocks(ranks, to -> values(call + to, me, given[to])),
            0,
            given,
            null,
            result,
            0,
            taken,
            null);
        assertThat(result).as(what).isEqualTo(blocks(ranks, r -> values(call + me, r, taken[r])));
      }
      case BARRIER -> world.barrier();
      default -> throw new AssertionError(which);
    }
  }

  /** Elements that one rank gives another: at most one of them gives a long block, or none. */
  private static int between(int from, int to, int length) {
    return from == length % 5 ? length : Math.min(length, (3 * from + to) % 4);
  }

  /** Elements of the block of each rank, of which one has none. */
  private static int[] counts(int ranks, int length) {
    return IntStream.range(0, ranks).map(rank -> length * rank / (ranks - 1)).toArray();
  }

  private static int[] places(int ranks, int length) {
    return IntStream.range(0, ranks).map(rank -> rank * length).toArray();
  }

  static long[] values(int call, int rank, int length) {
    return LongStream.range(0, length).map(i -> call * 1000L + (rank + 1) * (i + 1)).toArray();
  }

  interface Block {
    long[] of(int rank);
  }

  static long[] blocks(int ranks, Block block) {
    return Stream.iterate(0, rank -> rank < ranks, rank -> rank + 1)
        .flatMapToLong(rank -> LongStream.of(block.of(rank)))
        .toArray();
  }

  /** More than there is shared memory for at once. */
  @Test
  void memoryOfClosedCommunicatorsServesOthers() {
    Ranks.run(
        HostRanks::processes,
        2,
        world -> {
          for (int i = 0; i < 1200; i++) {
            try (Comm comm = world.dup()) {
              assertThat(comm.allReduce(i + comm.rank(), Op.SUM)).isEqualTo(2 * i + 1);
            }
          }
        });
  }

  @Test
  void callsThatDifferAreToldToAllWhoSeeIt() {
    List<String> told = new ArrayList<>();
    Ranks.run(
        HostRanks::processes,
        3,
        world -> {
          world.barrier(); // finds the memory
          assertThatThrownBy(() -> world.allReduce(new int[world.rank() == 2 ? 3 : 2], Op.SUM))
              .isInstanceOf(InvalidArgumentException.class)
              .satisfies(
                  error -> {
                    synchronized (told) {
                      told.add(error.getMessage());
                    }
                  });
          world.barrier(); // and the memory is as it was
        });
    assertThat(told).hasSize(3).allMatch(message -> message.contains("--check"));
  }

  /** Whose exchanges are copied where each has a core. */
  static Stream<RankGroup> fewRanks() {
    return Stream.of(HostRanks.processes(2), new HostRanks(2, 1));
  }

  /** Who copies sees that the lengths differ, and nobody else waits for it. */
  @ParameterizedTest(autoCloseArguments = false)
  @MethodSource("fewRanks")
  void aBlockOfAnotherLengthThanExpectedIsAnError(RankGroup group) {
    try (group) {
      assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "two ranks take turns here");
      Ranks.run(
          group,
          world -> {
            int ranks = world.size();
            int[] given = IntStream.range(0, ranks).map(to -> 1).toArray();
            int[] taken = given.clone();
            long[] data = new long[2 * ranks];
            if (world.rank() == 1) {
              taken[0] = 2;
              assertThatThrownBy(
                      () -> world.allToAllv(data, 0, given, null, data.clone(), 0, taken, null))
                  .isInstanceOf(TruncationException.class)
                  .hasMessageContaining("rank 0 gives rank 1 1 elements, but that expects 2");
            } else {
              world.allToAllv(data, 0, given, null, data.clone(), 0, taken, null);
            }
            assertThat(world.allReduce(1, Op.SUM)).isEqualTo(ranks);
          });
    }
  }
}
