package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Values;
import org.ronsel.data.ElementType;

/**
 * Collective operations give the right data on every element type, with every operator, by every
 * algorithm, blocking and nonblocking, for several numbers of ranks and lengths; composite
 * algorithms have the types in turn. The other operations are those of {@link
 * CollectiveAlgorithmsTest}.
 */
class CollectiveDataTest {
  private static final int[] COUNTS = {0, 1, 5, 700, 5003};
  private static final int OFFSET = 3;

  static List<AlgorithmCase> broadcasts() {
    return AlgorithmCase.of(Collective.BROADCAST);
  }

  static List<AlgorithmCase> reduces() {
    return AlgorithmCase.of(Collective.REDUCE);
  }

  static List<AlgorithmCase> allReduces() {
    return AlgorithmCase.of(Collective.ALL_REDUCE);
  }

  static List<AlgorithmCase> gathers() {
    return AlgorithmCase.of(Collective.GATHER);
  }

  static List<AlgorithmCase> allGathers() {
    return AlgorithmCase.of(Collective.ALL_GATHER);
  }

  @AfterEach
  void selectNothing() {
    AlgorithmCase.selectNothing();
  }

  @AfterAll
  static void forgetWhatIsKnown() {
    KNOWN.clear();
  }

  /** What is computed once for all ranks and cases; never changed. */
  private static final Map<List<Object>, Object> KNOWN = new ConcurrentHashMap<>();

  private static Object contribution(ElementType type, int rank, int count) {
    return Values.copy(known(type, rank, count));
  }

  private static Object known(ElementType type, int rank, int count) {
    return KNOWN.computeIfAbsent(
        List.of(type, rank, count),
        key -> Values.random(type, count, new Random(1000L * rank + count)));
  }

  /** An array with the contribution of a rank from OFFSET on. */
  private static Object shifted(ElementType type, int rank, int count) {
    Object array = Values.array(type, count + 2 * OFFSET);
    System.arraycopy(contribution(type, rank, count), 0, array, OFFSET, count);
    return array;
  }

  /** Compares arrays, faster than an assertion on elements. */
  private static void check(Object actual, Object expected) {
    if (!Objects.deepEquals(actual, expected)) {
      assertThat(actual).isEqualTo(expected);
    }
  }

  private static Object slice(Object array, int from, int count) {
    Object slice = Array.newInstance(array.getClass().getComponentType(), count);
    System.arraycopy(array, from, slice, 0, count);
    return slice;
  }

  /** What ranks have combined from the first to the last, each step of it once. */
  private static Object combined(ElementType type, Predefined op, int ranks, int count) {
    if (ranks == 1) {
      return known(type, 0, count);
    }
    List<Object> key = List.of(type, op, ranks, count);
    Object result = KNOWN.get(key);
    if (result == null) {
      Object before = combined(type, op, ranks - 1, count);
      Object next = known(type, ranks - 1, count);
      result = Values.array(type, count);
      for (int i = 0; i < count; i++) {
        Array.set(result, i, Values.combine(type, op, Array.get(before, i), Array.get(next, i)));
      }
      KNOWN.put(key, result);
    }
    return result;
  }

  private static Object gathered(ElementType type, int ranks, int count) {
    List<Object> key = List.of("gathered", type, ranks, count);
    Object all = KNOWN.get(key);
    if (all == null) {
      all = Values.array(type, ranks * count);
      for (int rank = 0; rank < ranks; rank++) {
        System.arraycopy(known(type, rank, count), 0, all, rank * count, count);
      }
      KNOWN.put(key, all);
    }
    return all;
  }

  private static Op publicOp(Predefined op) throws ReflectiveOperationException {
    return (Op) Op.class.getField(op.name()).get(null);
  }

