package org.ronsel.datatype;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.AttributeKey;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.TypeEnvelope;
import org.ronsel.data.ElementType;
import org.ronsel.data.TypeMap;

/**
 * The common part of all datatypes: the places of their values, their name and their attributes.
 */
public abstract sealed class AbstractDatatype<T> implements Datatype<T>
    permits PredefinedDatatype, DerivedDatatype {
  private final TypeMap typeMap;

  /** Not those of {@link #named}; replaced once, before a duplicate is given away. */
  private Attributes attributes = new Attributes();

  private final ElementType valueType;
  private final ElementType wireType;
  private final @Nullable Class<?> arrayClass;
  private final boolean dense;

  /**
   * A datatype of this library.
   *
   * @throws InvalidArgumentException if it was made by another library
   */
  public static <T> AbstractDatatype<T> of(Datatype<T> type) {
    if (type instanceof AbstractDatatype<T> known) {
      return known;
    }
    throw new InvalidArgumentException(
        ErrorClass.TYPE, type + " is not a datatype that Ronsel has made");
  }

  /**
   * For the datatypes of this library.
   *
   * @param wireType the type that messages name, which may be another than that of the values
   * @param arrayClass see {@link #arrayClass()}
   */
  AbstractDatatype(TypeMap typeMap, ElementType wireType, @Nullable Class<?> arrayClass) {
    this.typeMap = typeMap;
    this.valueType = typeMap.signature().elementType();
    this.wireType = wireType;
    this.arrayClass = arrayClass;
    this.dense =
        typeMap.bytes() > 0
            && typeMap.extent() == typeMap.bytes()
            && typeMap.plan().isOneBlock()
            && typeMap.plan().low() == 0;
  }

  @Override
  public abstract String name();

  @Override
  public final long sizeBytes() {
    return typeMap.bytes();
  }

  @Override
  public final long extentBytes() {
    return typeMap.extent();
  }

  @Override
  public final long lowerBoundBytes() {
    return typeMap.lowerBound();
  }

  @Override
  public final long trueExtentBytes() {
    return typeMap.plan().high() - typeMap.plan().low();
  }

  @Override
  public final long trueLowerBoundBytes() {
    return typeMap.plan().low();
  }

  @Override
  public abstract MemoryLayout layout();

  @Override
  public final T get(MemorySegment segment, long index) {
    return values().read(segment, Math.multiplyExact(index, extentBytes()));
  }

  @Override
  public final void set(MemorySegment segment, long index, T value) {
    values().write(segment, Math.multiplyExact(index, extentBytes()), value);
  }

  @Override
  public final void get(MemorySegment segment, long index, T[] into, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, into.length);
    long stride = extentBytes();
    values().readAll(segment, Math.multiplyExact(index, stride), stride, into, offset, count);
  }

  @Override
  public final void set(MemorySegment segment, long index, T[] from, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, from.length);
    long stride = extentBytes();
    values().writeAll(segment, Math.multiplyExact(index, stride), stride, from, offset, count);
  }

  /** The elements as Java values. */
  abstract DerivedDatatype.Values<T> values();

  @Override
  public final Datatype<T> commit() {
    return this;
  }

  @Override
  public abstract TypeEnvelope envelope();

  // ---- packing ----

  @Override
  public final long packSizeBytes(long count) {
    return Packing.size(this, "packSizeBytes", count);
  }

  @Override
  public final long pack(
      Object buffer, long offset, long count, MemorySegment packed, long position) {
    return Packing.pack(this, buffer, offset, count, packed, position);
  }

  @Override
  public final long pack(Object buffer, long offset, long count, byte[] packed, long position) {
    return Packing.pack(this, buffer, offset, count, Packing.segment("pack", packed), position);
  }

  @Override
  public final long unpack(
      MemorySegment packed, long position, Object buffer, long offset, long count) {
    return Packing.unpack(this, packed, position, buffer, offset, count);
  }

  @Override
  public final long unpack(byte[] packed, long position, Object buffer, long offset, long count) {
    return Packing.unpack(this, Packing.segment("unpack", packed), position, buffer, offset, count);
  }

  @Override
  public final long packExternalSizeBytes(long count) {
    return Packing.size(this, "packExternalSizeBytes", count);
  }

  @Override
  public final long packExternal(
      Object buffer, long offset, long count, MemorySegment packed, long position) {
    return Packing.packExternal(this, buffer, offset, count, packed, position);
  }

  @Override
  public final long packExternal(
      Object buffer, long offset, long count, byte[] packed, long position) {
    MemorySegment to = Packing.segment("packExternal", packed);
    return Packing.packExternal(this, buffer, offset, count, to, position);
  }

  @Override
  public final long unpackExternal(
      MemorySegment packed, long position, Object buffer, long offset, long count) {
    return Packing.unpackExternal(this, packed, position, buffer, offset, count);
  }

  @Override
  public final long unpackExternal(
      byte[] packed, long position, Object buffer, long offset, long count) {
    MemorySegment from = Packing.segment("unpackExternal", packed);
    return Packing.unpackExternal(this, from, position, buffer, offset, count);
  }

  @Override
  public final Datatype<T> resized(long lowerBoundBytes, long extentBytes) {
    return DerivedTypes.resized(this, lowerBoundBytes, extentBytes);
  }

  @Override
  public final Datatype<T> dup() {
    AbstractDatatype<T> duplicate = DerivedTypes.dup(this, name());
    duplicate.attributes = attributes.copy(this);
    return duplicate;
  }

  // ---- attributes (MPI-4.1, section 7.7.4) ----

  @Override
  public final <V> @Nullable V attribute(AttributeKey<V> key) {
    return attributes.get(InvalidArgumentException.requireNonNull("attribute", "key", key));
  }

  @Override
  public final <V> void attribute(AttributeKey<V> key, V value) {
    InvalidArgumentException.requireNonNull("attribute", "key", key);
    attributes.set(this, key, InvalidArgumentException.requireNonNull("attribute", "value", value));
  }

  @Override
  public final <V> boolean removeAttribute(AttributeKey<V> key) {
    return attributes.remove(
        this, InvalidArgumentException.requireNonNull("removeAttribute", "key", key));
  }

  @Override
  public final void removeAttributes() {
    attributes.removeAll(this);
  }

  @Override
  public abstract Datatype<T> named(String name);

  // ---- for the library ----

  /** The type of all values of an element, or {@code MIXED} if there are several. */
  public final ElementType valueType() {
    return valueType;
  }

  /** The type that travels with a message of such elements. */
  public final ElementType elementType() {
    return wireType;
  }

  /**
   * The arrays of which one element is one element of this datatype: {@code double[].class} of
   * {@link Datatype#DOUBLE}. Null of all but the primitive types.
   */
  public final @Nullable Class<?> arrayClass() {
    return arrayClass;
  }

  /** Whether elements are all bytes from their place on, without gaps. */
  public final boolean isDense() {
    return dense;
  }

  /** The places and the types of the values of an element. */
  public final TypeMap typeMap() {
    return typeMap;
  }

  @Override
  public final String toString() {
    return name();
  }
}
