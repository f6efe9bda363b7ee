package org.ronsel.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.BufferRole;
import org.ronsel.CheckException;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorMessage;
import org.ronsel.ErrorMessage.Outside;
import org.ronsel.ErrorPlace;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.data.Plan;
import org.ronsel.data.Signature;
import org.ronsel.data.TypedMemory;
import org.ronsel.observe.Observation;

/**
 * Turns a buffer, a datatype and a count into what the engine takes: the array or segment itself
 * where elements are dense, else the pattern of their places.
 */
public final class Buffers {
  private Buffers() {}

  /**
   * Checks the data of a call and finds its bytes.
   *
   * @param buffer a primitive array, a segment, or a byte buffer, whose remaining bytes are meant
   * @param offset of the first element: in elements of an array, in bytes of a segment
   */
  public static DataRange resolve(
      @Nullable Caller caller,
      String call,
      BufferRole what,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      boolean forWriting) {
    Object base = base(caller, call, what, buffer, type, offset, count, forWriting);
    AbstractDatatype<?> known = AbstractDatatype.of(Objects.requireNonNull(type)); // checked
    return new DataRange(
        known.elementType(), base, offset(base, buffer, known, offset), count * known.sizeBytes());
  }

  /**
   * Checks the data of a call and finds the base that the engine takes, together with {@link
   * #offset}: {@link #resolve} without an allocation. An array of the datatype's own elements is
   * passed on as it is.
   *
   * @param buffer as in {@link #resolve}
   */
  public static Object base(
      @Nullable Caller caller,
      String call,
      BufferRole what,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      boolean forWriting) {
    if (buffer != null
        && type != null
        && buffer.getClass() == AbstractDatatype.of(type).arrayClass()) {
      BufferArguments.range(caller, call, what, type, offset, count, Array.getLength(buffer));
      return buffer;
    }
    Object memory = buffer;
    if (buffer instanceof ByteBuffer bytes) {
      if (forWriting && bytes.isReadOnly()) {
        throw BufferArguments.buffer(
            caller, call, what + " is read-only; receive into one that can be written");
      }
      if (bytes.hasArray() && type == Datatype.BYTE) {
        BufferArguments.range(caller, call, what, type, offset, count, bytes.remaining());
        return bytes.array();
      }
      memory = MemorySegment.ofBuffer(bytes);
    }
    check(caller, call, what, memory, type, offset, count, forWriting);
    Object checked = Objects.requireNonNull(memory);
    AbstractDatatype<?> known = AbstractDatatype.of(Objects.requireNonNull(type));
    return base(checked, known, start(checked, offset), count);
  }

  /** The offset of data in what {@link #base} has found for them: in bytes. */
  public static long offset(Object base, @Nullable Object buffer, Datatype<?> type, long offset) {
    if (base == buffer) {
      AbstractDatatype<?> known = AbstractDatatype.of(type);
      return base.getClass() == known.arrayClass()
          ? offset << known.elementType().shift()
          : start(base, offset);
    }
    if (base instanceof TypedMemory) {
      return 0;
    }
    return buffer instanceof ByteBuffer bytes
            && bytes.hasArray()
            && !(base instanceof MemorySegment)
        ? (long) bytes.arrayOffset() + bytes.position() + offset
        : offset;
  }

  /** The byte at which the element at {@code offset} of an array or segment lies. */
  private static long start(Object memory, long offset) {
    return memory instanceof MemorySegment ? offset : offset * elementBytes(memory);
  }

  /** Checks the data of a call; see {@link #resolve}. */
  public static void check(
      @Nullable Caller caller,
      String call,
      BufferRole what,
      @Nullable Object buffer,
      @Nullable Datatype<?> type,
      long offset,
      long count,
      boolean forWriting) {
    if (type == null) {
      throw Caller.raised(caller, call, ErrorClass.TYPE, "the datatype of " + what + " is null");
    }
    if (buffer == null) {
      throw BufferArguments.buffer(caller, call, what + " is null");
    }
    if (buffer instanceof MemorySegment segment) {
      BufferArguments.segment(caller, call, what, segment, offset, count, type, forWriting);
      return;
    }
    AbstractDatatype<?> known = AbstractDatatype.of(type);
    ElementType element = elementOf(caller, call, what, buffer, known);
    long length = Array.getLength(buffer);
    if (count < 0) {
      BufferArguments.range(caller, call, what, type, offset, count, length);
    }
    long at = offset << element.shift();
    boolean beyond =
        known.isDense() ? offset < 0 || offset > length : at >> element.shift() != offset;
    if (beyond) {
      throw BufferArguments.outside(
          caller,
          call,
          "offset " + offset + " lies outside " + what + " of " + length + " elements",
          new Outside(what, -1, type.toString()));
    }
    long capacity = length << element.shift();
    if (!isInside(known, at, count, capacity)) {
      throw BufferArguments.outside(
          caller,
          call,
          count
              + " elements of "
              + type
              + " from offset "
              + offset
              + " on lie outside "
              + what
              + " of "
              + length
              + " elements",
          new Outside(what, count, type.toString()));
    }
    if (forWriting && !known.isDense()) {
      checkDistinct(caller, call, what, known, count);
    }
  }

  /** The data of elements that lie {@code byteOffset} bytes into a buffer, which has them. */
  public static DataRange unchecked(Object buffer, Datatype<?> type, long byteOffset, long count) {
    AbstractDatatype<?> known = AbstractDatatype.of(type);
    return new DataRange(
        known.elementType(),
        base(buffer, known, byteOffset, count),
        isPlain(known) ? byteOffset : 0,
        count * known.sizeBytes());
  }

