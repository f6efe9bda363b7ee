package org.ronsel.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import org.ronsel.Op;

/**
 * An operator, and what it gives by its definition. Values are in {@code long}; those of floating
 * point are whole numbers, so that the order of combining makes no difference to their bits.
 *
 * @param grain array elements that are combined as one
 */
record RandomOperator(String name, Op op, int grain, Pairwise model) {
  /** Combines the elements from an index on, as many as the grain, into the second array. */
  @FunctionalInterface
  interface Pairwise {
    void combine(long[] left, long[] right, int at);
  }

  private static Pairwise single(Primitives type, LongBinaryOperator function) {
    return (left, right, at) ->
        right[at] = narrowed(type, function.applyAsLong(left[at], right[at]));
  }

  /** What is left of a number in an element of a type. */
  static long narrowed(Primitives type, long value) {
    return switch (type.toString()) {
      case "byte" -> (byte) value;
      case "boolean" -> value != 0 ? 1 : 0;
      case "char" -> (char) value;
      case "short" -> (short) value;
      case "int" -> (int) value;
      default -> value;
    };
  }

  /** The left of all operands is combined with the next, and so on. */
  long[] combined(List<long[]> operands) {
    long[] result = operands.getFirst();
    for (long[] next : operands.subList(1, operands.size())) {
      long[] sum = next.clone();
      for (int i = 0; i < sum.length; i += grain) {
        model.combine(result, sum, i);
      }
      result = sum;
    }
    return result;
  }

  private static boolean isFloating(Primitives type) {
    return type.type() == float.class || type.type() == double.class;
  }

  /** One for arrays of a type, or, with a layout that is not dense, for elements of it. */
  static RandomOperator any(RandomLayout layout, boolean untyped, Random random) {
    Primitives type = layout.basic();
    List<RandomOperator> all = new ArrayList<>();
    predefined(type, all);
    ofProgram(type, all, random.nextBoolean());
    if (!untyped && type.type() != boolean.class) {
      all.add(location(Op.MINLOC, false));
      all.add(location(Op.MAXLOC, true));
    }
    if (!layout.isDense()) {
      onDatatype(layout, all);
    }
    RandomOperator one = all.get(random.nextInt(all.size()));
    return random.nextInt(4) > 0
        ? one
        : new RandomOperator(
            "reproducible " + one.name, one.op.reproducible(), one.grain, one.model);
  }

  private static void predefined(Primitives type, List<RandomOperator> all) {
    boolean isBoolean = type.type() == boolean.class;
    if (!isBoolean) {
      add(all, type, "SUM", Op.SUM, Long::sum);
      add(all, type, "MAX", Op.MAX, Math::max);
      add(all, type, "MIN", Op.MIN, Math::min);
      if (!isFloating(type)) {
        add(all, type, "PROD", Op.PROD, (a, b) -> a * b);
        add(all, type, "BAND", Op.BAND, (a, b) -> a & b);
        add(all, type, "BOR", Op.BOR, (a, b) -> a | b);
        add(all, type, "BXOR", Op.BXOR, (a, b) -> a ^ b);
      }
    }
    if (!isFloating(type)) {
      add(all, type, "LAND", Op.LAND, (a, b) -> a != 0 && b != 0 ? 1 : 0);
      add(all, type, "LOR", Op.LOR, (a, b) -> a != 0 || b != 0 ? 1 : 0);
      add(all, type, "LXOR", Op.LXOR, (a, b) -> a != 0 ^ b != 0 ? 1 : 0);
    }
  }

  private static void add(
      List<RandomOperator> all, Primitives type, String name, Op op, LongBinaryOperator model) {
    all.add(new RandomOperator(name, op, 1, single(type, model)));
  }

  /** Affine maps, one after the other: both halves of the result show who came when. */
  private static long then(long first, long second, int half) {
    long mask = (1L << half) - 1;
    long a = (first >>> half) * (second >>> half) & mask;
    long b = (first & mask) * (second >>> half) + second & mask;
    return a << half | b;
  }

