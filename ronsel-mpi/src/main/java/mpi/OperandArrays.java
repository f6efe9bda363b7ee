package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;

/** Brings the operands of a reduction into the form that an operator takes. */
final class OperandArrays {
  private OperandArrays() {}

  /**
   * Combines elements that lie in arrays (offsets in array elements) or segments (in bytes).
   * Operands in segments, and in arrays of bytes that hold another type, are copied.
   */
  static void combine(
      ArrayOperator operator,
      Object in,
      long inOffset,
      Object inout,
      long inoutOffset,
      long count,
      Datatype type) {
    if (type.base.isOf(in) && type.base.isOf(inout)) {
      operator.combine(in, (int) inOffset, inout, (int) inoutOffset, (int) count, type);
      return;
    }
    int length = Math.toIntExact(count * type.Extent());
    Object left = read(type.base, in, inOffset, length);
    Object right = read(type.base, inout, inoutOffset, length);
    operator.combine(left, 0, right, 0, (int) count, type);
    write(right, inout, inoutOffset, length);
  }

  private static Object read(BaseType base, Object from, long offset, int length) {
    if (base == BaseType.BOOLEAN) {
      boolean[] array = new boolean[length];
      for (int i = 0; i < length && offset + i < bytes(from); i++) {
        array[i] = readBoolean(from, offset + i);
      }
      return array;
    }
    Object array = newArray(base, length);
    segment(array).copyFrom(part(from, offset, (long) length * base.bytes()));
    return array;
  }

  private static void write(Object array, Object to, long offset, int length) {
    if (array instanceof boolean[] booleans) {
      for (int i = 0; i < length && offset + i < bytes(to); i++) {
        writeBoolean(to, offset + i, booleans[i]);
      }
      return;
    }
    MemorySegment from = segment(array);
    MemorySegment place = part(to, offset, from.byteSize());
    place.copyFrom(from.asSlice(0, place.byteSize()));
  }

  private static boolean readBoolean(Object from, long at) {
    return from instanceof boolean[] array
        ? array[(int) at]
        : segment(from).get(ValueLayout.JAVA_BYTE, at) != 0;
  }

  private static void writeBoolean(Object to, long at, boolean value) {
    if (to instanceof boolean[] array) {
      array[(int) at] = value;
    } else {
      segment(to).set(ValueLayout.JAVA_BYTE, at, (byte) (value ? 1 : 0));
    }
  }

  /**
   * Bytes of an array or a segment, as far as it has them: it may end before the extent of the last
   * element does.
   */
  static MemorySegment part(Object base, long offset, long bytes) {
    MemorySegment all = segment(base);
    long start = base instanceof MemorySegment ? offset : offset * unit(base);
    return all.asSlice(start, Math.min(bytes, all.byteSize() - start));
  }

  private static Object newArray(BaseType base, int length) {
    return switch (base) {
      case CHAR -> new char[length];
      case SHORT -> new short[length];
      case INT -> new int[length];
      case LONG -> new long[length];
      case FLOAT -> new float[length];
      case DOUBLE -> new double[length];
      default -> new byte[length];
    };
  }

  /** The memory of an array, or the segment itself. */
  static MemorySegment segment(Object base) {
    return switch (base) {
      case MemorySegment segment -> segment;
      case byte[] array -> MemorySegment.ofArray(array);
      case char[] array -> MemorySegment.ofArray(array);
      case short[] array -> MemorySegment.ofArray(array);
      case int[] array -> MemorySegment.ofArray(array);
      case long[] array -> MemorySegment.ofArray(array);
      case float[] array -> MemorySegment.ofArray(array);
      case double[] array -> MemorySegment.ofArray(array);
      default ->
          throw new MPIException(
              MPI.ERR_BUFFER, "an operator cannot work on " + base.getClass().getSimpleName());
    };
  }

  /** Bytes of a segment, or of the elements of an array of primitives; of others -1. */
  static long bytes(Object base) {
    if (base instanceof MemorySegment segment) {
      return segment.byteSize();
    }
    Class<?> component = base.getClass().componentType();
    return component != null && component.isPrimitive()
        ? (long) Array.getLength(base) * unit(base)
        : -1;
  }

  /** Bytes of an element of an array. */
  static int unit(Object array) {
    return switch (array) {
      case char[] a -> 2;
      case short[] a -> 2;
      case int[] a -> 4;
      case float[] a -> 4;
      case long[] a -> 8;
      case double[] a -> 8;
      default -> 1;
    };
  }
}
