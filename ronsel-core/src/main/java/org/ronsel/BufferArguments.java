package org.ronsel;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Validates the buffers of calls: arrays, segments, and the ranges of them that are meant. */
final class BufferArguments {
  private BufferArguments() {}

  /** What stands for the length of an array or segment that is null: no range lies within it. */
  static final int NO_LENGTH = -1;

  /** The length of an array, or {@link #NO_LENGTH} if it is null. */
  static int length(@Nullable Object array) {
    return array == null ? NO_LENGTH : Array.getLength(array);
  }

  /** The size of a segment, or {@link #NO_LENGTH} if it is null. */
  static long size(@Nullable MemorySegment segment) {
    return segment == null ? NO_LENGTH : segment.byteSize();
  }

  /**
   * Checks a range of a buffer of {@code capacity} elements.
   *
   * @param what the name of the argument
   */
  static void range(
      @Nullable Comm comm, String call, String what, long offset, long count, long capacity) {
    if ((offset | count) < 0 || count > capacity - offset) {
      throw outside(comm, call, what, offset, count, capacity, "elements");
    }
  }

  /**
   * Checks that the calling thread may use {@code count} elements of a segment from byte {@code
   * byteOffset} on.
   *
   * @param what the name of the argument
   */
  static void segment(
      @Nullable Comm comm,
      String call,
      String what,
      @Nullable MemorySegment segment,
      long byteOffset,
      long count,
      @Nullable Datatype<?> type,
      boolean forWriting) {
    if (segment == null) {
      throw buffer(comm, call, what + " is null");
    }
    if (type == null) {
      throw Arguments.raised(comm, call, ErrorClass.TYPE, "the datatype of " + what + " is null");
    }
    long capacity = segment.byteSize();
    long elementBytes = type.extentBytes();
    boolean inside =
        type.isDense()
            ? (byteOffset | count) >= 0
                && byteOffset <= capacity
                && count <= (capacity - byteOffset) / elementBytes
            : Buffers.isInside(type, byteOffset, count, capacity);
    if (!inside) {
      throw count < 0 || elementBytes == 1
          ? outside(comm, call, what, byteOffset, count, capacity, "bytes")
          : buffer(
              comm,
              call,
              "byte offset "
                  + byteOffset
                  + " and count "
                  + count
                  + " of "
                  + (type.isDense() ? elementBytes + " bytes each" : type)
                  + " lie outside "
                  + what
                  + " of "
                  + capacity
                  + " bytes");
    }
    if (forWriting) {
      if (segment.isReadOnly()) {
        throw buffer(comm, call, what + " is read-only; receive into one that can be written");
      }
      if (!type.isDense()) {
        Buffers.checkDistinct(comm, call, what, type, count);
      }
    }
    if (!segment.scope().isAlive()) {
      throw buffer(
          comm, call, "the arena of " + what + " is closed; keep it open until the call completes");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw buffer(
          comm,
          call,
          what
              + " is confined to a thread other than "
              + Thread.currentThread().getName()
              + "; allocate it from a shared or automatic arena");
    }
  }

  /** A datatype, which must not be null. */
  static Datatype<?> datatype(Comm comm, String call, @Nullable Datatype<?> type) {
    if (type == null) {
      throw Arguments.raised(comm, call, ErrorClass.TYPE, "the datatype is null");
    }
    return type;
  }

  private static InvalidArgumentException outside(
      @Nullable Comm comm,
      String call,
      String what,
      long offset,
      long count,
      long capacity,
      String unit) {
    if (capacity == NO_LENGTH) {
      return buffer(comm, call, what + " is null");
    }
    if (count < 0) {
      return Arguments.raised(
          comm, call, ErrorClass.COUNT, "count " + count + " is negative; it must be 0 or more");
    }
    return buffer(
        comm,
        call,
        "offset "
            + offset
            + " and count "
            + count
            + " lie outside "
            + what
            + " of "
            + capacity
            + " "
            + unit);
  }

  static InvalidArgumentException buffer(@Nullable Comm comm, String call, String problem) {
    return Arguments.raised(comm, call, ErrorClass.BUFFER, problem);
  }
}
