package mpi;

import java.lang.reflect.Array;

/**
 * A program's operator on arrays that hold the operands and nothing else: many programs do not look
 * at the offsets, which are 0 wherever other libraries call them.
 */
record ZeroOffsetOperator(ArrayOperator operator) implements ArrayOperator {
  @Override
  public void combine(
      Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
    int length = count * type.Extent();
    if (!type.staysWithinExtent()
        || isAll(in, inOffset, length) && isAll(inout, inoutOffset, length)) {
      operator.combine(in, inOffset, inout, inoutOffset, count, type);
      return;
    }
    Object left = copy(in, inOffset, length);
    Object right = copy(inout, inoutOffset, length);
    operator.combine(left, 0, right, 0, count, type);
    System.arraycopy(right, 0, inout, inoutOffset, present(inout, inoutOffset, length));
  }

  private static boolean isAll(Object array, int offset, int length) {
    return offset == 0 && Array.getLength(array) == length;
  }

  /** How much of the operands an array has, which may end before the extent of the last does. */
  private static int present(Object array, int offset, int length) {
    return Math.min(length, Array.getLength(array) - offset);
  }

  private static Object copy(Object array, int offset, int length) {
    Object copy = Array.newInstance(array.getClass().componentType(), length);
    System.arraycopy(array, offset, copy, 0, present(array, offset, length));
    return copy;
  }
}
