package org.ronsel;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.ronsel.data.Shape;

/** A datatype that was made from others. */
final class DerivedDatatype<T> extends Datatype<T> {
  /** Values of elements in memory. */
  interface Values<T> {
    /** Reads the element that lies at {@code byteOffset}. */
    T read(MemorySegment segment, long byteOffset);

    /** Writes the element that lies at {@code byteOffset}. */
    void write(MemorySegment segment, long byteOffset, T value);
  }

  private final String name;
  private final Envelope envelope;
  private final MemoryLayout layout;
  private final Values<T> values;

  DerivedDatatype(
      String name, Shape shape, Envelope envelope, MemoryLayout layout, Values<T> values) {
    super(shape);
    this.name = name;
    this.envelope = envelope;
    this.layout = layout;
    this.values = values;
  }

  /** A layout that has room for an element and says nothing about what is in it. */
  static MemoryLayout roomFor(Shape shape) {
    long bytes = Math.max(0, shape.extent());
    MemoryLayout room = MemoryLayout.sequenceLayout(bytes, ValueLayout.JAVA_BYTE);
    return bytes % shape.alignment() == 0 ? room.withByteAlignment(shape.alignment()) : room;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public MemoryLayout layout() {
    return layout;
  }

  @Override
  public T get(MemorySegment segment, long index) {
    return values.read(segment, Math.multiplyExact(index, extentBytes()));
  }

  @Override
  public void set(MemorySegment segment, long index, T value) {
    Objects.requireNonNull(value, "value");
    values.write(segment, Math.multiplyExact(index, extentBytes()), value);
  }

  @Override
  public Datatype<T> named(String newName) {
    return new DerivedDatatype<>(
        DerivedTypes.checkedName(newName), shape(), envelope, layout, values);
  }

  @Override
  public Envelope envelope() {
    return envelope;
  }

  Values<T> values() {
    return values;
  }
}
