package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Places a function of a few machine instructions of our own in memory that may be executed and not
 * written. Such functions do what no function of the C library does: they take an array and an
 * offset apart, where a part of an array would be an object for each call.
 */
final class NativeCode {
  private static final int PAGE = 4096;
  private static final int READ_WRITE = 1 | 2;
  private static final int READ_EXECUTE = 1 | 4;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;

  private NativeCode() {}

  /**
   * Places a function.
   *
   * @return its address, or null if the system gives no memory for code
   */
  static @Nullable MemorySegment place(byte[] code) {
    long page = LinuxCalls.call(LinuxCalls.MMAP, 0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    if (page < 0) {
      return null;
    }
    MemorySegment memory = MemorySegment.ofAddress(page).reinterpret(PAGE);
    MemorySegment.copy(code, 0, memory, ValueLayout.JAVA_BYTE, 0, code.length);
    return LinuxCalls.call(LinuxCalls.MPROTECT, page, PAGE, READ_EXECUTE) < 0 ? null : memory;
  }
}
