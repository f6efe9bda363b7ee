package org.ronsel;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.data.TypeMap;

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

  /** An {@code int} with its place, as MAXLOC and MINLOC take it (MPI-4.1, section 6.9.4). */
  public static final Datatype<Pairs.IntInt> INT_INT =
      RecordTypes.pair("INT_INT", Pairs.IntInt.class, INT);

  /** A {@code long} with its place. */
  public static final Datatype<Pairs.LongInt> LONG_INT =
      RecordTypes.pair("LONG_INT", Pairs.LongInt.class, LONG);

  /** A {@code short} with its place. */
  public static final Datatype<Pairs.ShortInt> SHORT_INT =
      RecordTypes.pair("SHORT_INT", Pairs.ShortInt.class, SHORT);

  /** A {@code float} with its place. */
  public static final Datatype<Pairs.FloatInt> FLOAT_INT =
      RecordTypes.pair("FLOAT_INT", Pairs.FloatInt.class, FLOAT);

  /** A {@code double} with its place. */
  public static final Datatype<Pairs.DoubleInt> DOUBLE_INT =
      RecordTypes.pair("DOUBLE_INT", Pairs.DoubleInt.class, DOUBLE);

  private final TypeMap typeMap;

  /** Not those of {@link #named}; replaced once, before a duplicate is given away. */
  private Attributes attributes = new Attributes();

  private final ElementType valueType;
  private final ElementType wireType;
  private final boolean dense;

  /** For the datatypes of this library. */
  Datatype(TypeMap typeMap) {
    this(typeMap, typeMap.signature().elementType());
  }

  /** For elements whose messages name another type than that of their values. */
  Datatype(TypeMap typeMap, ElementType wireType) {
    this.typeMap = typeMap;
    this.valueType = typeMap.signature().elementType();
    this.wireType = wireType;
    this.dense =
        typeMap.bytes() > 0
            && typeMap.extent() == typeMap.bytes()
            && typeMap.plan().isOneBlock()
            && typeMap.plan().low() == 0;
  }

  /** Name for messages and reports. */
  public abstract String name();

  /** Bytes of data in one element. */
  public final long sizeBytes() {
    return typeMap.bytes();
  }

  /** Bytes from the start of one element to the start of the next; may be 0 or negative. */
  public final long extentBytes() {
    return typeMap.extent();
  }

  /** Where an element begins, counted from the place that a buffer gives it. */
  public final long lowerBoundBytes() {
    return typeMap.lowerBound();
  }

  /** Bytes from the first to the last byte of data of an element, gaps included. */
  public final long trueExtentBytes() {
    return typeMap.plan().high() - typeMap.plan().low();
  }

  /** Where the first byte of data of an element lies, counted from the element's place. */
  public final long trueLowerBoundBytes() {
    return typeMap.plan().low();
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
  public final T get(MemorySegment segment, long index) {
    return values().read(segment, Math.multiplyExact(index, extentBytes()));
  }

  /** Writes an element of a buffer; see {@link #get(MemorySegment, long)}. */
  public final void set(MemorySegment segment, long index, T value) {
    values().write(segment, Math.multiplyExact(index, extentBytes()), value);
  }

  /**
   * Reads {@code count} elements of a buffer from number {@code index} on into an array.
   *
   * @param offset where the first one goes in {@code into}
   * @throws IndexOutOfBoundsException if the segment has not this many elements, or the array no
   *     room
   */
  public final void get(MemorySegment segment, long index, T[] into, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, into.length);
    long stride = extentBytes();
    values().readAll(segment, Math.multiplyExact(index, stride), stride, into, offset, count);
  }

  /** Writes {@code count} elements of an array from element {@code index} of a buffer on. */
  public final void set(MemorySegment segment, long index, T[] from, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, from.length);
    long stride = extentBytes();
    values().writeAll(segment, Math.multiplyExact(index, stride), stride, from, offset, count);
  }

  /** The elements as Java values. */
  abstract DerivedDatatype.Values<T> values();

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
  public abstract TypeEnvelope envelope();

  // ---- packing: a buffer is a primitive array, its offset in elements, or a segment, in bytes
  // ----

  /** Bytes that {@code count} packed elements take (MPI-4.1, section 5.2). */
  public final long packSizeBytes(long count) {
    return Packing.size(this, "packSizeBytes", count);
  }

  /**
   * Packs {@code count} elements of a buffer; send the result as {@link #PACKED}.
   *
   * @param buffer a primitive array or a segment
   * @param offset where the elements lie: in elements of an array, in bytes of a segment
   * @param packed where they go
   * @param position byte of {@code packed} at which to begin
   * @return the position behind them
   * @throws InvalidArgumentException if the elements lie outside the buffer, or {@code packed} has
   *     no room for them
   */
  public final long pack(
      Object buffer, long offset, long count, MemorySegment packed, long position) {
    return Packing.pack(this, buffer, offset, count, packed, position);
  }

  /** Packs into an array; see {@link #pack(Object, long, long, MemorySegment, long)}. */
  public final long pack(Object buffer, long offset, long count, byte[] packed, long position) {
    return Packing.pack(this, buffer, offset, count, Packing.segment("pack", packed), position);
  }

  /**
   * Unpacks {@code count} elements into a buffer, which is as in {@link #pack(Object, long, long,
   * MemorySegment, long)}.
   *
   * @param position byte of {@code packed} at which they begin
   * @return the position behind them
   */
  public final long unpack(
      MemorySegment packed, long position, Object buffer, long offset, long count) {
    return Packing.unpack(this, packed, position, buffer, offset, count);
  }

  /** Unpacks from an array; see {@link #unpack(MemorySegment, long, Object, long, long)}. */
  public final long unpack(byte[] packed, long position, Object buffer, long offset, long count) {
    return Packing.unpack(this, Packing.segment("unpack", packed), position, buffer, offset, count);
  }

  /** Bytes that {@code count} elements take in the external form (MPI-4.1, section 14.5.2). */
  public final long packExternalSizeBytes(long count) {
    return Packing.size(this, "packExternalSizeBytes", count);
  }

  /**
   * Packs in the canonical form that every machine and MPI library reads, external32: big-endian,
   * without gaps. Otherwise as {@link #pack(Object, long, long, MemorySegment, long)}.
   */
  public final long packExternal(
      Object buffer, long offset, long count, MemorySegment packed, long position) {
    return Packing.packExternal(this, buffer, offset, count, packed, position);
  }

  /** Packs into an array; see {@link #packExternal(Object, long, long, MemorySegment, long)}. */
  public final long packExternal(
      Object buffer, long offset, long count, byte[] packed, long position) {
    MemorySegment to = Packing.segment("packExternal", packed);
    return Packing.packExternal(this, buffer, offset, count, to, position);
  }

  /** Unpacks the external form; see {@link #unpack(MemorySegment, long, Object, long, long)}. */
  public final long unpackExternal(
      MemorySegment packed, long position, Object buffer, long offset, long count) {
    return Packing.unpackExternal(this, packed, position, buffer, offset, count);
  }

  /** Unpacks from an array; see {@link #unpack(MemorySegment, long, Object, long, long)}. */
  public final long unpackExternal(
      byte[] packed, long position, Object buffer, long offset, long count) {
    MemorySegment from = Packing.segment("unpackExternal", packed);
    return Packing.unpackExternal(this, from, position, buffer, offset, count);
  }

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

  /**
   * The struct that a C compiler would make of a record: components in their order, each at the
   * next multiple of its alignment. Components are of primitive types, of other such records, or
   * arrays of these whose length is given by {@link FixedLength}.
   *
   * <p>Elements can be read and written as records, at the speed of code that was written for the
   * record. Each call with one class returns the same datatype.
   *
   * @throws InvalidArgumentException if a component is of another type, or the record is not
   *     accessible: neither public in an exported package, nor in a package that is open to {@code
   *     org.ronsel.core}
   */
  public static <R extends Record> Datatype<R> of(Class<R> record) {
    return RecordTypes.of(record);
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

  /** The type of all values of an element, {@link ElementType#MIXED} if there are several. */
  final ElementType valueType() {
    return valueType;
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
  final TypeMap typeMap() {
    return typeMap;
  }

  @Override
  public final String toString() {
    return name();
  }
}
