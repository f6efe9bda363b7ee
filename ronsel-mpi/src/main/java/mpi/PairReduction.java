package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * MAXLOC and MINLOC (MPI-4.1, section 6.9.4), on both kinds of pairs: two elements of one type side
 * by side, and a value with an {@code int} behind it as in a struct of C. Of equal values the lower
 * index wins.
 */
enum PairReduction implements Combination {
  MAXLOC(1),
  MINLOC(-1);

  private final int wanted;

  PairReduction(int wanted) {
    this.wanted = wanted;
  }

  /** How a pair lies in memory. */
  private record Layout(BaseType value, BaseType index, int indexOffset, int stride) {
    static Layout twoOf(BaseType type) {
      return new Layout(type, type, type.bytes(), 2 * type.bytes());
    }
  }

  private static final Layout SHORT_INT = new Layout(BaseType.SHORT, BaseType.INT, 4, 8);
  private static final Layout LONG_INT = new Layout(BaseType.LONG, BaseType.INT, 8, 16);
  private static final Layout FLOAT_INT = new Layout(BaseType.FLOAT, BaseType.INT, 4, 8);
  private static final Layout DOUBLE_INT = new Layout(BaseType.DOUBLE, BaseType.INT, 8, 16);

  private static @Nullable Layout layout(Datatype type) {
    if (type.core == org.ronsel.Datatype.SHORT_INT) {
      return SHORT_INT;
    }
    if (type.core == org.ronsel.Datatype.LONG_INT) {
      return LONG_INT;
    }
    if (type.core == org.ronsel.Datatype.FLOAT_INT) {
      return FLOAT_INT;
    }
    if (type.core == org.ronsel.Datatype.DOUBLE_INT) {
      return DOUBLE_INT;
    }
    return switch (type.base) {
      case SHORT, INT, LONG, FLOAT, DOUBLE ->
          type.Size() % 2 == 0 && type.Size() == type.Extent() ? Layout.twoOf(type.base) : null;
      default -> null;
    };
  }

  @Override
  public void combine(
      Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
    Layout pair = layout(type);
    if (pair == null) {
      throw new MPIException(MPI.ERR_OP, name() + " needs a type of pairs, not " + type);
    }
    MemorySegment left = Operands.segment(in);
    MemorySegment right = Operands.segment(inout);
    long leftAt = (long) inOffset * Operands.unit(in);
    long rightAt = (long) inoutOffset * Operands.unit(inout);
    long end = rightAt + (long) count * type.extentInBytes();
    for (; rightAt < end; leftAt += pair.stride, rightAt += pair.stride) {
      int order = compare(pair.value, left, leftAt, right, rightAt);
      if (order == 0) {
        long leftIndex = leftAt + pair.indexOffset;
        long rightIndex = rightAt + pair.indexOffset;
        if (compare(pair.index, left, leftIndex, right, rightIndex) < 0) {
          MemorySegment.copy(left, leftAt, right, rightAt, pair.stride);
        }
      } else if (order == wanted) {
        MemorySegment.copy(left, leftAt, right, rightAt, pair.stride);
      }
    }
  }

  private static int compare(
      BaseType type, MemorySegment left, long leftAt, MemorySegment right, long rightAt) {
    return switch (type) {
      case FLOAT, DOUBLE -> Double.compare(real(type, left, leftAt), real(type, right, rightAt));
      default -> Long.compare(whole(type, left, leftAt), whole(type, right, rightAt));
    };
  }

  /** The value; zeros of either sign are equal. */
  private static double real(BaseType type, MemorySegment memory, long at) {
    double value =
        type == BaseType.FLOAT
            ? memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at)
            : memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
    return value + 0.0;
  }

  private static long whole(BaseType type, MemorySegment memory, long at) {
    return switch (type) {
      case SHORT -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      case INT -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      default -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    };
  }
}
