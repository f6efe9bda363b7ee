package org.ronsel.conformance;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.combinations.Combinations;

/**
 * Operators (MPI-4.1, section 6.9): each type has them, reductions combine in the order that they
 * want, and what one throws reaches all ranks.
 */
final class OperatorScenarios {
  private static final List<Integer> LENGTHS = List.of(0, 1, 5, 3000);

  private OperatorScenarios() {}

  /** What a rank gives: small whole numbers, so that floating-point results are exact. */
  private static Object operand(Primitives type, int rank, int length) {
    Object array = type.zeros(length);
    for (int i = 0; i < length; i++) {
      int n = (rank * 7 + i * 3) % 5;
      Array.set(
          array,
          i,
          switch (type.type().getName()) {
            case "byte" -> (byte) n;
            case "boolean" -> n % 2 == 1;
            case "char" -> (char) n;
            case "short" -> (short) n;
            case "int" -> n;
            case "long" -> (long) n;
            case "float" -> (float) n;
            default -> (double) n;
          });
    }
    return array;
  }

  /** Combines one rank after the other, by a call that does not communicate. */
  private static Object inTurn(Comm world, Primitives type, int last, int length, Op op) {
    Object result = operand(type, last, length);
    for (int rank = last - 1; rank >= 0; rank--) {
      world
          .untyped()
          .reduceLocal(operand(type, rank, length), 0, result, 0, type.datatype(), length, op);
    }
    return result;
  }

  /** Every reduction, by the kind of call and of a length whose turn it is. */
  private static void check(Comm world, Primitives type, Op op, int turn) {
    Reductions.CallKind callKind = Reductions.CallKind.values()[turn % 3];
    int root = world.size() - 1;
    for (Reductions reduction : Reductions.values()) {
      for (int length : Combinations.inTurn(LENGTHS, turn + reduction.ordinal())) {
        int given = reduction.given(length, world.size());
        Object in = operand(type, world.rank(), given);
        Object got = reduction.call(world, callKind, in, type.datatype(), 1, length, op, root);
        Reductions.Model model = last -> inTurn(world, type, last, given, op);
        Object expected = reduction.expected(world, model, 1, length, root);
        Check.equal(expected, got, callKind + " " + reduction + " of " + length + " " + op);
      }
    }
  }

  private static final List<Op> ALL =
      List.of(Op.SUM, Op.PROD, Op.MAX, Op.MIN, Op.LAND, Op.LOR, Op.LXOR, Op.BAND, Op.BOR, Op.BXOR);

  private static boolean isDefined(Op op, Primitives type) {
    boolean logical = op.toString().startsWith("L");
    return switch (type.type().getName()) {
      case "boolean" -> logical;
      case "float", "double" -> !logical && !op.toString().startsWith("B");
      default -> true;
    };
  }

  static void predefinedOperatorsCombineEveryType(Comm world) {
    int turn = 0;
    for (Primitives type : Primitives.ALL) {
      for (Op op : ALL) {
        if (isDefined(op, type)) {
          check(world, type, op, turn++);
        } else {
          Check.fails(
              InvalidArgumentException.class,
              ErrorClass.OP,
              () ->
                  world
                      .untyped()
                      .allReduce(type.zeros(1), 0, type.zeros(1), 0, type.datatype(), 1, op),
              op + " is not defined");
        }
      }
    }
  }

  // ---- operators of the program ----

  /** On values, the one keeps what comes first, the other what comes last: neither commutes. */
  private static final Map<String, List<Op>> EACH =
      Map.of(
          "byte", List.of(Op.ofByte((a, b) -> a, false), Op.ofByte((a, b) -> b, false)),
          "boolean", List.of(Op.ofBoolean((a, b) -> a, false), Op.ofBoolean((a, b) -> b, false)),
          "char", List.of(Op.ofChar((a, b) -> a, false), Op.ofChar((a, b) -> b, false)),
          "short", List.of(Op.ofShort((a, b) -> a, false), Op.ofShort((a, b) -> b, false)),
          "int", List.of(Op.ofInt((a, b) -> a, false), Op.ofInt((a, b) -> b, false)),
          "long", List.of(Op.ofLong((a, b) -> a, false), Op.ofLong((a, b) -> b, false)),
          "float", List.of(Op.ofFloat((a, b) -> a, false), Op.ofFloat((a, b) -> b, false)),
          "double", List.of(Op.ofDouble((a, b) -> a, false), Op.ofDouble((a, b) -> b, false)));

