package org.ronsel;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.data.Shape;

/**
 * How an element lies in memory (MPI-4.1, chapter 5): which bytes of a buffer belong to it, and
 * what they mean. Elements of a buffer lie {@link #extentBytes()} apart; each of them carries
 * {@link #sizeBytes()} bytes of data. Values are in native byte order and need no alignment.
 *
 * <p>A derived datatype is made from others by the factory methods. A message of such elements is
 * gathered from its places, and scattered to the receiver's, while it is copied into the transport
 * and out of it; there is no packed copy. An array may be sent with every datatype whose basic
 * values are of the array's component type, and a {@code byte[]} or a segment with every datatype.
 *
 * <p>Datatypes are immutable and may be used by all threads and ranks. They are freed by the
 * garbage collector, and a pending operation keeps what it needs.
 *
 * @param <T> the Java type of one element
 */
public abstract sealed class Datatype<T> permits PredefinedDatatype, DerivedDatatype {
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

  /**
   * Bytes that hold packed values of any types (MPI-4.1, section 5.2): a message of these can be
   * received as what was packed, and any message but an object can be received as these.
   */
  public static final Datatype<Byte> PACKED = PredefinedDatatype.ofPacked();

  private final Shape shape;

  /** Not those of {@link #named}; replaced once, before a duplicate is given away. */
  private Attributes attributes = new Attributes();

  private final ElementType wireType;
  private final boolean dense;

  /** For the datatypes of this library. */
  Datatype(Shape shape) {
    this.shape = shape;
    this.wireType = shape.signature().elementType();
    this.dense =
        shape.bytes() > 0
            && shape.extent() == shape.bytes()
            && shape.plan().isOneBlock()
            && shape.plan().low() == 0;
  }

  /** Name for messages and reports. */
  public abstract String name();

  /** Bytes of data in one element. */
  public final long sizeBytes() {
    return shape.bytes();
  }

  /** Bytes from the start of one element to the start of the next; may be 0 or negative. */
  public final long extentBytes() {
    return shape.extent();
  }

  /** Where an element begins, counted from the place that a buffer gives it. */
  public final long lowerBoundBytes() {
    return shape.lowerBound();
  }

  /** Bytes from the first to the last byte of data of an element, gaps included. */
  public final long trueExtentBytes() {
    return shape.plan().high() - shape.plan().low();
  }

  /** Where the first byte of data of an element lies, counted from the element's place. */
  public final long trueLowerBoundBytes() {
    return shape.plan().low();
  }

  /**
   * The layout of one element, to allocate segments by: {@code arena.allocate(type.layout(), n)}.
   */
  public abstract MemoryLayout layout();

  /**
   * Reads an element of a buffer.
   *
   * @param index the element's number; it lies at byte {@code index * extentBytes()}
   * @throws IndexOutOfBoundsException if the segment has no such element
   */
  public abstract T get(MemorySegment segment, long index);

  /** Writes an element of a buffer; see {@link #get}. */
  public abstract void set(MemorySegment segment, long index, T value);

  /**
   * Prepares the datatype for communication (MPI-4.1, section 5.1.9). Optional: a datatype that is
   * used without it is as fast.
   *
   * @return this datatype
   */
  public final Datatype<T> commit() {
    return this;
  }

  /** How this datatype was made. */
  public abstract Envelope envelope();

  // ---- derived datatypes; their elements as Java values are the packed bytes ----

  /** {@code count} elements one after the other (MPI-4.1, section 5.1.2). */
  public static Datatype<byte[]> contiguous(long count, Datatype<?> of) {
    return DerivedTypes.contiguous(count, of);
  }

  /**
   * {@code count} blocks of {@code blockLength} elements, which begin {@code stride} elements
   * apart: a column of a row-major matrix, for example.
   */
  public static Datatype<byte[]> vector(long count, long blockLength, long stride, Datatype<?> of) {
    return DerivedTypes.vector(count, blockLength, stride, of);
  }

  /** Blocks as of {@link #vector}, which begin {@code strideBytes} bytes apart. */
  public static Datatype<byte[]> hvector(
      long count, long blockLength, long strideBytes, Datatype<?> of) {
    return DerivedTypes.hvector(count, blockLength, strideBytes, of);
  }

