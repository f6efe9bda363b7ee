package org.ronsel.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorMessage.Outside;
import org.ronsel.InvalidArgumentException;

/** Validates the buffers of calls: arrays, segments, and the ranges of them that are meant. */
public final class BufferArguments {
  private BufferArguments() {}

  /** Stands for the length of an array or segment that is null: no range lies within it. */
  public static final int NO_LENGTH = -1;

  /** The length of an array, or {@link #NO_LENGTH} if it is null. */
  public static int length(@Nullable Object array) {
    return array == null ? NO_LENGTH : Array.getLength(array);
  }

  /** The size of a segment, or {@link #NO_LENGTH} if it is null. */
  public static long size(@Nullable MemorySegment segment) {
    return segment == null ? NO_LENGTH : segment.byteSize();
  }

  /**
   * Checks a range of a buffer of {@code capacity} elements.
   *
   * @param type that of the elements, with its name as its text
   */
  public static void range(
      @Nullable Caller caller,
      String call,
      BufferRole what,
      Object type,
      long offset,
      long count,
      long capacity) {
    if ((offset | count) < 0 || count > capacity - offset) {
      throw outside(caller, call, what, type, offset, count, capacity, "elements");
    }
  }

  /**
   * Checks that the calling thread may use {@code count} elements of a segment from byte {@code
   * byteOffset} on.
   */
  public static void segment(
      @Nullable Caller caller,
      String call,
      BufferRole what,
      @Nullable MemorySegment segment,
      long byteOffset,
      long count,
      @Nullable Datatype<?> type,
      boolean forWriting) {
    if (segment == null) {
      throw buffer(caller, call, what + " is null");
    }
    if (type == null) {
      throw Caller.raised(caller, call, ErrorClass.TYPE, "the datatype of " + what + " is null");
    }
    AbstractDatatype<?> known = AbstractDatatype.of(type);
    long capacity = segment.byteSize();
    long elementBytes = known.extentBytes();
    boolean inside =
        known.isDense()
            ? (byteOffset | count) >= 0
                && byteOffset <= capacity
                && count <= (capacity - byteOffset) / elementBytes
            : Buffers.isInside(known, byteOffset, count, capacity);
    if (!inside) {
      throw count < 0 || elementBytes == 1
          ? outside(caller, call, what, type, byteOffset, count, capacity, "bytes")
          : outside(
              caller,
              call,
              "byte offset "
                  + byteOffset
                  + " and count "
                  + count
                  + " of "
                  + (known.isDense() ? elementBytes + " bytes each" : known)
                  + " lie outside "
                  + what
                  + " of "
                  + capacity
                  + " bytes",
              new Outside(what, count, type.toString()));
    }
    if (forWriting) {
      if (segment.isReadOnly()) {
        throw buffer(caller, call, what + " is read-only; receive into one that can be written");
      }
      if (!known.isDense()) {
        Buffers.checkDistinct(caller, call, what, known, count);
      }
    }
    if (!segment.scope().isAlive()) {
      throw buffer(
          caller,
          call,
          "the arena of " + what + " is closed; keep it open until the call completes");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw buffer(
          caller,
          call,
          what
              + " is confined to a thread other than "
              + Thread.currentThread().getName()
              + "; allocate it from a shared or automatic arena");
    }
  }

  /** A datatype, which must not be null, and made by this library. */
  public static AbstractDatatype<?> datatype(
      @Nullable Caller caller, String call, @Nullable Datatype<?> type) {
    if (type == null) {
      throw Caller.raised(caller, call, ErrorClass.TYPE, "the datatype is null");
    }
    return AbstractDatatype.of(type);
  }

  private static InvalidArgumentException outside(
      @Nullable Caller caller,
      String call,
      BufferRole what,
      Object type,
      long offset,
      long count,
      long capacity,
      String unit) {
    if (capacity == NO_LENGTH) {
      return buffer(caller, call, what + " is null");
    }
    if (count < 0) {
      return Caller.raised(
          caller, call, ErrorClass.COUNT, "count " + count + " is negative; it must be 0 or more");
    }
    return outside(
        caller,
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
            + unit,
        new Outside(what, count, type.toString()));
  }

  /** The error of data that are not inside a buffer. */
  static InvalidArgumentException outside(
      @Nullable Caller caller, String call, String problem, Outside data) {
    return Caller.raised(
        caller, ErrorClass.BUFFER, Caller.place(caller, call).message(problem).with(data));
  }

  public static InvalidArgumentException buffer(
      @Nullable Caller caller, String call, String problem) {
    return Caller.raised(caller, call, ErrorClass.BUFFER, problem);
  }
}
