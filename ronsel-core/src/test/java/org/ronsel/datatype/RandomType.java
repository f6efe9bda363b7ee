package org.ronsel.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ronsel.Datatype;
import org.ronsel.Distribution;
import org.ronsel.Order;
import org.ronsel.data.ElementType;

/** A datatype made by the factories at random, and what it should be. */
record RandomType(Datatype<?> type, NaiveType expected) {
  private static final int MOST_VALUES = 3000;

  private static final List<Datatype<?>> BASIC =
      List.of(
          Datatype.BYTE,
          Datatype.BOOLEAN,
          Datatype.CHAR,
          Datatype.SHORT,
          Datatype.INT,
          Datatype.LONG,
          Datatype.FLOAT,
          Datatype.DOUBLE);

  /** The datatype of one basic value. */
  static Datatype<?> basic(ElementType type) {
    return BASIC.stream()
        .filter(t -> AbstractDatatype.of(t).elementType() == type)
        .findFirst()
        .orElseThrow();
  }

  /** A type of values of any kind. */
  static RandomType any(Random random) {
    return make(random, BASIC, random.nextInt(5));
  }

  /** A type of values of one kind, at multiples of their size. */
  static RandomType homogeneous(Random random) {
    Datatype<?> basic = BASIC.get(random.nextInt(BASIC.size()));
    return make(random, List.of(basic), 1 + random.nextInt(4));
  }

  private static RandomType make(Random random, List<Datatype<?>> basic, int depth) {
    if (depth == 0) {
      Datatype<?> type = basic.get(random.nextInt(basic.size()));
      return new RandomType(type, NaiveType.of(AbstractDatatype.of(type).elementType()));
    }
    RandomType made = derived(random, basic, depth);
    return made.expected.values().size() > MOST_VALUES ? make(random, basic, depth - 1) : made;
  }

  private static RandomType derived(Random random, List<Datatype<?>> basic, int depth) {
    RandomType of = make(random, basic, depth - 1);
    long unit = basic.size() == 1 ? basic.getFirst().sizeBytes() : 1;
    int n = random.nextInt(5);
    int length = random.nextInt(4);
    long stride = random.nextInt(13) - 4L;
    return switch (random.nextInt(12)) {
      case 0 -> new RandomType(Datatype.contiguous(n, of.type), of.blocks(new long[1], n));
      case 1 ->
          new RandomType(
              Datatype.vector(n, length, stride, of.type),
              of.blocks(progression(n, stride * of.extent()), length));
      case 2 ->
          new RandomType(
              Datatype.hvector(n, length, stride * unit, of.type),
              of.blocks(progression(n, stride * unit), length));
      case 3, 4 -> indexed(random, of, n, random.nextBoolean(), unit);
      case 5, 6 -> indexedBlock(random, of, n, length, random.nextBoolean(), unit);
      case 7 -> struct(random, of, make(random, basic, depth - 1), unit);
      case 8 -> subarray(random, of);
      case 9 -> darray(random, of);
      case 10 -> {
        long lower = unit * (random.nextInt(9) - 3L);
        long extent = unit * (random.nextInt(40) - 5L);
        yield new RandomType(of.type.resized(lower, extent), of.expected.resized(lower, extent));
      }
      default -> new RandomType(of.type.dup().named("another"), of.expected);
    };
  }

  private long extent() {
    return expected.extent();
  }

  private static long[] progression(int n, long step) {
    return LongStream.range(0, n).map(i -> i * step).toArray();
  }

  private NaiveType blocks(long[] places, int length) {
    long[] lengths = new long[places.length];
    java.util.Arrays.fill(lengths, length);
    return blocks(places, lengths);
  }

