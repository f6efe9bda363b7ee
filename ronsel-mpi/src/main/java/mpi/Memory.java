package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What Ronsel sees of a buffer that a program passes. An array is passed on as it is. Of a buffer
 * of {@code java.nio} the position and the limit do not matter: it is the memory from its start on.
 */
final class Memory {
  static final int[] NO_COUNTS = {};

  private static final byte[] NOTHING = {};

  private Memory() {}

  /** The array or the segment in which the data lie. */
  static Object base(@Nullable Object buffer) {
    if (buffer instanceof Buffer nio) {
      return base(nio);
    }
    return buffer == null ? NOTHING : buffer;
  }

  private static Object base(Buffer nio) {
    if (nio.hasArray()) {
      return nio.array();
    }
    boolean whole = nio.position() == 0 && nio.limit() == nio.capacity();
    return MemorySegment.ofBuffer(whole ? nio : nio.duplicate().clear());
  }

  /**
   * As {@link #base(Object)}. Elements of arrays of another type that a program calls bytes or
   * characters, as programs for Open MPI may, are the memory of the array.
   */
  static Object base(@Nullable Object buffer, @Nullable Datatype type) {
    Object base = base(buffer);
    return isOtherwiseCalled(base, type) ? Operands.segment(base) : base;
  }

  private static boolean isOtherwiseCalled(Object base, @Nullable Datatype type) {
    if (type == null) {
      return false;
    }
    return switch (base) {
      case char[] a -> type.base == BaseType.BYTE;
      case short[] a -> type.base == BaseType.BYTE || type.base == BaseType.CHAR;
      case int[] a -> type.base == BaseType.BYTE || type.base == BaseType.CHAR;
      case long[] a -> type.base == BaseType.BYTE || type.base == BaseType.CHAR;
      case float[] a -> type.base == BaseType.BYTE || type.base == BaseType.CHAR;
      case double[] a -> type.base == BaseType.BYTE || type.base == BaseType.CHAR;
      default -> false;
    };
  }

  /**
   * Where the data begin: in elements of an array, in bytes of a segment.
   *
   * @param offset in basic elements of {@code type}
   */
  static long start(@Nullable Object buffer, int offset, @Nullable Datatype type) {
    if (buffer instanceof Buffer nio) {
      if (!nio.hasArray()) {
        return offset * unit(type);
      }
      return isOtherwiseCalled(nio.array(), type)
          ? startBytes(nio) + offset * unit(type)
          : (long) nio.arrayOffset() + offset;
    }
    boolean inBytes =
        buffer instanceof MemorySegment || buffer != null && isOtherwiseCalled(buffer, type);
    return inBytes ? offset * unit(type) : offset;
  }

  private static long unit(@Nullable Datatype type) {
    return type == null ? 1 : type.base.bytes();
  }

  /** Where the data begin in what {@link #base} answers, in bytes. */
  static int startBytes(@Nullable Object buffer) {
    return buffer instanceof Buffer nio && nio.hasArray()
        ? nio.arrayOffset() * Operands.unit(nio.array())
        : 0;
  }

  /** Displacements in bytes in a buffer as those in what {@link #base} answers. */
  static int[] shifted(@Nullable Object buffer, int[] displacements) {
    int start = startBytes(buffer);
    return start == 0
        ? displacements
        : Arrays.stream(displacements).map(each -> each + start).toArray();
  }
}