  /**
   * Blocks of various lengths at various places, both in elements.
   *
   * @throws InvalidArgumentException if the arrays differ in length, or a length is negative
   */
  public static Datatype<byte[]> indexed(
      long[] blockLengths, long[] displacements, Datatype<?> of) {
    return DerivedTypes.indexed("indexed", blockLengths, displacements, of);
  }

  /** Blocks of various lengths at various places, both in elements. */
  public static Datatype<byte[]> indexed(int[] blockLengths, int[] displacements, Datatype<?> of) {
    return DerivedTypes.indexed("indexed", longs(blockLengths), longs(displacements), of);
  }

  /** Blocks of various lengths, in elements, at various places, in bytes. */
  public static Datatype<byte[]> hindexed(
      long[] blockLengths, long[] displacementsBytes, Datatype<?> of) {
    return DerivedTypes.indexed("hindexed", blockLengths, displacementsBytes, of);
  }

  /** Blocks of various lengths, in elements, at various places, in bytes. */
  public static Datatype<byte[]> hindexed(
      int[] blockLengths, long[] displacementsBytes, Datatype<?> of) {
    return DerivedTypes.indexed("hindexed", longs(blockLengths), displacementsBytes, of);
  }

  /** Blocks of one length at various places, both in elements. */
  public static Datatype<byte[]> indexedBlock(
      long blockLength, long[] displacements, Datatype<?> of) {
    return DerivedTypes.indexedBlock("indexedBlock", blockLength, displacements, of);
  }

  /** Blocks of one length at various places, both in elements. */
  public static Datatype<byte[]> indexedBlock(
      long blockLength, int[] displacements, Datatype<?> of) {
    return DerivedTypes.indexedBlock("indexedBlock", blockLength, longs(displacements), of);
  }

  /** Blocks of one length, in elements, at various places, in bytes. */
  public static Datatype<byte[]> hindexedBlock(
      long blockLength, long[] displacementsBytes, Datatype<?> of) {
    return DerivedTypes.indexedBlock("hindexedBlock", blockLength, displacementsBytes, of);
  }

  /**
   * Blocks of elements of several types. The extent is rounded up to the largest alignment of a
   * basic value, as a C compiler does it, unless a part was {@link #resized}.
   *
   * @param blockLengths elements of each block
   * @param displacementsBytes where each block lies
   * @param types the type of each block's elements
   */
  public static Datatype<byte[]> struct(
      long[] blockLengths, long[] displacementsBytes, Datatype<?>... types) {
    return DerivedTypes.struct(blockLengths, displacementsBytes, types);
  }

  /** Blocks of elements of several types; see {@link #struct(long[], long[], Datatype...)}. */
  public static Datatype<byte[]> struct(
      int[] blockLengths, long[] displacementsBytes, Datatype<?>... types) {
    return DerivedTypes.struct(longs(blockLengths), displacementsBytes, types);
  }

  /**
   * A part of an array of several dimensions (MPI-4.1, section 5.1.3). The extent is that of the
   * whole array.
   *
   * @param sizes elements of the whole array in each dimension
   * @param subsizes elements of the part in each dimension, at least 1
   * @param starts index of the part's first element in each dimension
   */
  public static Datatype<byte[]> subarray(
      int[] sizes, int[] subsizes, int[] starts, Order order, Datatype<?> of) {
    return DerivedArrays.subarray(sizes, subsizes, starts, order, of);
  }

  /**
   * What one process has of an array that is dealt to a grid of processes (MPI-4.1, section 5.1.4).
   * Ranks are in row-major order in the grid. The extent is that of the whole array.
   *
   * @param size number of processes, the product of {@code processes}
   * @param rank the process
   * @param sizes elements of the whole array in each dimension
   * @param distributions how each dimension is dealt
   * @param arguments the block of each dimension, or {@link Distribution#DEFAULT_ARGUMENT}
   * @param processes processes along each dimension
   */
  public static Datatype<byte[]> darray(
      int size,
      int rank,
      int[] sizes,
      Distribution[] distributions,
      int[] arguments,
      int[] processes,
      Order order,
      Datatype<?> of) {
    return DerivedArrays.darray(size, rank, sizes, distributions, arguments, processes, order, of);
  }

