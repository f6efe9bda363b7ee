package org.ronsel.datatype;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Reads and writes records of one class. Never used itself: {@link JavaRecordHandles} defines a
 * hidden copy of it for each record class, in which the method handles are constants that the JIT
 * compiler inlines, down to the loads and stores of each component.
 */
final class JavaRecordValues implements DerivedDatatype.Values<Object> {
  private static final MethodHandle READ = handle(0);
  private static final MethodHandle WRITE = handle(1);

  JavaRecordValues() {}

  private static MethodHandle handle(int index) {
    try {
      List<?> handles = MethodHandles.classData(MethodHandles.lookup(), "_", List.class);
      return (MethodHandle) handles.get(index);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public Object read(MemorySegment segment, long byteOffset) {
    try {
      return (Object) READ.invokeExact(segment, byteOffset);
    } catch (Throwable failure) {
      throw JavaRecordHandles.rethrown(failure);
    }
  }

  @Override
  public void write(MemorySegment segment, long byteOffset, Object value) {
    try {
      WRITE.invokeExact(segment, byteOffset, value);
    } catch (Throwable failure) {
      throw JavaRecordHandles.rethrown(failure);
    }
  }

  @Override
  public void readAll(
      MemorySegment segment, long byteOffset, long stride, Object[] into, int from, int count) {
    for (int i = 0; i < count; i++) {
      into[from + i] = read(segment, byteOffset + i * stride);
    }
  }

  @Override
  public void writeAll(
      MemorySegment segment, long byteOffset, long stride, Object[] values, int from, int count) {
    for (int i = 0; i < count; i++) {
      write(segment, byteOffset + i * stride, values[from + i]);
    }
  }
}