  /**
   * The base that the engine takes for checked elements that lie {@code byteOffset} bytes into a
   * buffer.
   */
  private static Object base(Object buffer, AbstractDatatype<?> type, long byteOffset, long count) {
    if (isPlain(type)) {
      return buffer;
    }
    Signature signature = Observation.CHECK ? type.typeMap().signature() : null;
    Plan plan = type.typeMap().plan();
    return new TypedMemory(buffer, byteOffset, plan, count, type.extentBytes(), signature);
  }

  /** Checked elements whose message does not say all of their types do so, although dense. */
  private static boolean isPlain(AbstractDatatype<?> type) {
    return type.isDense() && !(Observation.CHECK && isVague(type));
  }

  private static boolean isVague(AbstractDatatype<?> type) {
    return type.valueType() == ElementType.MIXED || type.valueType() != type.elementType();
  }

  /**
   * Whether the data of this many elements lie inside {@code capacity} bytes, wherever the elements
   * begin (MPI-4.1, section 5.1.12).
   */
  public static boolean isInside(Datatype<?> type, long byteOffset, long count, long capacity) {
    if (count < 0) {
      return false;
    }
    if (count == 0 || type.sizeBytes() == 0) {
      return true;
    }
    try {
      Plan plan = AbstractDatatype.of(type).typeMap().plan();
      Math.multiplyExact(count, type.sizeBytes());
      long reach = Math.multiplyExact(count - 1, type.extentBytes());
      long low = Math.addExact(byteOffset, Math.addExact(Math.min(0, reach), plan.low()));
      long high = Math.addExact(byteOffset, Math.addExact(Math.max(0, reach), plan.high()));
      return low >= 0 && high <= capacity;
    } catch (ArithmeticException beyond) {
      return false;
    }
  }

  /**
   * Rejects elements of which more bytes are to be written than there are places; that is how types
   * with overlapping parts, erroneous for a receive (MPI-4.1, section 5.1.11), usually look.
   */
  static void checkDistinct(
      @Nullable Caller caller, String call, BufferRole what, AbstractDatatype<?> type, long count) {
    if (count == 0 || type.sizeBytes() == 0) {
      return;
    }
    long span = Math.abs((count - 1) * type.extentBytes()) + type.trueExtentBytes();
    if (count * type.sizeBytes() > span) {
      throw Caller.raised(
          caller,
          call,
          ErrorClass.TYPE,
          count
              + " elements of "
              + type
              + " overlap in "
              + what
              + ": "
              + count * type.sizeBytes()
              + " bytes of data in a place of "
              + span
              + "; receive into a type whose parts lie apart");
    }
    if (Observation.CHECK && Overlaps.areIn(type, count)) {
      CheckException found =
          new CheckException(
              ErrorClass.TYPE,
              Caller.place(caller, call)
                  .message(
                      "parts of "
                          + count
                          + " elements of "
                          + type
                          + " overlap in "
                          + what
                          + ", so what is received there is undefined; receive into a type whose"
                          + " parts lie apart"));
      throw caller == null ? found : caller.raise(found);
    }
  }

  /** Bytes of an element of an array; 1 for what is not an array. */
  public static int elementBytes(@Nullable Object array) {
    ElementType element = elementOf(array);
    return element == null ? 1 : element.bytes();
  }

  /** The error of what holds no elements of its own, with what to pass instead. */
  private static ErrorMessage noElements(
      ErrorPlace place, BufferRole what, Object buffer, AbstractDatatype<?> type) {
    String is = what + " is a " + buffer.getClass().getTypeName();
    Class<?> component = buffer.getClass().getComponentType();
    if (component == null || component.isPrimitive()) {
      return place.message(is, Advice.PASS_BUFFER);
    }
    if (component.isArray()) {
      return place.message(
          is
              + ", whose rows are arrays of their own; pass one array with all elements, or the"
              + " rows as objects (MPI.OBJECT in the package mpi)");
    }
    Class<?> values = type.arrayClass();
    return place.message(
        is
            + ", whose elements are objects; pass "
            + (values == null
                ? "a primitive array"
                : "an array of primitive values (" + values.getTypeName() + ")")
            + ", or send them as objects (MPI.OBJECT in the package mpi)");
  }

  /** The element type of an array, which must suit the datatype. */
  private static ElementType elementOf(
      @Nullable Caller caller,
      String call,
      BufferRole what,
      Object array,
      AbstractDatatype<?> type) {
    ElementType element = elementOf(array);
    if (element == null) {
      throw Caller.raised(
          caller, ErrorClass.BUFFER, noElements(Caller.place(caller, call), what, array, type));
    }
    if (element != ElementType.BYTE && element != type.valueType() && type.sizeBytes() != 0) {
      throw Caller.raised(
          caller,
          ErrorClass.TYPE,
          Caller.place(caller, call)
              .message(
                  what
                      + " is a "
                      + array.getClass().getTypeName()
                      + ", but the values of "
                      + type
                      + " are "
                      + (type.valueType() == ElementType.MIXED
                          ? "of several types"
                          : type.valueType()),
                  Advice.PASS_ARRAY_OF_TYPE));
    }
    return element;
  }

  /** The type of an array's elements. A chain, since a switch over types costs a multiple of it. */
  private static @Nullable ElementType elementOf(@Nullable Object array) {
    if (array instanceof double[]) {
      return ElementType.DOUBLE;
    } else if (array instanceof byte[]) {
      return ElementType.BYTE;
    } else if (array instanceof int[]) {
      return ElementType.INT;
    } else if (array instanceof long[]) {
      return ElementType.LONG;
    } else if (array instanceof float[]) {
      return ElementType.FLOAT;
    } else if (array instanceof short[]) {
      return ElementType.SHORT;
    } else if (array instanceof char[]) {
      return ElementType.CHAR;
    }
    return array instanceof boolean[] ? ElementType.BOOLEAN : null;
  }
}
