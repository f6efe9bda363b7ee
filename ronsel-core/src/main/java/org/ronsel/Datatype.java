package org.ronsel;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import org.ronsel.data.ElementType;

/**
 * How an element lies in memory (MPI-4.1, chapter 5): which bytes of a segment belong to it, and
 * what they mean. Elements of a buffer lie {@link #extent()} bytes apart; each of them carries
 * {@link #size()} bytes of data. Values are in native byte order and need no alignment.
 *
 * <p>Datatypes are immutable and may be used by all threads and ranks.
 *
 * @param <T> the Java type of one element
 */
public abstract sealed class Datatype<T> permits PredefinedDatatype {
  /** Bytes: what a {@code byte[]}, a byte buffer, and a segment without a datatype hold. */
  public static final Datatype<Byte> BYTE = PredefinedDatatype.ofByte();

  /** One byte per element: zero is {@code false}, anything else {@code true}. */
  public static final Datatype<Boolean> BOOLEAN = PredefinedDatatype.ofBoolean();

  /** {@code char}, 2 bytes. */
  public static final Datatype<Character> CHAR = PredefinedDatatype.ofChar();

  /** {@code short}, 2 bytes. */
  public static final Datatype<Short> SHORT = PredefinedDatatype.ofShort();

  /** {@code int}, 4 bytes. */
  public static final Datatype<Integer> INT = PredefinedDatatype.ofInt();

  /** {@code long}, 8 bytes. */
  public static final Datatype<Long> LONG = PredefinedDatatype.ofLong();

  /** {@code float}, 4 bytes. */
  public static final Datatype<Float> FLOAT = PredefinedDatatype.ofFloat();

  /** {@code double}, 8 bytes. */
  public static final Datatype<Double> DOUBLE = PredefinedDatatype.ofDouble();

  /** For the datatypes of this library. */
  Datatype() {}

  /** Name for messages and reports. */
  public abstract String name();

  /** Bytes of data in one element. */
  public abstract long size();

  /** Bytes from the start of one element to the start of the next. */
  public abstract long extent();

  /**
   * The layout of one element, to allocate segments by: {@code arena.allocate(type.layout(), n)}.
   */
  public abstract MemoryLayout layout();

  /**
   * Reads an element of a buffer.
   *
   * @param index the element's number; it lies at byte {@code index * extent()}
   * @throws IndexOutOfBoundsException if the segment has no such element
   */
  public abstract T get(MemorySegment segment, long index);

  /** Writes an element of a buffer; see {@link #get}. */
  public abstract void set(MemorySegment segment, long index, T value);

  /** The type that travels with a message of such elements. */
  abstract ElementType elementType();

  @Override
  public final String toString() {
    return name();
  }
}
