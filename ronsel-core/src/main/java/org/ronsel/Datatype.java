package org.ronsel;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
public interface Datatype<T> {
  /** Bytes: what a {@code byte[]}, a byte buffer, and a segment without a datatype hold. */
  Datatype<Byte> BYTE = Ronsel.datatypes().primitive(byte.class);

  /** One byte per element: zero is {@code false}, anything else {@code true}. */
  Datatype<Boolean> BOOLEAN = Ronsel.datatypes().primitive(boolean.class);

  /** {@code char}, 2 bytes. */
  Datatype<Character> CHAR = Ronsel.datatypes().primitive(char.class);

  /** {@code short}, 2 bytes. */
  Datatype<Short> SHORT = Ronsel.datatypes().primitive(short.class);

  /** {@code int}, 4 bytes. */
  Datatype<Integer> INT = Ronsel.datatypes().primitive(int.class);

  /** {@code long}, 8 bytes. */
  Datatype<Long> LONG = Ronsel.datatypes().primitive(long.class);

  /** {@code float}, 4 bytes. */
  Datatype<Float> FLOAT = Ronsel.datatypes().primitive(float.class);

  /** {@code double}, 8 bytes. */
  Datatype<Double> DOUBLE = Ronsel.datatypes().primitive(double.class);

  /**
   * Bytes that hold packed values of any types (MPI-4.1, section 5.2): a message of these can be
   * received as what was packed, and any message but an object can be received as these.
   */
  Datatype<Byte> PACKED = Ronsel.datatypes().packed();

  /** An {@code int} with its place, as MAXLOC and MINLOC take it (MPI-4.1, section 6.9.4). */
  Datatype<Pairs.IntInt> INT_INT = Ronsel.datatypes().pair("INT_INT", Pairs.IntInt.class, INT);

  /** A {@code long} with its place. */
  Datatype<Pairs.LongInt> LONG_INT = Ronsel.datatypes().pair("LONG_INT", Pairs.LongInt.class, LONG);

  /** A {@code short} with its place. */
  Datatype<Pairs.ShortInt> SHORT_INT =
      Ronsel.datatypes().pair("SHORT_INT", Pairs.ShortInt.class, SHORT);

  /** A {@code float} with its place. */
  Datatype<Pairs.FloatInt> FLOAT_INT =
      Ronsel.datatypes().pair("FLOAT_INT", Pairs.FloatInt.class, FLOAT);

  /** A {@code double} with its place. */
  Datatype<Pairs.DoubleInt> DOUBLE_INT =
      Ronsel.datatypes().pair("DOUBLE_INT", Pairs.DoubleInt.class, DOUBLE);

  /** Name for messages and reports. */
  String name();

  /** Bytes of data in one element. */
  long sizeBytes();

  /** Bytes from the start of one element to the start of the next; may be 0 or negative. */
  long extentBytes();

  /** Offset of the beginning of an element from the place that a buffer gives it, in bytes. */
  long lowerBoundBytes();

  /** Bytes from the first to the last byte of data of an element, gaps included. */
  long trueExtentBytes();

  /** Offset of the first byte of data of an element from the element's place, in bytes. */
  long trueLowerBoundBytes();

  /**
   * The layout of one element, to allocate segments by: {@code arena.allocate(type.layout(), n)}.
   */
  MemoryLayout layout();

  /**
   * Reads an element of a buffer.
   *
   * @param index the element's number; it lies at byte {@code index * extentBytes()}
   * @throws IndexOutOfBoundsException if the segment has no such element
   */
  T get(MemorySegment segment, long index);

  /** Writes an element of a buffer; see {@link #get(MemorySegment, long)}. */
  void set(MemorySegment segment, long index, T value);

  /**
   * Reads {@code count} elements of a buffer from number {@code index} on into an array.
   *
   * @param offset where the first one goes in {@code into}
   * @throws IndexOutOfBoundsException if the segment has not this many elements, or the array no
   *     room
   */
  void get(MemorySegment segment, long index, T[] into, int offset, int count);

  /** Writes {@code count} elements of an array from element {@code index} of a buffer on. */
  void set(MemorySegment segment, long index, T[] from, int offset, int count);

  /**
   * Prepares the datatype for communication (MPI-4.1, section 5.1.9). Optional: a datatype that is
   * used without it is as fast.
   *
   * @return this datatype
   */
  Datatype<T> commit();

