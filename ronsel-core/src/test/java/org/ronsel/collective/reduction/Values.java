package org.ronsel.collective.reduction;

import java.lang.reflect.Array;
import java.util.Random;
import org.ronsel.data.ElementType;

/** Arrays of any primitive type, and a plain definition of the operators, for comparison. */
public final class Values {
  private Values() {}

  /** An array of zeros. */
  public static Object array(ElementType type, int length) {
    return Array.newInstance(type.carrier(), length);
  }

  /** A copy of an array. */
  public static Object copy(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  /** An array of random values: small whole numbers where rounding could matter, else any bits. */
  public static Object random(ElementType type, int length, Random random) {
    Object array = array(type, length);
    for (int i = 0; i < length; i++) {
      long bits = random.nextInt(4) == 0 ? 0 : random.nextLong();
      Array.set(
          array,
          i,
          type == ElementType.FLOAT || type == ElementType.DOUBLE
              ? fromLong(type, bits % 3)
              : fromLong(type, bits));
    }
    return array;
  }

  private static Object fromLong(ElementType type, long x) {
    return switch (type) {
      case BYTE -> (byte) x;
      case BOOLEAN -> (x & 1) != 0;
      case CHAR -> (char) x;
      case SHORT -> (short) x;
      case INT -> (int) x;
      case LONG -> x;
      case FLOAT -> (float) x;
      case DOUBLE -> (double) x;
      case OBJECT, MIXED, PACKED -> throw new IllegalArgumentException();
    };
  }

  /** {@code left op right} by the definition of the operator. */
  public static Object combine(ElementType type, Predefined op, Object left, Object right) {
    return switch (type) {
      case BOOLEAN -> logical(op, (boolean) left, (boolean) right);
      case FLOAT -> (float) real(op, (float) left, (float) right);
      case DOUBLE -> real(op, (double) left, (double) right);
      case CHAR -> fromLong(type, whole(op, (char) left, (char) right));
      default ->
          fromLong(type, whole(op, ((Number) left).longValue(), ((Number) right).longValue()));
    };
  }

  private static boolean logical(Predefined op, boolean a, boolean b) {
    return switch (op) {
      case LAND -> a && b;
      case LOR -> a || b;
      case LXOR -> a != b;
      default -> throw new IllegalArgumentException();
    };
  }

  private static double real(Predefined op, double a, double b) {
    return switch (op) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> a > b ? a : b;
      case MIN -> a < b ? a : b;
      default -> throw new IllegalArgumentException();
    };
  }

  private static long whole(Predefined op, long a, long b) {
    return switch (op) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MAX -> a > b ? a : b;
      case MIN -> a < b ? a : b;
      case LAND, LOR, LXOR -> logical(op, a != 0, b != 0) ? 1 : 0;
      case BAND -> a & b;
      case BOR -> a | b;
      case BXOR -> a ^ b;
    };
  }
}
