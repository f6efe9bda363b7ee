package org.ronsel.datatype;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.TypeEnvelope;
import org.ronsel.data.ElementType;
import org.ronsel.data.TypeMap;

/** A datatype that was made from others. */
public final class DerivedDatatype<T> extends AbstractDatatype<T> {
  /** Values of elements in memory. */
  public interface Values<T> {
    /** Reads the element that lies at {@code byteOffset}. */
    T read(MemorySegment segment, long byteOffset);

    /** Writes the element that lies at {@code byteOffset}. */
    void write(MemorySegment segment, long byteOffset, T value);

    /** Reads elements that lie {@code stride} bytes apart. */
    default void readAll(
        MemorySegment segment, long byteOffset, long stride, T[] into, int from, int count) {
      for (int i = 0; i < count; i++) {
        into[from + i] = read(segment, byteOffset + i * stride);
      }
    }

    /** Writes elements that lie {@code stride} bytes apart. */
    default void writeAll(
        MemorySegment segment, long byteOffset, long stride, T[] values, int from, int count) {
      for (int i = 0; i < count; i++) {
        write(segment, byteOffset + i * stride, values[from + i]);
      }
    }
  }

  /** An element as a layout and as a Java value; made when first asked for. */
  interface ValueForm<T> {
    MemoryLayout layout();

    Values<T> values();
  }

  private final String name;
  private final TypeEnvelope envelope;
  private final ValueForm<T> form;

  // Made twice if two threads are first; either will do.
  private @Nullable MemoryLayout layout;
  private @Nullable Values<T> values;

  DerivedDatatype(String name, TypeMap typeMap, TypeEnvelope envelope, ValueForm<T> form) {
    this(name, typeMap, typeMap.signature().elementType(), envelope, form);
  }

  DerivedDatatype(
      String name,
      TypeMap typeMap,
      ElementType wireType,
      TypeEnvelope envelope,
      ValueForm<T> form) {
    super(typeMap, wireType, null);
    this.name = name;
    this.envelope = envelope;
    this.form = form;
  }

  /** A layout that has room for an element and says nothing about what is in it. */
  static MemoryLayout roomFor(TypeMap typeMap) {
    long bytes = Math.max(0, typeMap.extent());
    MemoryLayout room = MemoryLayout.sequenceLayout(bytes, ValueLayout.JAVA_BYTE);
    return bytes % typeMap.alignment() == 0 ? room.withByteAlignment(typeMap.alignment()) : room;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public MemoryLayout layout() {
    MemoryLayout known = layout;
    if (known == null) {
      known = form.layout();
      layout = known;
    }
    return known;
  }

  @Override
  public Datatype<T> named(String newName) {
    String checked = DerivedTypes.checkedName(newName);
    return new DerivedDatatype<>(checked, typeMap(), elementType(), envelope, form);
  }

  @Override
  public TypeEnvelope envelope() {
    return envelope;
  }

  ValueForm<T> form() {
    return form;
  }

  @Override
  Values<T> values() {
    Values<T> known = values;
    if (known == null) {
      known = form.values();
      values = known;
    }
    return known;
  }
}
