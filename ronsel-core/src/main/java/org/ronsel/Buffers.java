package org.ronsel;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What the engine sees of a buffer and a datatype: a base, a byte offset and a number of bytes. */
final class Buffers {
  private Buffers() {}

  /** The base of a buffer that is read. */
  static Object readable(
      Comm comm,
      String call,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count) {
    return base(comm, call, buffer, type, offset, count, false);
  }

  /** The base of a buffer that is written. */
  static Object writable(
      Comm comm,
      String call,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count) {
    return base(comm, call, buffer, type, offset, count, true);
  }

  /** Where in {@code base} the data begin, in bytes. */
  static long start(Object base, Object buffer, long offset) {
    return base instanceof MemorySegment ? offset : offset << shift(buffer);
  }

  private static Object base(
      Comm comm,
      String call,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      boolean forWriting) {
    if (buffer instanceof MemorySegment segment) {
      Arguments.segment(comm, call, "the segment", segment, offset, count, type, forWriting);
      return segment;
    }
    if (buffer == null) {
      throw Arguments.buffer(comm, call, "the buffer is null");
    }
    if (type == null) {
      throw new InvalidArgumentException(
          ErrorClass.TYPE, "rank " + comm.rank() + ", " + call + ": the datatype is null");
    }
    int shift = shift(buffer);
    long elements = count * type.size() >> shift;
    Arguments.range(comm, call, "the buffer", offset, elements, Arguments.length(buffer));
    return buffer;
  }

  private static int shift(Object array) {
    return switch (array) {
      case byte[] a -> 0;
      case boolean[] a -> 0;
      case char[] a -> 1;
      case short[] a -> 1;
      case int[] a -> 2;
      case float[] a -> 2;
      case long[] a -> 3;
      case double[] a -> 3;
      default -> throw new IllegalArgumentException(array.getClass() + " is no buffer");
    };
  }
}
