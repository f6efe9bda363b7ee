package org.ronsel.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ronsel.Datatype;
import org.ronsel.TypeEnvelope;
import org.ronsel.data.ElementType;
import org.ronsel.data.TypeMap;

/** A primitive type of the language as a datatype. */
public final class PredefinedDatatype<T> extends AbstractDatatype<T>
    implements DerivedDatatype.Values<T> {
  @FunctionalInterface
  private interface Reader<T> {
    T read(MemorySegment segment, long offset);
  }

  @FunctionalInterface
  private interface Writer<T> {
    void write(MemorySegment segment, long offset, T value);
  }

  static final TypeEnvelope NAMED =
      new TypeEnvelope(TypeEnvelope.Combiner.NAMED, List.of(), List.of(), List.of());

  private final String name;
  private final ValueLayout layout;
  private final Reader<T> reader;
  private final Writer<T> writer;

  private PredefinedDatatype(
      ElementType element, ValueLayout layout, Reader<T> reader, Writer<T> writer) {
    this(element.name(), TypeMap.of(element), layout, reader, writer);
  }

  private PredefinedDatatype(
      String name, TypeMap typeMap, ValueLayout layout, Reader<T> reader, Writer<T> writer) {
    ElementType element = typeMap.signature().elementType();
    super(typeMap, element, element == ElementType.PACKED ? null : element.arrayClass());
    this.name = name;
    this.layout = layout;
    this.reader = reader;
    this.writer = writer;
  }

  /** The datatype of a basic type. */
  static Datatype<?> of(ElementType type) {
    return switch (type) {
      case BOOLEAN -> Datatype.BOOLEAN;
      case CHAR -> Datatype.CHAR;
      case SHORT -> Datatype.SHORT;
      case INT -> Datatype.INT;
      case LONG -> Datatype.LONG;
      case FLOAT -> Datatype.FLOAT;
      case DOUBLE -> Datatype.DOUBLE;
      case BYTE, OBJECT, MIXED, PACKED -> Datatype.BYTE;
    };
  }

  /** Makes the datatype of a primitive type. */
  @SuppressWarnings("unchecked") // of the type that is asked for
  static <T> Datatype<T> make(Class<T> type) {
    Datatype<?> made =
        switch (type.getName()) {
          case "byte" -> ofByte();
          case "boolean" -> ofBoolean();
          case "char" -> ofChar();
          case "short" -> ofShort();
          case "int" -> ofInt();
          case "long" -> ofLong();
          case "float" -> ofFloat();
          case "double" -> ofDouble();
          default -> throw new IllegalArgumentException(type + " is no primitive type");
        };
    return (Datatype<T>) made;
  }

  private static Datatype<Byte> ofByte() {
    return new PredefinedDatatype<>(
        ElementType.BYTE,
        ValueLayout.JAVA_BYTE,
        (segment, offset) -> segment.get(ValueLayout.JAVA_BYTE, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_BYTE, offset, value));
  }

  private static Datatype<Boolean> ofBoolean() {
    return new PredefinedDatatype<>(
        ElementType.BOOLEAN,
        ValueLayout.JAVA_BOOLEAN,
        // By byte: reading a boolean other than 0 and 1 by its own layout is an error.
        (segment, offset) -> segment.get(ValueLayout.JAVA_BYTE, offset) != 0,
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_BOOLEAN, offset, value));
  }

  private static Datatype<Character> ofChar() {
    return new PredefinedDatatype<>(
        ElementType.CHAR,
        ValueLayout.JAVA_CHAR,
        (segment, offset) -> segment.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_CHAR_UNALIGNED, offset, value));
  }

  private static Datatype<Short> ofShort() {
    return new PredefinedDatatype<>(
        ElementType.SHORT,
        ValueLayout.JAVA_SHORT,
        (segment, offset) -> segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, value));
  }

  private static Datatype<Integer> ofInt() {
    return new PredefinedDatatype<>(
        ElementType.INT,
        ValueLayout.JAVA_INT,
        (segment, offset) -> segment.get(ValueLayout.JAVA_INT_UNALIGNED, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, offset, value));
  }

  private static Datatype<Long> ofLong() {
    return new PredefinedDatatype<>(
        ElementType.LONG,
        ValueLayout.JAVA_LONG,
        (segment, offset) -> segment.get(ValueLayout.JAVA_LONG_UNALIGNED, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value));
  }

  private static Datatype<Float> ofFloat() {
    return new PredefinedDatatype<>(
        ElementType.FLOAT,
        ValueLayout.JAVA_FLOAT,
        (segment, offset) -> segment.get(ValueLayout.JAVA_FLOAT_UNALIGNED, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, offset, value));
  }

  private static Datatype<Double> ofDouble() {
    return new PredefinedDatatype<>(
        ElementType.DOUBLE,
        ValueLayout.JAVA_DOUBLE,
        (segment, offset) -> segment.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, value));
  }

  static Datatype<Byte> ofPacked() {
    return new PredefinedDatatype<>(
        ElementType.PACKED,
        ValueLayout.JAVA_BYTE,
        (segment, offset) -> segment.get(ValueLayout.JAVA_BYTE, offset),
        (segment, offset, value) -> segment.set(ValueLayout.JAVA_BYTE, offset, value));
  }

  @Override
  DerivedDatatype.Values<T> values() {
    return this;
  }

  @Override
  public T read(MemorySegment segment, long byteOffset) {
    return reader.read(segment, byteOffset);
  }

  @Override
  public void write(MemorySegment segment, long byteOffset, T value) {
    writer.write(segment, byteOffset, value);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ValueLayout layout() {
    return layout;
  }

  @Override
  public Datatype<T> named(String newName) {
    return new PredefinedDatatype<>(
        DerivedTypes.checkedName(newName), typeMap(), layout, reader, writer);
  }

  @Override
  public TypeEnvelope envelope() {
    return NAMED;
  }
}
