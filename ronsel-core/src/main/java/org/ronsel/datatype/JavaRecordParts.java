package org.ronsel.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.memory.MemoryCopy;

/** Reads and writes what one component of a record holds; bound into {@link JavaRecordHandles}. */
final class JavaRecordParts {
  private JavaRecordParts() {}

  /** Any byte but 0 is true, as other languages may write other values than 1. */
  static boolean isTrue(byte value) {
    return value != 0;
  }

  static Object readArray(Class<?> element, int n, MemorySegment segment, long at) {
    Object array = Array.newInstance(element, n);
    MemoryCopy.fromSegment(segment, at, array, 0, bytes(element, n));
    return array;
  }

  static Object readRecords(
      MethodHandle one, Class<?> element, long extent, int n, MemorySegment segment, long at)
      throws Throwable {
    Object[] array = (Object[]) Array.newInstance(element, n);
    for (int i = 0; i < n; i++) {
      array[i] = (Object) one.invokeExact(segment, at + i * extent);
    }
    return array;
  }

  static void writeArray(String name, int n, MemorySegment segment, long at, Object array) {
    checkLength(name, n, Array.getLength(array));
    MemoryCopy.toSegment(array, 0, segment, at, bytes(array.getClass().getComponentType(), n));
  }

  static void writeRecords(
      MethodHandle one,
      String name,
      long extent,
      int n,
      MemorySegment segment,
      long at,
      Object[] array)
      throws Throwable {
    checkLength(name, n, array.length);
    for (int i = 0; i < n; i++) {
      one.invokeExact(segment, at + i * extent, array[i]);
    }
  }

  private static void checkLength(String name, int n, int length) {
    if (n != length) {
      throw new InvalidArgumentException(
          ErrorClass.BUFFER,
          DerivedTypes.place("set")
              .message(
                  "the array " + name + " has " + length + " elements; its FixedLength is " + n));
    }
  }

  private static long bytes(Class<?> element, int n) {
    return n * layout(element).byteSize();
  }

  static ValueLayout layout(Class<?> carrier) {
    return switch (carrier.getName()) {
      case "byte" -> ValueLayout.JAVA_BYTE;
      case "boolean" -> ValueLayout.JAVA_BOOLEAN;
      case "char" -> ValueLayout.JAVA_CHAR_UNALIGNED;
      case "short" -> ValueLayout.JAVA_SHORT_UNALIGNED;
      case "int" -> ValueLayout.JAVA_INT_UNALIGNED;
      case "long" -> ValueLayout.JAVA_LONG_UNALIGNED;
      case "float" -> ValueLayout.JAVA_FLOAT_UNALIGNED;
      case "double" -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
      default -> throw new IllegalArgumentException(carrier.getName());
    };
  }
}
