package org.ronsel.datatype;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Modifier;
import java.util.List;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;

/**
 * Method handles that read and write all components of a record. They are put together once per
 * record class; an access runs no reflection.
 */
final class JavaRecordHandles {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final MethodType READER =
      MethodType.methodType(Object.class, MemorySegment.class, long.class);
  private static final MethodType WRITER =
      MethodType.methodType(void.class, MemorySegment.class, long.class, Object.class);

  private JavaRecordHandles() {}

  @SuppressWarnings("unchecked") // the handles are made of the record's own
  static <R> DerivedDatatype.Values<R> valuesOf(JavaRecordTypes.RecordForm<R> form) {
    try {
      List<MethodHandle> handles =
          List.of(reader(form).asType(READER), writer(form).asType(WRITER));
      MethodHandles.Lookup hidden =
          LOOKUP.defineHiddenClassWithClassData(template(), handles, true);
      MethodHandle make =
          hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class));
      return (DerivedDatatype.Values<R>) make.invoke();
    } catch (Throwable failure) {
      throw rethrown(failure);
    }
  }

  private static byte[] template() {
    try (InputStream in = JavaRecordHandles.class.getResourceAsStream("JavaRecordValues.class")) {
      if (in == null) {
        throw new IllegalStateException(
            "JavaRecordValues.class is missing beside JavaRecordHandles.class");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RuntimeException rethrown(Throwable failure) {
    switch (failure) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default ->
          throw new RonselException(ErrorClass.OTHER, "a record's constructor threw", failure);
    }
  }

  // ---- access to the record ----

  private static MethodHandles.Lookup lookupIn(Class<?> record) {
    if (record.getModule() == JavaRecordHandles.class.getModule()) {
      return access(record, LOOKUP);
    }
    boolean exported =
        Modifier.isPublic(record.getModifiers())
            && record
                .getModule()
                .isExported(record.getPackageName(), LOOKUP.lookupClass().getModule());
    LOOKUP.lookupClass().getModule().addReads(record.getModule());
    return exported && isPublicThroughout(record)
        ? MethodHandles.publicLookup()
        : access(record, LOOKUP);
  }

  private static boolean isPublicThroughout(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (!Modifier.isPublic(each.getModifiers())) {
        return false;
      }
    }
    return true;
  }

  private static MethodHandles.Lookup access(Class<?> record, MethodHandles.Lookup own) {
    try {
      return MethodHandles.privateLookupIn(record, own);
    } catch (IllegalAccessException e) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          DerivedTypes.place("of")
              .message(
                  record.getName()
                      + " is not accessible: make it public in an exported package, or open its"
                      + " package to "
                      + own.lookupClass().getModule().getName()),
          e);
    }
  }

  /** A method handle takes 255 arguments, of which two pairs of segment and offset take six. */
  private static final int MOST_ARGUMENTS = 248;

  /** Refuses a record that has too many components for {@link #reader}. */
  static void requireReadable(Class<?> record, List<JavaRecordTypes.Field> fields) {
    int arguments = 0;
    for (JavaRecordTypes.Field field : fields) {
      boolean isWide = field.declared() == long.class || field.declared() == double.class;
      arguments += isWide ? 2 : 1;
    }
    if (arguments > MOST_ARGUMENTS) {
      throw DerivedTypes.argument(
          "of",
          record.getName()
              + " has more components than the "
              + MOST_ARGUMENTS
              + " that can be read at once (long and double count twice); put some into a record of"
              + " their own");
    }
  }

  // ---- reading ----

  /** {@code (segment, offset) -> record}. */
  private static MethodHandle reader(JavaRecordTypes.RecordForm<?> form)
      throws ReflectiveOperationException {
    List<JavaRecordTypes.Field> fields = form.fields();
    MethodType components =
        MethodType.methodType(
            void.class,
            fields.stream().map(JavaRecordTypes.Field::declared).toArray(Class<?>[]::new));
    MethodHandle whole = lookupIn(form.record()).findConstructor(form.record(), components);
    // The last component first: each step replaces a component by the segment and offset behind it.
    for (int i = fields.size() - 1; i >= 0; i--) {
      whole = MethodHandles.collectArguments(whole, i, fieldReader(fields.get(i)));
      if (i < fields.size() - 1) {
        whole = shareLast(whole, i);
      }
    }
    return whole;
  }

  /** Gives two pairs of segment and offset at the end the same values. */
  private static MethodHandle shareLast(MethodHandle handle, int before) {
    int[] order = new int[before + 4];
    for (int i = 0; i < before + 2; i++) {
      order[i] = i;
    }
    order[before + 2] = before;
    order[before + 3] = before + 1;
    MethodType type = handle.type().dropParameterTypes(before + 2, before + 4);
    return MethodHandles.permuteArguments(handle, type, order);
  }

  private static MethodHandle fieldReader(JavaRecordTypes.Field field)
      throws ReflectiveOperationException {
    MethodHandle read;
    if (field.array() == 0) {
      read = valueReader(field.type(), field.declared());
    } else if (field.type() instanceof DerivedDatatype<?> record) {
      Class<?> element = field.declared().getComponentType();
      MethodHandle loop =
          LOOKUP.findStatic(
              JavaRecordParts.class,
              "readRecords",
              MethodType.methodType(
                  Object.class,
                  MethodHandle.class,
                  Class.class,
                  long.class,
                  int.class,
                  MemorySegment.class,
                  long.class));
      MethodHandle one = valueReader(record, element).asType(READER);
      read =
          MethodHandles.insertArguments(loop, 0, one, element, record.extentBytes(), field.array());
    } else {
      MethodHandle copy =
          LOOKUP.findStatic(
              JavaRecordParts.class,
              "readArray",
              MethodType.methodType(
                  Object.class, Class.class, int.class, MemorySegment.class, long.class));
      read =
          MethodHandles.insertArguments(
              copy, 0, field.declared().getComponentType(), field.array());
    }
    return further(
        read.asType(MethodType.methodType(field.declared(), MemorySegment.class, long.class)),
        field.offset());
  }

  private static MethodHandle valueReader(Datatype<?> type, Class<?> carrier)
      throws ReflectiveOperationException {
    if (type instanceof DerivedDatatype<?> record
        && record.form() instanceof JavaRecordTypes.RecordForm<?> f) {
      return reader(f);
    }
    if (carrier == boolean.class) {
      MethodHandle truth =
          LOOKUP.findStatic(
              JavaRecordParts.class, "isTrue", MethodType.methodType(boolean.class, byte.class));
      return MethodHandles.filterReturnValue(valueReader(Datatype.BYTE, byte.class), truth);
    }
    return unaligned(carrier).toMethodHandle(VarHandle.AccessMode.GET);
  }

  // ---- writing ----

  /** {@code (segment, offset, record) -> nothing}. */
  private static MethodHandle writer(JavaRecordTypes.RecordForm<?> form)
      throws ReflectiveOperationException {
    MethodHandles.Lookup access = lookupIn(form.record());
    MethodHandle all = null;
    for (JavaRecordTypes.Field field : form.fields().reversed()) {
      MethodHandle get =
          access.findVirtual(form.record(), field.name(), MethodType.methodType(field.declared()));
      MethodHandle one = MethodHandles.filterArguments(fieldWriter(field), 2, get);
      all = all == null ? one : MethodHandles.foldArguments(all, one);
    }
    if (all == null) {
      throw new IllegalStateException("a record without components");
    }
    return all;
  }

  private static MethodHandle fieldWriter(JavaRecordTypes.Field field)
      throws ReflectiveOperationException {
    MethodHandle write;
    if (field.array() == 0) {
      write = valueWriter(field.type(), field.declared());
    } else if (field.type() instanceof DerivedDatatype<?> record) {
      MethodHandle loop =
          LOOKUP.findStatic(
              JavaRecordParts.class,
              "writeRecords",
              MethodType.methodType(
                  void.class,
                  MethodHandle.class,
                  String.class,
                  long.class,
                  int.class,
                  MemorySegment.class,
                  long.class,
                  Object[].class));
      Class<?> element = field.declared().getComponentType();
      MethodHandle one = valueWriter(record, element).asType(WRITER);
      write =
          MethodHandles.insertArguments(
              loop, 0, one, field.name(), record.extentBytes(), field.array());
    } else {
      MethodHandle copy =
          LOOKUP.findStatic(
              JavaRecordParts.class,
              "writeArray",
              MethodType.methodType(
                  void.class,
                  String.class,
                  int.class,
                  MemorySegment.class,
                  long.class,
                  Object.class));
      write = MethodHandles.insertArguments(copy, 0, field.name(), field.array());
    }
    return further(
        write.asType(
            MethodType.methodType(void.class, MemorySegment.class, long.class, field.declared())),
        field.offset());
  }

  private static MethodHandle valueWriter(Datatype<?> type, Class<?> carrier)
      throws ReflectiveOperationException {
    return type instanceof DerivedDatatype<?> record
            && record.form() instanceof JavaRecordTypes.RecordForm<?> form
        ? writer(form)
        : unaligned(carrier).toMethodHandle(VarHandle.AccessMode.SET);
  }

  // ---- both ----

  private static VarHandle unaligned(Class<?> carrier) {
    return JavaRecordParts.layout(carrier).varHandle();
  }

  /** Returns the same access {@code distance} bytes behind the given offset. */
  private static MethodHandle further(MethodHandle access, long distance)
      throws ReflectiveOperationException {
    if (distance == 0) {
      return access;
    }
    MethodHandle sum =
        LOOKUP.findStatic(
            Long.class, "sum", MethodType.methodType(long.class, long.class, long.class));
    return MethodHandles.filterArguments(
        access, 1, MethodHandles.insertArguments(sum, 1, distance));
  }
}