  @ParameterizedTest
  @MethodSource("broadcasts")
  void broadcastReachesEverybody(AlgorithmCase chosen) {
    chosen.select();
    LocalRanks.run(
        chosen.ranks(),
        world -> {
          for (ElementType type : chosen.types()) {
            for (int count : COUNTS) {
              int root = (count + type.ordinal()) % world.size();
              Object expected = known(type, root, count);
              Object mine = contribution(type, world.rank(), count);
              Calls.call(world, "broadcast", mine, root);
              check(mine, expected);

              Object part = shifted(type, world.rank(), count);
              Request started = Calls.start(world, "iBroadcast", part, OFFSET, count, root);
              started.await();
              check(slice(part, OFFSET, count), expected);
              check(slice(part, OFFSET + count, OFFSET), Values.array(type, OFFSET));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("reduces")
  void reduceCombinesAtTheRoot(AlgorithmCase chosen) {
    chosen.select();
    LocalRanks.run(
        chosen.ranks(),
        world -> {
          for (ElementType type : chosen.types()) {
            for (Predefined op : Predefined.values()) {
              if (op.of(type) == null) {
                continue;
              }
              for (int count :
                  op == Predefined.SUM || op == Predefined.LXOR ? COUNTS : new int[] {5}) {
                int root = (count + op.ordinal()) % world.size();
                boolean atRoot = world.rank() == root;
                Object expected = combined(type, op, world.size(), count);
                Object in = contribution(type, world.rank(), count);
                Object out = atRoot ? Values.array(type, count) : null;
                Calls.call(world, "reduce", in, Calls.nullable(out, in), publicOp(op), root);
                check(in, known(type, world.rank(), count));
                if (atRoot) {
                  check(out, expected);
                }

                Object part = shifted(type, world.rank(), count);
                Calls.start(world, "iReduce", part, OFFSET, part, OFFSET, count, publicOp(op), root)
                    .await();
                check(
                    slice(part, OFFSET, count),
                    atRoot ? expected : known(type, world.rank(), count));
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("allReduces")
  void allReduceCombinesEverywhere(AlgorithmCase chosen) {
    chosen.select();
    LocalRanks.run(
        chosen.ranks(),
        world -> {
          for (ElementType type : chosen.types()) {
            for (Predefined op : Predefined.values()) {
              if (op.of(type) == null) {
                continue;
              }
              for (int count :
                  op == Predefined.SUM || op == Predefined.LXOR ? COUNTS : new int[] {5}) {
                Object expected = combined(type, op, world.size(), count);
                Object in = contribution(type, world.rank(), count);
                Object out = Values.array(type, count + 1);
                Calls.call(world, "allReduce", in, out, publicOp(op));
                check(in, known(type, world.rank(), count));
                check(slice(out, 0, count), expected);

                Calls.call(world, "allReduce", in, publicOp(op));
                check(in, expected);

                Object part = shifted(type, world.rank(), count);
                Calls.start(world, "iAllReduce", part, OFFSET, part, OFFSET, count, publicOp(op))
                    .await();
                check(slice(part, OFFSET, count), expected);
                check(slice(part, OFFSET + count, OFFSET), Values.array(type, OFFSET));
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("allReduces")
  void allReduceOfOneValueReturnsTheResult(AlgorithmCase chosen) {
    chosen.select();
    LocalRanks.run(
        chosen.ranks(),
        world -> {
          int ranks = world.size();
          int mine = world.rank() + 1;
          int sum = ranks * (ranks + 1) / 2;
          for (int i = 0; i < 20; i++) {
            assertThat(world.allReduce(-mine, Op.SUM)).isEqualTo(-sum);
            assertThat(world.allReduce((long) mine << 40, Op.SUM)).isEqualTo((long) sum << 40);
            assertThat(world.allReduce(mine * 0.5f, Op.SUM)).isEqualTo(sum * 0.5f);
            assertThat(world.allReduce(mine * 0.25, Op.MIN)).isEqualTo(0.25);
            assertThat(world.allReduce(mine == ranks, Op.LOR)).isTrue();
            assertThat(world.allReduce(mine != ranks, Op.LAND)).isFalse();
          }
          // One rank may name its value by an array.
          if (world.rank() == 0) {
            int[] value = {mine};
            world.allReduce(value, Op.SUM);
            assertThat(value[0]).isEqualTo(sum);
          } else {
            assertThat(world.allReduce(mine, Op.SUM)).isEqualTo(sum);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("gathers")
  void gatherCollectsAtTheRoot(AlgorithmCase chosen) {
    chosen.select();
    LocalRanks.run(
        chosen.ranks(),
        world -> {
          for (ElementType type : chosen.types()) {
            for (int count : COUNTS) {
              int root = (count + type.ordinal()) % world.size();
              boolean atRoot = world.rank() == root;
              Object expected = gathered(type, world.size(), count);
              Object in = contribution(type, world.rank(), count);
              Object out = atRoot ? Values.array(type, world.size() * count) : null;
              Calls.call(world, "gather", in, Calls.nullable(out, in), root);
              if (atRoot) {
                check(out, expected);
              }

              Object all = Values.array(type, world.size() * count + OFFSET);
              int own = OFFSET + world.rank() * count;
              System.arraycopy(in, 0, all, own, count);
              Calls.start(world, "iGather", all, own, count, all, OFFSET, root).await();
              if (atRoot) {
                check(slice(all, OFFSET, world.size() * count), expected);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("allGathers")
  void allGatherCollectsEverywhere(AlgorithmCase chosen) {
    chosen.select();
    LocalRanks.run(
        chosen.ranks(),
        world -> {
          for (ElementType type : chosen.types()) {
            for (int count : COUNTS) {
              Object expected = gathered(type, world.size(), count);
              Object in = contribution(type, world.rank(), count);
              Object out = Values.array(type, world.size() * count);
              Calls.call(world, "allGather", in, out);
              check(out, expected);

              Object all = Values.array(type, world.size() * count + OFFSET);
              int own = OFFSET + world.rank() * count;
              System.arraycopy(in, 0, all, own, count);
              Calls.start(world, "iAllGather", all, own, count, all, OFFSET).await();
              check(slice(all, OFFSET, world.size() * count), expected);
            }
          }
        });
  }
}