  /** The same data with another lower bound and extent (MPI-4.1, section 5.1.7). */
  public final Datatype<T> resized(long lowerBoundBytes, long extentBytes) {
    return DerivedTypes.resized(this, lowerBoundBytes, extentBytes);
  }

  /** Another datatype that is like this one (MPI-4.1, section 5.1.11). */
  public final Datatype<T> dup() {
    Datatype<T> duplicate = DerivedTypes.dup(this, name());
    duplicate.attributes = attributes.copy(this);
    return duplicate;
  }

  // ---- attributes (MPI-4.1, section 7.7.4) ----

  /**
   * The value kept under a key, or null. A predefined datatype is one object for all ranks that
   * share their classes, and so are its attributes.
   */
  public final <V> @Nullable V attribute(AttributeKey<V> key) {
    return attributes.get(Arguments.nonNull("attribute", "key", key));
  }

  /** Keeps a value under a key; an earlier one is deleted first, with its key's callback. */
  public final <V> void attribute(AttributeKey<V> key, V value) {
    Arguments.nonNull("attribute", "key", key);
    attributes.set(this, key, Arguments.nonNull("attribute", "value", value));
  }

  /**
   * Removes the value kept under a key, with its key's callback.
   *
   * @return whether there was one
   */
  public final <V> boolean removeAttribute(AttributeKey<V> key) {
    return attributes.remove(this, Arguments.nonNull("removeAttribute", "key", key));
  }

  /**
   * Removes all values with their keys' callbacks, those set last first. Nothing else does: a
   * datatype needs no closing, and its end is not noticed.
   */
  public final void removeAttributes() {
    attributes.removeAll(this);
  }

  /** This datatype under another name (MPI-4.1, section 7.8). */
  public abstract Datatype<T> named(String name);

  private static long @Nullable [] longs(int @Nullable [] values) {
    return values == null ? null : Arrays.stream(values).asLongStream().toArray();
  }

  /** The type that travels with a message of such elements. */
  final ElementType elementType() {
    return wireType;
  }

  /** Whether elements are all bytes from their place on, without gaps. */
  final boolean isDense() {
    return dense;
  }

  /** Where the values of an element lie, and which they are. */
  final Shape shape() {
    return shape;
  }

  @Override
  public final String toString() {
    return name();
  }

  /** What a datatype was made by; see {@link Envelope}. */
  public enum Combiner {
    /** A type of this library: nothing. */
    NAMED,
    /** {@link Datatype#dup}: a type. */
    DUP,
    /** {@link Datatype#contiguous}: count; the type. */
    CONTIGUOUS,
    /** {@link Datatype#vector}: count, block length, stride; the type. */
    VECTOR,
    /** {@link Datatype#hvector}: count, block length; stride; the type. */
    HVECTOR,
    /** {@link Datatype#indexed}: count, block lengths, displacements; the type. */
    INDEXED,
    /** {@link Datatype#hindexed}: count, block lengths; displacements; the type. */
    HINDEXED,
    /** {@link Datatype#indexedBlock}: count, block length, displacements; the type. */
    INDEXED_BLOCK,
    /** {@link Datatype#hindexedBlock}: count, block length; displacements; the type. */
    HINDEXED_BLOCK,
    /** {@link Datatype#struct}, also records: count, block lengths; displacements; the types. */
    STRUCT,
    /**
     * {@link Datatype#subarray}: dimensions, sizes, subsizes, starts, order's ordinal; the type.
     */
    SUBARRAY,
    /**
     * {@link Datatype#darray}: size, rank, dimensions, sizes, ordinals of the distributions,
     * arguments, processes, order's ordinal; the type.
     */
    DARRAY,
    /** {@link Datatype#resized}: lower bound, extent as addresses; the type. */
    RESIZED
  }

  /**
   * How a datatype was made (MPI-4.1, section 5.1.13): enough to make it again.
   *
   * @param combiner the factory method
   * @param integers its numbers, in the order of its parameters
   * @param addresses those that are in bytes
   * @param types its datatypes
   */
  public record Envelope(
      Combiner combiner, List<Long> integers, List<Long> addresses, List<Datatype<?>> types) {
    /** Copies the lists. */
    public Envelope {
      integers = List.copyOf(integers);
      addresses = List.copyOf(addresses);
      types = List.copyOf(types);
    }
  }
}