  private static void ofProgram(Primitives type, List<RandomOperator> all, boolean commutes) {
    LongBinaryOperator first = (a, b) -> a;
    LongBinaryOperator last = (a, b) -> b;
    add(all, type, "first", lambda(type, first, false), first);
    add(all, type, "last", lambda(type, last, false), last);
    LongBinaryOperator or = (a, b) -> a | b;
    if (!isFloating(type)) {
      add(all, type, "or, commutative " + commutes, lambda(type, or, commutes), or);
    }
    if (type.type() == int.class) {
      LongBinaryOperator maps = (a, b) -> (int) then(a & 0xffffffffL, b & 0xffffffffL, 16);
      add(all, type, "maps", lambda(type, maps, false), maps);
      Op arrays =
          Op.ofInts(
              (in, inout, offset, count) -> {
                for (int i = offset; i < offset + count; i++) {
                  inout[i] = (int) maps.applyAsLong(in[i], inout[i]);
                }
              },
              false);
      add(all, type, "arrays of maps", arrays, maps);
    }
    if (type.type() == long.class) {
      LongBinaryOperator maps = (a, b) -> then(a, b, 32);
      add(all, type, "maps", lambda(type, maps, false), maps);
    }
  }

  private static Op lambda(Primitives type, LongBinaryOperator f, boolean commutes) {
    return switch (type.toString()) {
      case "byte" -> Op.ofByte((a, b) -> (byte) f.applyAsLong(a, b), commutes);
      case "boolean" -> Op.ofBoolean((a, b) -> f.applyAsLong(a ? 1 : 0, b ? 1 : 0) != 0, commutes);
      case "char" -> Op.ofChar((a, b) -> (char) f.applyAsLong(a, b), commutes);
      case "short" -> Op.ofShort((a, b) -> (short) f.applyAsLong(a, b), commutes);
      case "int" -> Op.ofInt((a, b) -> (int) f.applyAsLong(a, b), commutes);
      case "long" -> Op.ofLong(f, commutes);
      case "float" -> Op.ofFloat((a, b) -> f.applyAsLong((long) a, (long) b), commutes);
      case "double" -> Op.ofDouble((a, b) -> f.applyAsLong((long) a, (long) b), commutes);
      default -> throw new AssertionError(type);
    };
  }

  private static RandomOperator location(Op op, boolean max) {
    Pairwise model =
        (left, right, at) -> {
          int compared = Long.compare(left[at], right[at]);
          boolean takesLeft =
              compared == 0 ? left[at + 1] < right[at + 1] : max ? compared > 0 : compared < 0;
          if (takesLeft) {
            right[at] = left[at];
            right[at + 1] = left[at + 1];
          }
        };
    return new RandomOperator(op.toString(), op, 2, model);
  }

  /** One that is given the elements as they lie, gaps included, and keeps them in order. */
  private static void onDatatype(RandomLayout layout, List<RandomOperator> all) {
    int width = layout.width();
    Op op =
        Op.of(
            (in, inOffset, inout, inoutOffset, count, type) -> {
              for (int i = 0; i < count; i++) {
                long[] values = new long[width];
                for (int j = 0; j < width; j++) {
                  boolean fromLeft = j % 2 == 0;
                  values[j] =
                      fromLeft
                          ? layout.read(in, (int) inOffset, i * width + j)
                          : layout.read(inout, (int) inoutOffset, i * width + j);
                }
                layout.write(inout, (int) inoutOffset + i * layout.extent(), values);
              }
            },
            false);
    Pairwise model =
        (left, right, at) -> {
          for (int j = 0; j < width; j += 2) {
            right[at + j] = left[at + j];
          }
        };
    all.add(new RandomOperator("elements of a datatype", op, width, model));
  }
}