  /** The factory method, and its arguments, that made this datatype. */
  TypeEnvelope envelope();

  /** Bytes that {@code count} packed elements take (MPI-4.1, section 5.2). */
  long packSizeBytes(long count);

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
  long pack(Object buffer, long offset, long count, MemorySegment packed, long position);

  /** Packs into an array; see {@link #pack(Object, long, long, MemorySegment, long)}. */
  long pack(Object buffer, long offset, long count, byte[] packed, long position);

  /**
   * Unpacks {@code count} elements into a buffer, which is as in {@link #pack(Object, long, long,
   * MemorySegment, long)}.
   *
   * @param position byte of {@code packed} at which they begin
   * @return the position behind them
   */
  long unpack(MemorySegment packed, long position, Object buffer, long offset, long count);

  /** Unpacks from an array; see {@link #unpack(MemorySegment, long, Object, long, long)}. */
  long unpack(byte[] packed, long position, Object buffer, long offset, long count);

  /** Bytes that {@code count} elements take in the external form (MPI-4.1, section 14.5.2). */
  long packExternalSizeBytes(long count);

  /**
   * Packs in the canonical form that every machine and MPI library reads, external32: big-endian,
   * without gaps. Otherwise as {@link #pack(Object, long, long, MemorySegment, long)}.
   */
  long packExternal(Object buffer, long offset, long count, MemorySegment packed, long position);

  /** Packs into an array; see {@link #packExternal(Object, long, long, MemorySegment, long)}. */
  long packExternal(Object buffer, long offset, long count, byte[] packed, long position);

  /** Unpacks the external form; see {@link #unpack(MemorySegment, long, Object, long, long)}. */
  long unpackExternal(MemorySegment packed, long position, Object buffer, long offset, long count);

  /** Unpacks from an array; see {@link #unpack(MemorySegment, long, Object, long, long)}. */
  long unpackExternal(byte[] packed, long position, Object buffer, long offset, long count);

  /** {@code count} elements one after the other (MPI-4.1, section 5.1.2). */
  static Datatype<byte[]> contiguous(long count, Datatype<?> type) {
    return Ronsel.datatypes().contiguous(count, type);
  }

  /**
   * {@code count} blocks of {@code blockLength} elements, which begin {@code stride} elements
   * apart: a column of a row-major matrix, for example.
   */
  static Datatype<byte[]> vector(long count, long blockLength, long stride, Datatype<?> type) {
    return Ronsel.datatypes().vector(count, blockLength, stride, type);
  }

  /** Blocks as of {@link #vector}, which begin {@code strideBytes} bytes apart. */
  static Datatype<byte[]> hvector(
      long count, long blockLength, long strideBytes, Datatype<?> type) {
    return Ronsel.datatypes().hvector(count, blockLength, strideBytes, type);
  }

  /**
   * Blocks of various lengths at various places, both in elements.
   *
   * @throws InvalidArgumentException if the arrays differ in length, or a length is negative
   */
  static Datatype<byte[]> indexed(long[] blockLengths, long[] displacements, Datatype<?> type) {
    return Ronsel.datatypes().indexed("indexed", blockLengths, displacements, type);
  }

  /** Blocks of various lengths at various places, both in elements. */
  static Datatype<byte[]> indexed(int[] blockLengths, int[] displacements, Datatype<?> type) {
    return Ronsel.datatypes().indexed("indexed", longs(blockLengths), longs(displacements), type);
  }

  /** Blocks of various lengths, in elements, at various places, in bytes. */
  static Datatype<byte[]> hindexed(
      long[] blockLengths, long[] displacementsBytes, Datatype<?> type) {
    return Ronsel.datatypes().indexed("hindexed", blockLengths, displacementsBytes, type);
  }

  /** Blocks of various lengths, in elements, at various places, in bytes. */
  static Datatype<byte[]> hindexed(
      int[] blockLengths, long[] displacementsBytes, Datatype<?> type) {
    return Ronsel.datatypes().indexed("hindexed", longs(blockLengths), displacementsBytes, type);
  }

  /** Blocks of one length at various places, both in elements. */
  static Datatype<byte[]> indexedBlock(long blockLength, long[] displacements, Datatype<?> type) {
    return Ronsel.datatypes().indexedBlock("indexedBlock", blockLength, displacements, type);
  }

