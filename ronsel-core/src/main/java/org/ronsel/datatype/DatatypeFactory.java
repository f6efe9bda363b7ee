package org.ronsel.datatype;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Datatypes;
import org.ronsel.Distribution;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Order;

/** Makes datatypes, and counts values of their elements. */
public final class DatatypeFactory implements Datatypes {
  /** Makes one; it has no state. */
  public DatatypeFactory() {}

  @Override
  public <T> Datatype<T> primitive(Class<T> type) {
    return PredefinedDatatype.make(type);
  }

  @Override
  public Datatype<Byte> packed() {
    return PredefinedDatatype.ofPacked();
  }

  @Override
  public <R extends Record> Datatype<R> pair(String name, Class<R> record, Datatype<?> value) {
    return JavaRecordTypes.pair(name, record, value);
  }

  @Override
  public Datatype<byte[]> contiguous(long count, Datatype<?> type) {
    return DerivedTypes.contiguous(count, type);
  }

  @Override
  public Datatype<byte[]> vector(long count, long blockLength, long stride, Datatype<?> type) {
    return DerivedTypes.vector(count, blockLength, stride, type);
  }

  @Override
  public Datatype<byte[]> hvector(
      long count, long blockLength, long strideBytes, Datatype<?> type) {
    return DerivedTypes.hvector(count, blockLength, strideBytes, type);
  }

  @Override
  public Datatype<byte[]> indexed(
      String call,
      long @Nullable [] blockLengths,
      long @Nullable [] displacements,
      Datatype<?> type) {
    return DerivedTypes.indexed(call, blockLengths, displacements, type);
  }

  @Override
  public Datatype<byte[]> indexedBlock(
      String call, long blockLength, long @Nullable [] displacements, Datatype<?> type) {
    return DerivedTypes.indexedBlock(call, blockLength, displacements, type);
  }

  @Override
  public Datatype<byte[]> struct(
      long @Nullable [] blockLengths, long[] displacementsBytes, Datatype<?>... types) {
    return DerivedTypes.struct(blockLengths, displacementsBytes, types);
  }

  @Override
  public Datatype<byte[]> subarray(
      int[] sizes, int[] subsizes, int[] starts, Order order, Datatype<?> type) {
    return DerivedArrays.subarray(sizes, subsizes, starts, order, type);
  }

  @Override
  public Datatype<byte[]> darray(
      int size,
      int rank,
      int[] sizes,
      Distribution[] distributions,
      int[] arguments,
      int[] processes,
      Order order,
      Datatype<?> type) {
    return DerivedArrays.darray(
        size, rank, sizes, distributions, arguments, processes, order, type);
  }

  @Override
  public <R extends Record> Datatype<R> of(Class<R> record) {
    return JavaRecordTypes.of(record);
  }

  @Override
  public <T> Datatype<T> ofAnyType(Datatype<T> type) {
    return DerivedTypes.untyped(InvalidArgumentException.requireNonNull("ofAnyType", "type", type));
  }

  @Override
  public long valuesIn(Datatype<?> type, long bytes) {
    return AbstractDatatype.of(type).typeMap().signature().valuesIn(bytes);
  }

  @Override
  public long bytesOf(Datatype<?> type, long values) {
    return AbstractDatatype.of(type).typeMap().signature().bytesOf(values);
  }
}