  private NaiveType blocks(long[] places, long[] lengths) {
    List<NaiveType.Part> parts = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      for (long k = 0; k < lengths[i]; k++) {
        parts.add(new NaiveType.Part(expected, places[i] + k * extent()));
      }
    }
    return NaiveType.of(parts);
  }

  private static RandomType indexed(
      Random random, RandomType of, int n, boolean inBytes, long unit) {
    long[] lengths = random.longs(n, 0, 4).toArray();
    long[] at = random.longs(n, -3, 12).toArray();
    long step = inBytes ? unit : of.extent();
    long[] places = LongStream.of(at).map(i -> i * step).toArray();
    Datatype<?> type =
        inBytes
            ? Datatype.hindexed(lengths, places, of.type)
            : Datatype.indexed(ints(lengths), ints(at), of.type);
    return new RandomType(type, of.blocks(places, lengths));
  }

  private static RandomType indexedBlock(
      Random random, RandomType of, int n, int length, boolean inBytes, long unit) {
    long[] at = random.longs(n, -3, 12).toArray();
    long step = inBytes ? unit : of.extent();
    long[] places = LongStream.of(at).map(i -> i * step).toArray();
    Datatype<?> type =
        inBytes
            ? Datatype.hindexedBlock(length, places, of.type)
            : Datatype.indexedBlock(length, at, of.type);
    return new RandomType(type, of.blocks(places, length));
  }

  private static RandomType struct(Random random, RandomType a, RandomType b, long unit) {
    long[] lengths = random.longs(3, 0, 4).toArray();
    long[] places = random.longs(3, -20, 60).map(i -> i * unit).toArray();
    RandomType[] types = {a, b, a};
    List<NaiveType.Part> parts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      for (long k = 0; k < lengths[i]; k++) {
        parts.add(new NaiveType.Part(types[i].expected, places[i] + k * types[i].extent()));
      }
    }
    return new RandomType(
        Datatype.struct(lengths, places, a.type, b.type, a.type), NaiveType.of(parts).padded());
  }

  private static RandomType subarray(Random random, RandomType of) {
    int dimensions = 1 + random.nextInt(3);
    int[] sizes = random.ints(dimensions, 1, 6).toArray();
    int[] subsizes = IntStream.of(sizes).map(s -> 1 + random.nextInt(s)).toArray();
    int[] starts = new int[dimensions];
    for (int d = 0; d < dimensions; d++) {
      starts[d] = random.nextInt(sizes[d] - subsizes[d] + 1);
    }
    Order order = Order.values()[random.nextInt(2)];
    List<List<Integer>> wanted = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      wanted.add(IntStream.range(starts[d], starts[d] + subsizes[d]).boxed().toList());
    }
    return new RandomType(
        Datatype.subarray(sizes, subsizes, starts, order, of.type),
        of.ofArray(sizes, wanted, order));
  }

  private static RandomType darray(Random random, RandomType of) {
    int dimensions = 1 + random.nextInt(2);
    int[] sizes = random.ints(dimensions, 1, 9).toArray();
    int[] grid = new int[dimensions];
    int[] arguments = new int[dimensions];
    Distribution[] how = new Distribution[dimensions];
    int size = 1;
    for (int d = 0; d < dimensions; d++) {
      how[d] = Distribution.values()[random.nextInt(3)];
      grid[d] = how[d] == Distribution.NONE ? 1 : 1 + random.nextInt(3);
      boolean usual = random.nextBoolean();
      int least = how[d] == Distribution.BLOCK ? Math.ceilDiv(sizes[d], grid[d]) : 1;
      arguments[d] = usual ? Distribution.DEFAULT_ARGUMENT : least + random.nextInt(3);
      if (how[d] == Distribution.NONE) {
        arguments[d] = random.nextInt(11) - 5; // is ignored
      }
      size *= grid[d];
    }
    int rank = random.nextInt(size);
    Order order = Order.values()[random.nextInt(2)];
    List<List<Integer>> wanted = new ArrayList<>();
    int left = rank;
    for (int d = dimensions - 1; d >= 0; d--) {
      int place = left % grid[d];
      left /= grid[d];
      int block =
          switch (how[d]) {
            case NONE -> sizes[d];
            case BLOCK -> arguments[d] < 0 ? Math.ceilDiv(sizes[d], grid[d]) : arguments[d];
            case CYCLIC -> arguments[d] < 0 ? 1 : arguments[d];
          };
      int processes = grid[d];
      wanted.addFirst(
          IntStream.range(0, sizes[d])
              .filter(i -> i / block % processes == place)
              .boxed()
              .toList());
    }
    return new RandomType(
        Datatype.darray(size, rank, sizes, how, arguments, grid, order, of.type),
        of.ofArray(sizes, wanted, order));
  }

  /** The elements of an array whose index in each dimension is wanted. */
  private NaiveType ofArray(int[] sizes, List<List<Integer>> wanted, Order order) {
    List<NaiveType.Part> parts = new ArrayList<>();
    collect(sizes, wanted, order, order == Order.ROW_MAJOR ? 0 : sizes.length - 1, 0, parts);
    long all = IntStream.of(sizes).asLongStream().reduce(1, (a, b) -> a * b);
    return NaiveType.of(parts).resized(0, all * extent());
  }

  private void collect(
      int[] sizes,
      List<List<Integer>> wanted,
      Order order,
      int d,
      long index,
      List<NaiveType.Part> parts) {
    if (d < 0 || d == sizes.length) {
      parts.add(new NaiveType.Part(expected, index * extent()));
      return;
    }
    for (int i : wanted.get(d)) {
      int next = order == Order.ROW_MAJOR ? d + 1 : d - 1;
      collect(sizes, wanted, order, next, index * sizes[d] + i, parts);
    }
  }

  private static int[] ints(long[] values) {
    return LongStream.of(values).mapToInt(Math::toIntExact).toArray();
  }
}
