package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.algorithm.Collective;

/**
 * The operations that {@link CollectiveDataTest} leaves out give the right data by every algorithm,
 * blocking and nonblocking, for several numbers of ranks and lengths. Their data are long integers:
 * types and operators are a matter of what all operations share.
 */
class CollectiveAlgorithmsTest {
  private static final int[] COUNTS = {0, 1, 5, 700, 5003};

  /** Elements before and behind each block of an operation on blocks that differ in length. */
  private static final int GAP = 2;

  private static final Set<Collective> HAVE_ALL_TYPES =
      EnumSet.of(
          Collective.BROADCAST,
          Collective.REDUCE,
          Collective.ALL_REDUCE,
          Collective.GATHER,
          Collective.ALL_GATHER);

  static Stream<AlgorithmCase> cases() {
    return EnumSet.complementOf(EnumSet.copyOf(HAVE_ALL_TYPES)).stream()
        .flatMap(collective -> AlgorithmCase.of(collective).stream());
  }

  @AfterEach
  void selectNothing() {
    AlgorithmCase.selectNothing();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyAlgorithmGivesTheRightData(AlgorithmCase chosen) {
    chosen.select();
    AtomicInteger entered = new AtomicInteger();
    LocalRanks.run(
        chosen.ranks(),
        world -> {
          for (int count : COUNTS) {
            int root = count % world.size();
            switch (chosen.collective()) {
              case BARRIER -> barrier(world, entered);
              case SCATTER -> scatter(world, count, root);
              case ALL_TO_ALL -> allToAll(world, count);
              case SCAN -> scan(world, count);
              case EXSCAN -> exscan(world, count);
              case REDUCE_SCATTER_BLOCK -> reduceScatterBlock(world, count);
              case REDUCE_SCATTER -> reduceScatter(world, count);
              case GATHERV -> gatherv(world, count, root);
              case ALL_GATHERV -> allGatherv(world, count);
              case SCATTERV -> scatterv(world, count, root);
              case ALL_TO_ALLV -> allToAllv(world, count);
              default -> throw new AssertionError(chosen);
            }
          }
        });
  }

  /** What a rank has for another one, or for all if that is 0. */
  private static long[] block(int from, int to, int count) {
    return LongStream.range(0, count).map(i -> i + 10_000L * to + 10_000_000L * from).toArray();
  }

  /** The blocks of a rank for each of so many, one behind the other. */
  private static long[] blocks(int from, int ranks, int count) {
    return joined(each(ranks, to -> block(from, to, count)));
  }

  private static long[][] each(int ranks, IntFunction<long[]> block) {
    return IntStream.range(0, ranks).mapToObj(block).toArray(long[][]::new);
  }

  private static long[] joined(long[][] blocks) {
    return Arrays.stream(blocks).flatMapToLong(Arrays::stream).toArray();
  }

  private static int[] lengths(int ranks, IntUnaryOperator length) {
    return IntStream.range(0, ranks).map(length).toArray();
  }

  /** The sums, element by element, of what some ranks have for another one. */
  private static long[] sum(int ranks, int to, int count) {
    return LongStream.range(0, count)
        .map(i -> ranks * (i + 10_000L * to) + 10_000_000L * ranks * (ranks - 1) / 2)
        .toArray();
  }

  /** The length of the block of a rank, or of one rank for another. */
  private static int length(int a, int b, int count) {
    return (a + 2 * b) % 3 == 0 ? 0 : count + a + b;
  }

  /** The places of blocks with gaps around them, and behind the last one the end. */
  private static int[] places(int[] lengths) {
    int[] places = new int[lengths.length + 1];
    places[0] = GAP;
    for (int i = 0; i < lengths.length; i++) {
      places[i + 1] = places[i] + lengths[i] + GAP;
    }
    return places;
  }

  /** An array of zeros, in which the blocks lie at their places. */
  private static long[] laidOut(int[] places, long[]... blocks) {
    long[] all = new long[places[blocks.length]];
    for (int i = 0; i < blocks.length; i++) {
      System.arraycopy(blocks[i], 0, all, places[i], blocks[i].length);
    }
    return all;
  }

  private static void barrier(Comm world, AtomicInteger entered) {
    int round = entered.get() / world.size();
    world.barrier();
    entered.incrementAndGet();
    world.barrier();
    assertThat(entered).hasValue((round + 1) * world.size());
    world.barrier();
    entered.incrementAndGet();
    world.iBarrier().await();
    assertThat(entered).hasValue((round + 2) * world.size());
    world.barrier();
  }

  private static void scatter(Comm world, int count, int root) {
    int me = world.rank();
    boolean isRoot = me == root;
    long[] all = isRoot ? blocks(root, world.size(), count) : null;
    long[] mine = new long[count];
    world.scatter(all, mine, root);
    assertThat(mine).isEqualTo(block(root, me, count));

    long[] shifted = new long[count + GAP];
    world.iScatter(all, 0, shifted, GAP, count, root).await();
    assertThat(shifted).startsWith(new long[GAP]).endsWith(block(root, me, count));
  }

  private static void allToAll(Comm world, int count) {
    int ranks = world.size();
    long[] given = blocks(world.rank(), ranks, count);
    long[] expected = joined(each(ranks, from -> block(from, world.rank(), count)));
    long[] taken = new long[ranks * count];
    world.allToAll(given, taken);
    assertThat(taken).isEqualTo(expected);
    assertThat(given).isEqualTo(blocks(world.rank(), ranks, count));

    Arrays.fill(taken, 0);
    world.iAllToAll(given, 0, count, taken, 0).await();
    assertThat(taken).isEqualTo(expected);
    world.allToAll(given, 0, count, given, 0);
    assertThat(given).isEqualTo(expected);
  }

  private static void scan(Comm world, int count) {
    long[] expected = sum(world.rank() + 1, 0, count);
    long[] result = new long[count];
    world.scan(block(world.rank(), 0, count), result, Op.SUM);
    assertThat(result).isEqualTo(expected);

    long[] inPlace = block(world.rank(), 0, count);
    world.iScan(inPlace, Op.SUM).await();
    assertThat(inPlace).isEqualTo(expected);
  }

  private static void exscan(Comm world, int count) {
    long[] result = new long[count];
    world.exscan(block(world.rank(), 0, count), result, Op.SUM);
    long[] inPlace = block(world.rank(), 0, count);
    world.iExscan(inPlace, Op.SUM).await();
    if (world.rank() > 0) { // rank 0 gets nothing
      assertThat(result).isEqualTo(sum(world.rank(), 0, count));
      assertThat(inPlace).isEqualTo(result);
    }
  }

  private static void reduceScatterBlock(Comm world, int count) {
    int ranks = world.size();
    long[] given = blocks(world.rank(), ranks, count);
    long[] expected = sum(ranks, world.rank(), count);
    long[] result = new long[count];
    world.reduceScatterBlock(given, result, Op.SUM);
    assertThat(result).isEqualTo(expected);
    assertThat(given).isEqualTo(blocks(world.rank(), ranks, count));

    Arrays.fill(result, 0);
    world.iReduceScatterBlock(given, 0, result, 0, count, Op.SUM).await();
    assertThat(result).isEqualTo(expected);
  }

  private static void reduceScatter(Comm world, int count) {
    int ranks = world.size();
    int[] lengths = lengths(ranks, to -> length(to, 0, count));
    long[] given = joined(each(ranks, to -> block(world.rank(), to, lengths[to])));
    long[] expected = sum(ranks, world.rank(), lengths[world.rank()]);
    long[] result = new long[expected.length];
    world.reduceScatter(given, 0, result, 0, lengths, Op.SUM);
    assertThat(result).isEqualTo(expected);

    Arrays.fill(result, 0);
    world.iReduceScatter(given, 0, result, 0, lengths, Op.SUM).await();
    assertThat(result).isEqualTo(expected);
  }

  private static void gatherv(Comm world, int count, int root) {
    int ranks = world.size();
    boolean isRoot = world.rank() == root;
    int[] lengths = lengths(ranks, from -> length(from, 0, count));
    int[] places = places(lengths);
    long[] mine = block(world.rank(), root, lengths[world.rank()]);
    long[] expected = laidOut(places, each(ranks, from -> block(from, root, lengths[from])));
    long[] all = new long[expected.length];
    world.gatherv(mine, 0, mine.length, all, 0, lengths, places, root);
    assertThat(all).isEqualTo(isRoot ? expected : new long[all.length]);

    Arrays.fill(all, 0);
    world.iGatherv(mine, 0, mine.length, all, 0, lengths, places, root).await();
    assertThat(all).isEqualTo(isRoot ? expected : new long[all.length]);
  }

  private static void allGatherv(Comm world, int count) {
    int ranks = world.size();
    int[] lengths = lengths(ranks, from -> length(from, 0, count));
    int[] places = places(lengths);
    long[] mine = block(world.rank(), 0, lengths[world.rank()]);
    long[] expected = laidOut(places, each(ranks, from -> block(from, 0, lengths[from])));
    long[] all = new long[expected.length];
    world.allGatherv(mine, 0, mine.length, all, 0, lengths, places);
    assertThat(all).isEqualTo(expected);

    Arrays.fill(all, 0);
    world.iAllGatherv(mine, 0, mine.length, all, 0, lengths, places).await();
    assertThat(all).isEqualTo(expected);
  }

  private static void scatterv(Comm world, int count, int root) {
    int ranks = world.size();
    int[] lengths = lengths(ranks, to -> length(to, 0, count));
    int[] places = places(lengths);
    long[] all = laidOut(places, each(ranks, to -> block(root, to, lengths[to])));
    long[] expected = block(root, world.rank(), lengths[world.rank()]);
    long[] mine = new long[expected.length];
    world.scatterv(all, 0, lengths, places, mine, 0, mine.length, root);
    assertThat(mine).isEqualTo(expected);

    Arrays.fill(mine, 0);
    world.iScatterv(all, 0, lengths, places, mine, 0, mine.length, root).await();
    assertThat(mine).isEqualTo(expected);
  }

  private static void allToAllv(Comm world, int count) {
    int ranks = world.size();
    int me = world.rank();
    int[] given = lengths(ranks, to -> length(me, to, count));
    int[] taken = lengths(ranks, from -> length(from, me, count));
    int[] givenAt = places(given);
    int[] takenAt = places(taken);
    long[] out = laidOut(givenAt, each(ranks, to -> block(me, to, given[to])));
    long[] expected = laidOut(takenAt, each(ranks, from -> block(from, me, taken[from])));
    long[] in = new long[expected.length];
    world.allToAllv(out, 0, given, givenAt, in, 0, taken, takenAt);
    assertThat(in).isEqualTo(expected);

    Arrays.fill(in, 0);
    world.iAllToAllv(out, 0, given, givenAt, in, 0, taken, takenAt).await();
    assertThat(in).isEqualTo(expected);
  }
}
