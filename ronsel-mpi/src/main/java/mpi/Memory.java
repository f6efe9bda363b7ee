package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.UntypedComm;

/**
 * The view that Ronsel gets of a buffer that a program passes. An array is passed on as it is. Of a
 * buffer of {@code java.nio} the position and the limit do not matter: it is the memory from its
 * start on.
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
   * As {@link #base(Object)}. Numbers of an array of another type are the memory of the array, and
   * a type that reaches back from its place finds what lies before a slice, both as with Open MPI.
   */
  static Object base(@Nullable Object buffer, @Nullable Datatype type) {
    if (type == null) {
      return base(buffer);
    }
    if (type.reachesBack && buffer instanceof Buffer nio && !nio.hasArray()) {
      return base(DirectBuffers.around(nio));
    }
    Object base = base(buffer);
    if (!isOtherwiseCalled(base, type)) {
      return base;
    }
    if (UntypedComm.isChecked()) {
      Environment.notPortable(
          "the memory of an array of type "
              + base.getClass().getSimpleName()
              + " is taken for elements of "
              + type.name()
              + ", which other libraries refuse; pass an array of the type that is named");
    }
    return OperandArrays.segment(base);
  }

  /**
   * As {@link #base(Object, Datatype)}, of so many elements. Where there are none the buffer may be
   * any object, as with Open MPI, which does not look at it.
   */
  static Object base(@Nullable Object buffer, int count, @Nullable Datatype type) {
    return count == 0 && !isBuffer(buffer) ? NOTHING : base(buffer, type);
  }

  private static boolean isBuffer(@Nullable Object object) {
    return object instanceof Buffer
        || object instanceof MemorySegment
        || object != null && OperandArrays.bytes(object) >= 0;
  }

  /** Whether it is an array of other numbers than those of a type. Bytes may be anything. */
  private static boolean isOtherwiseCalled(Object base, Datatype type) {
    return !type.base.isOf(base) && OperandArrays.unit(base) > 1;
  }

  /**
   * The offset of the data: in elements of an array, in bytes of a segment.
   *
   * @param offset in basic elements of {@code type}
   */
  static long start(@Nullable Object buffer, int offset, @Nullable Datatype type) {
    if (buffer instanceof Buffer nio) {
      if (!nio.hasArray()) {
        return offset * unit(type) + DirectBuffers.startIn(nio, type);
      }
      return type != null && isOtherwiseCalled(nio.array(), type)
          ? startBytes(nio) + offset * unit(type)
          : (long) nio.arrayOffset() + offset;
    }
    boolean inBytes =
        buffer instanceof MemorySegment
            || buffer != null && type != null && isOtherwiseCalled(buffer, type);
    return inBytes ? offset * unit(type) : offset;
  }

  private static long unit(@Nullable Datatype type) {
    return type == null ? 1 : type.base.bytes();
  }

  /**
   * The elements that a receive in the spelling of mpiJava is to have room for: of those that it
   * names as many as fit into its buffer. MPJ Express looks at the message only, and programs
   * receive a shorter last block by the count of the others. What is no place in a buffer, such as
   * an offset behind its end, stays as it is, for the receive to refuse.
   *
   * @param offset in basic elements of {@code type}
   */
  static int room(@Nullable Object buffer, int offset, int count, Datatype type) {
    org.ronsel.Datatype<?> elements = Datatype.elements(type);
    if (buffer == null || elements == null || type.reachesBack || offset < 0 || count <= 0) {
      return count;
    }
    long bytes;
    if (type.base.isOf(buffer)) {
      bytes = (Array.getLength(buffer) - (long) offset) * type.base.bytes();
    } else {
      Object base = base(buffer, type);
      bytes = OperandArrays.bytes(base) - start(buffer, offset, type) * OperandArrays.unit(base);
    }
    long extent = elements.extentBytes();
    long last = elements.trueLowerBoundBytes() + elements.trueExtentBytes();
    if (bytes < 0 || extent == 0 || bytes - last >= (count - 1) * extent) {
      return count;
    }
    int room = bytes < last ? 0 : (int) ((bytes - last) / extent) + 1;
    if (UntypedComm.isChecked()) {
      Environment.notPortable(
          "a receive of "
              + count
              + " elements of "
              + type.name()
              + " into a buffer that has room for "
              + room
              + " from its offset on, which MPI does not allow and other libraries refuse; give the"
              + " count that fits");
    }
    return room;
  }

  /** The offset of the data in the result of {@link #base}, in bytes. */
  static int startBytes(@Nullable Object buffer) {
    return buffer instanceof Buffer nio && nio.hasArray()
        ? nio.arrayOffset() * OperandArrays.unit(nio.array())
        : 0;
  }

  /** Displacements in bytes in a buffer as those in what {@link #base} answers. */
  static int @Nullable [] shifted(@Nullable Object buffer, int @Nullable [] displacements) {
    int start = startBytes(buffer);
    return start == 0 || displacements == null
        ? displacements
        : Arrays.stream(displacements).map(each -> each + start).toArray();
  }
}