  private static void first(Object in, Object inout, int offset, int count) {
    System.arraycopy(in, offset, inout, offset, count);
  }

  private static void last(Object in, Object inout, int offset, int count) {
    Check.that(offset + count <= Array.getLength(in), "what came first is there");
    Check.that(offset + count <= Array.getLength(inout), "what came last is there");
  }

  private static final Map<String, List<Op>> WHOLE =
      Map.of(
          "byte",
          List.of(
              Op.ofBytes(OperatorScenarios::first, false),
              Op.ofBytes(OperatorScenarios::last, false)),
          "boolean",
          List.of(
              Op.ofBooleans(OperatorScenarios::first, false),
              Op.ofBooleans(OperatorScenarios::last, false)),
          "char",
          List.of(
              Op.ofChars(OperatorScenarios::first, false),
              Op.ofChars(OperatorScenarios::last, false)),
          "short",
          List.of(
              Op.ofShorts(OperatorScenarios::first, false),
              Op.ofShorts(OperatorScenarios::last, false)),
          "int",
          List.of(
              Op.ofInts(OperatorScenarios::first, false),
              Op.ofInts(OperatorScenarios::last, false)),
          "long",
          List.of(
              Op.ofLongs(OperatorScenarios::first, false),
              Op.ofLongs(OperatorScenarios::last, false)),
          "float",
          List.of(
              Op.ofFloats(OperatorScenarios::first, false),
              Op.ofFloats(OperatorScenarios::last, false)),
          "double",
          List.of(
              Op.ofDoubles(OperatorScenarios::first, false),
              Op.ofDoubles(OperatorScenarios::last, false)));

  static void operatorsOfTheProgramKeepTheOrderOfRanksOnEveryType(Comm world) {
    int turn = 0;
    for (Primitives type : Primitives.ALL) {
      List<Op> ops = new ArrayList<>(EACH.get(type.type().getName()));
      ops.addAll(WHOLE.get(type.type().getName()));
      for (Op op : ops) {
        Check.that(!op.isCommutative(), "an operator that keeps what comes first or last");
        check(world, type, op, turn++);
      }
    }
  }

  /** Composition of maps x -> a x + b: every place in the order of ranks counts. */
  static void noOperandIsCombinedOutOfTurn(Comm world) {
    Op compose =
        Op.ofLong(
            (first, second) -> {
              long a = (first >>> 32) * (second >>> 32);
              long b = (second >>> 32) * first + second;
              return a << 32 | b & 0xffff_ffffL;
            },
            false);
    for (Reductions.CallKind callKind : Reductions.CallKind.values()) {
      for (Reductions reduction : Reductions.values()) {
        for (int length : new int[] {1, 40, 9000}) {
          int given = reduction.given(length, world.size());
          for (int root = 0; root < world.size(); root += Math.max(1, world.size() - 1)) {
            Object got =
                reduction.call(
                    world,
                    callKind,
                    maps(world.rank(), given),
                    Datatype.LONG,
                    1,
                    length,
                    compose,
                    root);
            Reductions.Model model =
                last -> {
                  long[] result = maps(last, given);
                  for (int rank = last - 1; rank >= 0; rank--) {
                    world.reduceLocal(maps(rank, given), result, compose);
                  }
                  return result;
                };
            Object expected = reduction.expected(world, model, 1, length, root);
            Check.equal(expected, got, callKind + " " + reduction + " of " + length + " maps");
          }
        }
      }
    }
  }

  private static long[] maps(int rank, int length) {
    return IntStream.range(0, length)
        .mapToLong(i -> (long) (3 + 2 * rank) << 32 | rank * 1000L + i)
        .toArray();
  }

  /** Edge of a matrix, whose elements are no power of two, so no piece that is ends with one. */
  private static final int EDGE = 3;

  private static final int MATRIX = EDGE * EDGE;

