package org.ronsel.datatype;

import java.lang.foreign.MemoryLayout;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.FixedLength;
import org.ronsel.TypeEnvelope;
import org.ronsel.TypeEnvelope.Combiner;
import org.ronsel.data.TypeMap;

/** Maps records to structs. */
final class JavaRecordTypes {
  private JavaRecordTypes() {}

  /**
   * A component of a record.
   *
   * @param array how many elements an array has, or 0 for what is not an array
   * @param type of the component, or of the array's elements
   */
  record Field(String name, Class<?> declared, int array, Datatype<?> type, long offset) {
    int length() {
      return Math.max(1, array);
    }
  }

  /** The layout of a record class, and the handles that read and write its values. */
  record RecordForm<R>(Class<R> record, List<Field> fields, TypeMap typeMap)
      implements DerivedDatatype.ValueForm<R> {
    @Override
    public MemoryLayout layout() {
      List<MemoryLayout> members = new ArrayList<>();
      long at = 0;
      for (Field field : fields) {
        pad(members, field.offset - at);
        MemoryLayout one = field.type.layout();
        MemoryLayout whole = field.array == 0 ? one : MemoryLayout.sequenceLayout(field.array, one);
        members.add(whole.withName(field.name));
        at = field.offset + whole.byteSize();
      }
      pad(members, typeMap.extent() - at);
      return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new))
          .withName(record.getSimpleName());
    }

    private static void pad(List<MemoryLayout> members, long bytes) {
      if (bytes > 0) {
        members.add(MemoryLayout.paddingLayout(bytes));
      }
    }

    @Override
    public DerivedDatatype.Values<R> values() {
      return JavaRecordHandles.valuesOf(this);
    }
  }

  private static final ClassValue<Datatype<?>> TYPES =
      new ClassValue<>() {
        @Override
        protected Datatype<?> computeValue(Class<?> record) {
          return make(record.asSubclass(Record.class), new ArrayList<>());
        }
      };

  @SuppressWarnings("unchecked") // the datatype of a class has values of it
  static <R extends Record> Datatype<R> of(@Nullable Class<R> record) {
    if (record == null) {
      throw DerivedTypes.argument("of", "the class is null");
    }
    if (!record.isRecord()) {
      throw DerivedTypes.argument("of", record.getName() + " is not a record");
    }
    return (Datatype<R>) TYPES.get(record);
  }

  /** Makes one of the types of this library: a value and an int. */
  static <R extends Record> Datatype<R> pair(String name, Class<R> record, Datatype<?> value) {
    List<Field> fields = new ArrayList<>();
    Layer layer = new Layer(fields);
    layer.add("value", valueClass(value), 0, value);
    layer.add("index", int.class, 0, Datatype.INT);
    TypeMap typeMap = layer.typeMap();
    return new DerivedDatatype<>(
        name, typeMap, PredefinedDatatype.NAMED, new RecordForm<>(record, fields, typeMap));
  }

  private static Class<?> valueClass(Datatype<?> value) {
    return AbstractDatatype.of(value).elementType().carrier();
  }

  private static <R extends Record> Datatype<R> make(Class<R> record, List<Class<?>> around) {
    if (around.contains(record)) {
      throw DerivedTypes.argument("of", record.getName() + " contains itself");
    }
    around.add(record);
    List<Field> fields = new ArrayList<>();
    Layer layer = new Layer(fields);
    for (RecordComponent component : record.getRecordComponents()) {
      addField(layer, record, component, around);
    }
    around.removeLast();
    if (fields.isEmpty()) {
      throw DerivedTypes.argument("of", record.getName() + " has no components");
    }
    JavaRecordHandles.requireReadable(record, fields);
    TypeMap typeMap = layer.typeMap();
    List<Long> integers = new ArrayList<>(List.of((long) fields.size()));
    List<Long> addresses = new ArrayList<>();
    List<Datatype<?>> types = new ArrayList<>();
    for (Field field : fields) {
      integers.add((long) field.length());
      addresses.add(field.offset);
      types.add(field.type);
    }
    return new DerivedDatatype<>(
        record.getSimpleName(),
        typeMap,
        new TypeEnvelope(Combiner.STRUCT, integers, addresses, types),
        new RecordForm<>(record, List.copyOf(fields), typeMap));
  }

  private static void addField(
      Layer layer, Class<?> record, RecordComponent component, List<Class<?>> around) {
    Class<?> declared = component.getType();
    FixedLength length = component.getAnnotation(FixedLength.class);
    String where = "component " + component.getName() + " of " + record.getName();
    if (!declared.isArray()) {
      if (length != null) {
        throw DerivedTypes.argument("of", where + " has a FixedLength but is not an array");
      }
      layer.add(component.getName(), declared, 0, typeOf(declared, where, around));
      return;
    }
    if (length == null || length.value() < 1) {
      throw DerivedTypes.argument(
          "of", where + " is an array: say how long it is by a positive FixedLength");
    }
    Class<?> element = declared.getComponentType();
    layer.add(component.getName(), declared, length.value(), typeOf(element, where, around));
  }

  private static Datatype<?> typeOf(Class<?> type, String where, List<Class<?>> around) {
    if (type.isRecord()) {
      return make(type.asSubclass(Record.class), around);
    }
    return switch (type.getName()) {
      case "byte" -> Datatype.BYTE;
      case "boolean" -> Datatype.BOOLEAN;
      case "char" -> Datatype.CHAR;
      case "short" -> Datatype.SHORT;
      case "int" -> Datatype.INT;
      case "long" -> Datatype.LONG;
      case "float" -> Datatype.FLOAT;
      case "double" -> Datatype.DOUBLE;
      default ->
          throw DerivedTypes.argument(
              "of",
              where
                  + " is of type "
                  + type.getTypeName()
                  + "; it must be of a primitive type, a record, or an array of one dimension");
    };
  }

  /** Lays components out one after the other. */
  private static final class Layer {
    private final List<Field> fields;
    private final TypeMap.Builder all = new TypeMap.Builder();
    private long end;

    Layer(List<Field> fields) {
      this.fields = fields;
    }

    void add(String name, Class<?> declared, int array, Datatype<?> type) {
      TypeMap one = AbstractDatatype.of(type).typeMap();
      int alignment = one.alignment();
      long at = Math.ceilDiv(end, (long) alignment) * alignment;
      Field field = new Field(name, declared, array, type, at);
      fields.add(field);
      TypeMap part = DerivedTypes.compute("of", () -> one.repeated(field.length()));
      all.add(at, part);
      end = at + part.extent();
    }

    TypeMap typeMap() {
      TypeMap typeMap = DerivedTypes.compute("of", all::build);
      // Nested records end with padding that is part of them.
      long extent = Math.ceilDiv(end, (long) typeMap.alignment()) * typeMap.alignment();
      return extent == typeMap.extent() ? typeMap : typeMap.padded();
    }
  }
}
