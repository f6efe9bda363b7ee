package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * The factory methods of {@link Datatype}, as the library behind it has them. Not for programs.
 *
 * @hidden
 */
public interface Datatypes {
  /** The datatype of a primitive type. */
  <T> Datatype<T> primitive(Class<T> type);

  /** {@link Datatype#PACKED}. */
  Datatype<Byte> packed();

  /** A value with its place, such as {@link Datatype#DOUBLE_INT}. */
  <R extends Record> Datatype<R> pair(String name, Class<R> type, Datatype<?> value);

  /** {@link Datatype#contiguous}. */
  Datatype<byte[]> contiguous(long count, Datatype<?> type);

  /** {@link Datatype#vector}. */
  Datatype<byte[]> vector(long count, long blockLength, long stride, Datatype<?> type);

  /** {@link Datatype#hvector}. */
  Datatype<byte[]> hvector(long count, long blockLength, long strideBytes, Datatype<?> type);

  /** {@link Datatype#indexed(long[], long[], Datatype)} and {@code hindexed}, by name. */
  Datatype<byte[]> indexed(
      String call,
      long @Nullable [] blockLengths,
      long @Nullable [] displacements,
      Datatype<?> type);

  /** {@link Datatype#indexedBlock(long, long[], Datatype)} and {@code hindexedBlock}, by name. */
  Datatype<byte[]> indexedBlock(
      String call, long blockLength, long @Nullable [] displacements, Datatype<?> type);

  /** {@link Datatype#struct(long[], long[], Datatype...)}. */
  Datatype<byte[]> struct(
      long @Nullable [] blockLengths, long[] displacementsBytes, Datatype<?>... types);

  /** {@link Datatype#subarray}. */
  Datatype<byte[]> subarray(
      int[] sizes, int[] subsizes, int[] starts, Order order, Datatype<?> type);

  /** {@link Datatype#darray}. */
  Datatype<byte[]> darray(
      int size,
      int rank,
      int[] sizes,
      Distribution[] distributions,
      int[] arguments,
      int[] processes,
      Order order,
      Datatype<?> type);

  /** {@link Datatype#of}. */
  <R extends Record> Datatype<R> of(Class<R> type);

  /** {@link UntypedComm#ofAnyType}. */
  <T> Datatype<T> ofAnyType(Datatype<T> type);

  /** Basic values in so many bytes of packed elements; -1 if they end within a value. */
  long valuesIn(Datatype<?> type, long bytes);

  /**
   * Bytes of the first {@code values} basic values of packed elements.
   *
   * @throws ArithmeticException if there are no values, or too many
   */
  long bytesOf(Datatype<?> type, long values);
}
