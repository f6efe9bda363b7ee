package org.ronsel.bench.limit;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** PLACEHOLDER for the machine layer's binding. */
final class Cores {
  private static final MethodHandle SET =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("sched_setaffinity").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS));

  private Cores() {}

  static void pinTo(int cpu) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(128, 8);
      mask.set(ValueLayout.JAVA_LONG, cpu / 64 * 8L, 1L << (cpu % 64));
      int ignored = (int) SET.invokeExact(0, 128L, mask);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