  /** Blocks of one length at various places, both in elements. */
  static Datatype<byte[]> indexedBlock(long blockLength, int[] displacements, Datatype<?> type) {
    return Ronsel.datatypes().indexedBlock("indexedBlock", blockLength, longs(displacements), type);
  }

  /** Blocks of one length, in elements, at various places, in bytes. */
  static Datatype<byte[]> hindexedBlock(
      long blockLength, long[] displacementsBytes, Datatype<?> type) {
    return Ronsel.datatypes().indexedBlock("hindexedBlock", blockLength, displacementsBytes, type);
  }

  /**
   * Blocks of elements of several types. The extent is rounded up to the largest alignment of a
   * basic value, as a C compiler does it, unless a part was {@link #resized}.
   *
   * @param blockLengths elements of each block
   * @param displacementsBytes where each block lies
   * @param types the type of each block's elements
   */
  static Datatype<byte[]> struct(
      long[] blockLengths, long[] displacementsBytes, Datatype<?>... types) {
    return Ronsel.datatypes().struct(blockLengths, displacementsBytes, types);
  }

  /** Blocks of elements of several types; see {@link #struct(long[], long[], Datatype...)}. */
  static Datatype<byte[]> struct(
      int[] blockLengths, long[] displacementsBytes, Datatype<?>... types) {
    return Ronsel.datatypes().struct(longs(blockLengths), displacementsBytes, types);
  }

  /**
   * A part of an array of several dimensions (MPI-4.1, section 5.1.3). The extent is that of the
   * whole array.
   *
   * @param sizes elements of the whole array in each dimension
   * @param subsizes elements of the part in each dimension, at least 1
   * @param starts index of the part's first element in each dimension
   */
  static Datatype<byte[]> subarray(
      int[] sizes, int[] subsizes, int[] starts, Order order, Datatype<?> type) {
    return Ronsel.datatypes().subarray(sizes, subsizes, starts, order, type);
  }

  /**
   * The part that one process has of an array that is dealt to a grid of processes (MPI-4.1,
   * section 5.1.4). Ranks are in row-major order in the grid. The extent is that of the whole
   * array.
   *
   * @param size number of processes, the product of {@code processes}
   * @param rank the process
   * @param sizes elements of the whole array in each dimension
   * @param distributions how each dimension is dealt
   * @param arguments the block of each dimension, or {@link Distribution#DEFAULT_ARGUMENT}
   * @param processes processes along each dimension
   */
  static Datatype<byte[]> darray(
      int size,
      int rank,
      int[] sizes,
      Distribution[] distributions,
      int[] arguments,
      int[] processes,
      Order order,
      Datatype<?> type) {
    return Ronsel.datatypes()
        .darray(size, rank, sizes, distributions, arguments, processes, order, type);
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
  static <R extends Record> Datatype<R> of(Class<R> record) {
    return Ronsel.datatypes().of(record);
  }

  /**
   * Returns a datatype of the same data with another lower bound and extent (MPI-4.1, section
   * 5.1.7).
   */
  Datatype<T> resized(long lowerBoundBytes, long extentBytes);

  /** Another datatype that is like this one (MPI-4.1, section 5.1.11). */
  Datatype<T> dup();

  /**
   * The value kept under a key, or null. A predefined datatype is one object for all ranks that
   * share their classes, and so are its attributes.
   */
  <V> @Nullable V attribute(AttributeKey<V> key);

  /** Keeps a value under a key; an earlier one is deleted first, with its key's callback. */
  <V> void attribute(AttributeKey<V> key, V value);

  /**
   * Removes the value kept under a key, with its key's callback.
   *
   * @return whether there was one
   */
  <V> boolean removeAttribute(AttributeKey<V> key);

  /**
   * Removes all values with their keys' callbacks, those set last first. Nothing else does: a
   * datatype needs no closing, and its end is not noticed.
   */
  void removeAttributes();

  /** This datatype under another name (MPI-4.1, section 7.8). */
  Datatype<T> named(String name);

  private static long @Nullable [] longs(int @Nullable [] values) {
    return values == null ? null : Arrays.stream(values).asLongStream().toArray();
  }
}