  /** Products of matrices: an operator on arrays gets whole elements of a derived datatype. */
  static void operatorsOnArraysAreGivenWholeElements(Comm world) {
    Op product = Op.ofLongs(OperatorScenarios::multiply, false);
    Datatype<?> matrix = Datatype.contiguous(MATRIX, Datatype.LONG);
    for (Op op : List.of(product, product.reproducible())) {
      for (Reductions.CallKind callKind : Reductions.CallKind.values()) {
        for (Reductions reduction : Reductions.values()) {
          for (int length : new int[] {1, 7, 1000}) {
            int given = reduction.given(length, world.size());
            int root = world.size() - 1;
            long[] in = matrices(world.rank(), given);
            Object got = reduction.call(world, callKind, in, matrix, MATRIX, length, op, root);
            Reductions.Model model =
                last -> {
                  long[] result = matrices(last, given);
                  for (int rank = last - 1; rank >= 0; rank--) {
                    multiply(matrices(rank, given), result, 0, given * MATRIX);
                  }
                  return result;
                };
            Object expected = reduction.expected(world, model, MATRIX, length, root);
            Check.equal(expected, got, callKind + " " + reduction + " of " + length + " matrices");
          }
        }
      }
    }
  }

  private static long[] matrices(int rank, int count) {
    return IntStream.range(0, count * MATRIX).mapToLong(i -> i * 31L + rank * 17L + 1).toArray();
  }

  /** Modulo 2^64, by which it is associative. */
  private static void multiply(long[] in, long[] inout, int offset, int count) {
    Check.that(count % MATRIX == 0, count + " numbers are no whole matrices");
    for (int at = offset; at < offset + count; at += MATRIX) {
      long[] product = new long[MATRIX];
      for (int i = 0; i < MATRIX; i++) {
        for (int k = 0; k < EDGE; k++) {
          product[i] += in[at + i / EDGE * EDGE + k] * inout[at + k * EDGE + i % EDGE];
        }
      }
      System.arraycopy(product, 0, inout, at, MATRIX);
    }
  }

  // ---- pairs ----

  static void theGreatestAndTheLeastAreFoundWithTheirPlaces(Comm world) {
    for (Reductions.CallKind callKind : Reductions.CallKind.values()) {
      for (Reductions reduction : Reductions.values()) {
        for (int length : new int[] {0, 1, 6, 2000}) {
          int given = reduction.given(length, world.size());
          for (boolean max : new boolean[] {true, false}) {
            Op op = max ? Op.MAXLOC : Op.MINLOC;
            Datatype<?> pair = Datatype.contiguous(2, Datatype.DOUBLE);
            Object got =
                reduction.call(world, callKind, pairs(world.rank(), given), pair, 2, length, op, 0);
            Reductions.Model model = last -> best(last, given, max);
            Object expected = reduction.expected(world, model, 2, length, 0);
            Check.equal(expected, got, callKind + " " + reduction + " " + op + " of " + length);
          }
        }
      }
    }
  }

  private static double value(int rank, int i) {
    return (rank * 5 + i * 3) % 4;
  }

  private static double[] pairs(int rank, int length) {
    double[] pairs = new double[2 * length];
    for (int i = 0; i < length; i++) {
      pairs[2 * i] = value(rank, i);
      pairs[2 * i + 1] = rank;
    }
    return pairs;
  }

  private static double[] best(int last, int length, boolean max) {
    double[] best = pairs(0, length);
    for (int rank = 1; rank <= last; rank++) {
      for (int i = 0; i < length; i++) {
        double value = value(rank, i);
        if (max ? value > best[2 * i] : value < best[2 * i]) {
          best[2 * i] = value;
          best[2 * i + 1] = rank;
        }
      }
    }
    return best;
  }

  /** Structs of a value and an int, whose gaps stay as they are. */
  static void pairsOfTwoTypesAreCombinedAsStructs(Comm world) {
    checkStructs(world, Datatype.DOUBLE_INT, Datatype.DOUBLE, 16, 8);
    checkStructs(world, Datatype.LONG_INT, Datatype.LONG, 16, 8);
    checkStructs(world, Datatype.FLOAT_INT, Datatype.FLOAT, 8, 4);
    checkStructs(world, Datatype.SHORT_INT, Datatype.SHORT, 8, 4);
    checkStructs(world, Datatype.INT_INT, Datatype.INT, 8, 4);
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.COUNT,
        () -> world.untyped().allReduce(new int[3], 0, new int[3], 0, Datatype.INT, 3, Op.MAXLOC),
        "MAXLOC combines pairs");
    Check.fails(
        InvalidArgumentException.class,
        ErrorClass.COUNT,
        () -> world.allReduce(new int[3], Op.MAXLOC),
        "not a multiple of 2");
    for (Op op : new Op[] {Op.MAXLOC, Op.MINLOC}) {
      Check.fails(
          InvalidArgumentException.class,
          ErrorClass.COUNT,
          () -> world.allReduce(world.rank(), op),
          "allReduce",
          "not a multiple of 2");
    }
    int[] found = {world.rank() % 2, world.rank()};
    world.allReduce(found, Op.MAXLOC);
    Check.equal(world.size() == 1 ? new int[] {0, 0} : new int[] {1, 1}, found, "typed MAXLOC");
  }

  private static void checkStructs(
      Comm world, Datatype<?> pair, Datatype<?> value, int stride, int index) {
    checkStructs(world, pair, value, stride, index, 50);
    checkStructs(world, pair, value, stride, index, 3001);
  }

  private static void checkStructs(
      Comm world, Datatype<?> pair, Datatype<?> value, int stride, int index, int count) {
    byte[] data = new byte[count * stride];
    var memory = java.lang.foreign.MemorySegment.ofArray(data);
    for (int i = 0; i < count; i++) {
      Datatype.BYTE.set(memory, i * stride + stride - 1, (byte) 99); // a gap, or overwritten
      setNumber(value, memory.asSlice(i * stride), (int) value(world.rank(), i));
      Datatype.INT.set(memory.asSlice(i * stride + index), 0, world.rank());
    }
    if (count > 50) {
      world.untyped().allReduce(data, 0, data, 0, pair, count, Op.MINLOC);
    } else {
      world.untyped().started().allReduce(data, 0, data, 0, pair, count, Op.MINLOC).await();
    }
    double[] best = best(world.size() - 1, count, false);
    for (int i = 0; i < count; i++) {
      Number found = (Number) value.get(memory.asSlice(i * stride), 0);
      Check.equal(best[2 * i], found.doubleValue(), "value of " + pair);
      Object place = Datatype.INT.get(memory.asSlice(i * stride + index), 0);
      Check.equal((int) best[2 * i + 1], place, "place of " + pair);
      if (stride > index + 4) {
        Check.equal((byte) 99, data[i * stride + stride - 1], "gap of " + pair);
      }
    }
  }

  private static void setNumber(
      Datatype<?> type, java.lang.foreign.MemorySegment memory, int number) {
    if (type == Datatype.DOUBLE) {
      Datatype.DOUBLE.set(memory, 0, (double) number);
    } else if (type == Datatype.LONG) {
      Datatype.LONG.set(memory, 0, (long) number);
    } else if (type == Datatype.FLOAT) {
      Datatype.FLOAT.set(memory, 0, (float) number);
    } else if (type == Datatype.SHORT) {
      Datatype.SHORT.set(memory, 0, (short) number);
    } else {
      Datatype.INT.set(memory, 0, number);
    }
  }

  // ---- operators that throw ----

  /** An exception with something to carry. */
  static final class Overflow extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    final int where;

    Overflow(int where, Throwable cause) {
      super("overflow at " + where, cause);
      this.where = where;
    }
  }

  /** An exception that cannot be serialised. */
  static final class Stuck extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // what cannot be serialised
    private final Object held = new Object();

    Stuck(String message) {
      super(message, new ArithmeticException("beneath"));
    }
  }

  /** An exception that says nothing of itself and cannot be serialised. */
  static final class Mute extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // what cannot be serialised
    private final Object held = new Object();

    @Override
    public String getMessage() {
      throw new IllegalStateException("no text");
    }
  }

  private static int failing(int kind, int a, int b) {
    if (a != -1 && b != -1) {
      return Math.max(a, b);
    }
    switch (kind) {
      case 0 -> throw new ArithmeticException("no result");
      case 1 -> throw new Overflow(7, new ArithmeticException("beneath"));
      case 2 -> throw new Stuck("in its ways");
      case 3 -> throw new Mute();
      default -> throw new AssertionError("never");
    }
  }

  @Ranks(min = 2)
  static void anOperatorThatThrowsFailsTheOperationOnAllRanks(Comm world) {
    for (int kind = 0; kind < 5; kind++) {
      int throwing = kind;
      Op broken = Op.ofInt((a, b) -> failing(throwing, a, b), kind % 2 == 0);
      for (Reductions.CallKind callKind : Reductions.CallKind.values()) {
        for (Reductions reduction : Reductions.values()) {
          if (reduction == Reductions.EXSCAN && world.size() == 2) {
            continue; // there is nothing to combine
          }
          for (int length : new int[] {1, 20_000}) {
            int[] in = new int[reduction.given(length, world.size())];
            Arrays.fill(in, world.rank() == 1 ? -1 : 5);
            Throwable thrown = null;
            try {
              var _ = reduction.call(world, callKind, in, Datatype.INT, 1, length, broken, 0);
            } catch (RuntimeException | Error failure) {
              thrown = failure;
            }
            checkThrown(kind, thrown, callKind + " " + reduction + " of " + length);
          }
        }
      }
      // The communicator is as good as new.
      Check.equal(world.size(), world.allReduce(1, Op.SUM), "a sum afterwards");
    }
  }

  private static void checkThrown(int kind, Throwable thrown, String what) {
    if (thrown instanceof Mute) {
      Check.equal(3, kind, "what " + what + " threw");
      return;
    }
    String text = String.valueOf(thrown == null ? null : thrown.getMessage());
    switch (kind) {
      case 0 -> {
        Check.that(thrown instanceof ArithmeticException, what + " threw " + thrown);
        Check.equal("no result", text, "message of what " + what + " threw");
      }
      case 1 -> {
        Check.that(thrown instanceof Overflow, what + " threw " + thrown);
        Check.equal(7, ((Overflow) thrown).where, "what the exception carries");
        Check.equal("beneath", thrown.getCause().getMessage(), "cause");
      }
      case 2 -> {
        boolean described = thrown instanceof RonselException;
        Check.that(described || thrown instanceof Stuck, what + " threw " + thrown);
        Check.that(text.contains("in its ways"), what + " says: " + text);
        Check.that(!described || text.contains("Stuck"), what + " says: " + text);
        Check.that(thrown.getCause().getMessage().contains("beneath"), "the cause is kept");
        String first = thrown.getStackTrace()[0].getMethodName();
        Check.equal("failing", first, "where it was thrown");
      }
      case 3 -> Check.that(text.contains("Mute"), what + " says: " + text);
      default -> Check.that(thrown instanceof AssertionError, what + " threw " + thrown);
    }
  }

  @Ranks(min = 2)
  static void severalReductionsThatFailDoNotDisturbOthers(Comm world) {
    Op broken = Op.ofInt((a, b) -> failing(0, a, b), true);
    Op sound = Op.ofInt(Integer::sum, true);
    List<Request> fail = new ArrayList<>();
    List<Request> succeed = new ArrayList<>();
    List<int[]> results = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int[] bad = {world.rank() == 0 ? -1 : 3};
      fail.add(world.iAllReduce(bad, broken));
      int[] good = IntStream.generate(() -> 1).limit(1000).toArray();
      results.add(good);
      succeed.add(world.iAllReduce(good, sound));
    }
    succeed.forEach(Request::await);
    for (int[] result : results) {
      Check.equal(world.size(), result[999], "a sum among those that fail");
    }
    try {
      Request.awaitAll(fail.toArray(Request[]::new));
      Check.that(false, "awaitAll throws");
    } catch (ArithmeticException expected) {
      Check.equal("no result", expected.getMessage(), "what awaitAll throws");
    }
    for (Request request : fail) {
      Check.that(request.isComplete(), "awaitAll has waited for all");
    }
  }

  // ---- reproducible reductions ----

  /** Neither associative nor commutative: only one order gives its result. */
  private static double skew(double a, double b) {
    return a + b / 3;
  }

  private static double term(int rank, int i) {
    return Math.sin(rank * 131.0 + i) * Math.pow(10, (rank * 3 + i) % 12 - 6);
  }

  private static double[] terms(int rank, int length) {
    return IntStream.range(0, length).mapToDouble(i -> term(rank, i)).toArray();
  }

  /** As a binomial tree over ranks {@code from} to {@code to - 1}, a power of two at a time. */
  private static double tree(int from, int to, int width, int i) {
    if (to - from == 1) {
      return term(from, i);
    }
    int half = width / 2;
    return from + half >= to
        ? tree(from, to, half, i)
        : skew(tree(from, from + half, half, i), tree(from + half, to, half, i));
  }

  private static double fromLeft(int last, int i) {
    double result = term(0, i);
    for (int rank = 1; rank <= last; rank++) {
      result = skew(result, term(rank, i));
    }
    return result;
  }

  static void aReproducibleReductionHasOneOrder(Comm world) {
    int ranks = world.size();
    Op op = Op.ofDouble(OperatorScenarios::skew, true).reproducible();
    for (Reductions.CallKind callKind : Reductions.CallKind.values()) {
      for (Reductions reduction : Reductions.values()) {
        boolean scan = reduction == Reductions.SCAN || reduction == Reductions.EXSCAN;
        for (int length : new int[] {1, 5, 700, 12_000}) {
          int given = reduction.given(length, ranks);
          for (int root = 0; root < (reduction == Reductions.REDUCE ? ranks : 1); root++) {
            Object got =
                reduction.call(
                    world,
                    callKind,
                    terms(world.rank(), given),
                    Datatype.DOUBLE,
                    1,
                    length,
                    op,
                    root);
            Reductions.Model model =
                last ->
                    IntStream.range(0, given)
                        .mapToDouble(
                            i ->
                                scan
                                    ? fromLeft(last, i)
                                    : tree(0, ranks, Integer.highestOneBit(ranks) * 2, i))
                        .toArray();
            Object expected = reduction.expected(world, model, 1, length, root);
            Check.equal(bits(expected), bits(got), callKind + " " + reduction + " of " + length);
          }
        }
      }
    }
  }

  static void reproducibleSumsAreThoseOfTheTree(Comm world) {
    int ranks = world.size();
    for (int length : new int[] {1, 5000}) {
      float[] mine = new float[length];
      float[] expected = new float[length];
      for (int i = 0; i < length; i++) {
        mine[i] = (float) term(world.rank(), i);
        expected[i] = sum(0, ranks, Integer.highestOneBit(ranks) * 2, i);
      }
      world.allReduce(mine, Op.SUM.reproducible());
      for (int i = 0; i < length; i++) {
        Check.equal(
            Float.floatToRawIntBits(expected[i]), Float.floatToRawIntBits(mine[i]), "sum " + i);
      }
    }
    float one = world.allReduce((float) term(world.rank(), 0), Op.SUM.reproducible());
    Check.equal(sum(0, ranks, Integer.highestOneBit(ranks) * 2, 0), one, "a single sum");
    Check.that(Op.SUM.reproducible().isCommutative(), "a sum commutes");
    Check.equal("reproducible SUM", Op.SUM.reproducible().toString(), "name");
  }

  private static float sum(int from, int to, int width, int i) {
    if (to - from == 1) {
      return (float) term(from, i);
    }
    int half = width / 2;
    return from + half >= to
        ? sum(from, to, half, i)
        : sum(from, from + half, half, i) + sum(from + half, to, half, i);
  }

  private static long[] bits(Object doubles) {
    return doubles == null
        ? null
        : DoubleStream.of((double[]) doubles).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  /** Whose data begin before their place by no whole number of elements, or by one. */
  static void operatorsAreToldAPlaceThatTypesWithNegativeDisplacementsHave(Comm world) {
    Op sums =
        Op.of(
            (in, inAt, inOut, inOutAt, n, type) -> {
              byte[] a = new byte[(int) type.packSizeBytes(n)];
              byte[] b = new byte[a.length];
              type.pack(in, inAt, n, a, 0);
              type.pack(inOut, inOutAt, n, b, 0);
              ByteBuffer from = ByteBuffer.wrap(a).order(ByteOrder.nativeOrder());
              ByteBuffer to = ByteBuffer.wrap(b).order(ByteOrder.nativeOrder());
              for (int at = 0; at < b.length; at += Integer.BYTES) {
                to.putInt(at, to.getInt(at) + from.getInt(at));
              }
              type.unpack(b, 0, inOut, inOutAt, n);
            },
            true);
    int size = world.size();
    for (int step : new int[] {-8, -6}) {
      Datatype<?> type = Datatype.hvector(2, 1, step, Datatype.INT);
      ByteBuffer in = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
      ByteBuffer out = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
      in.putInt(16, 1000 + world.rank()).putInt(16 + step, world.rank());
      world.untyped().allReduce(in.array(), 16, out.array(), 16, type, 1, sums);
      int ranks = size * (size - 1) / 2;
      Check.equal(1000 * size + ranks, out.getInt(16), "the first, step " + step);
      Check.equal(ranks, out.getInt(16 + step), "the second, step " + step);
    }
  }
}
