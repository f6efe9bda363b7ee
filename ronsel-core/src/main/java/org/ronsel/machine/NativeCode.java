package org.ronsel.machine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Places a function of a few machine instructions of our own in memory that may be executed and not
 * written. Such functions do what no function of the C library does: they take an array and an
 * offset apart, where a part of an array would be an object for each call.
 */
final class NativeCode {
  /**
   * The type of all functions: two arrays or addresses, each with an offset, three words, and a
   * word as result. A function ignores what it does not need. As with {@link NativeAccess#WORDS},
   * one type saves some 10 ms for each further function.
   */
  private static final FunctionDescriptor TYPE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_LONG,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG);

  private static final int PAGE = 4096;
  private static final int READ_WRITE = 1 | 2;
  private static final int READ_EXECUTE = 1 | 4;
  private static final int PRIVATE_ANONYMOUS = 0x02 | 0x20;

  private NativeCode() {}

  /**
   * Places a function, which may be called with arrays: no safepoint is reached while it runs.
   *
   * <p>The arguments are {@code (MemorySegment a, long aAt, MemorySegment b, long bAt, long, long,
   * long)}, in the registers rdi, rsi, rdx, rcx, r8 and r9, the last one on the stack, and the
   * result is a {@code long}, of rax; the address of an array is that of its first element.
   *
   * @param code its bytes, in hexadecimal digits; what follows a semicolon in a line is a comment
   * @return null if the system gives no memory for code
   */
  static @Nullable MethodHandle function(String code) {
    MemorySegment placed = place(bytes(code));
    return placed == null
        ? null
        : Linker.nativeLinker().downcallHandle(placed, TYPE, Linker.Option.critical(true));
  }

  /** By hand: regular expressions and streams would be loaded for it when a rank starts. */
  static byte[] bytes(String code) {
    byte[] bytes = new byte[code.length() / 2];
    int digits = 0;
    boolean isComment = false;
    for (int i = 0; i < code.length(); i++) {
      char c = code.charAt(i);
      isComment = c == ';' || isComment && c != '\n';
      int digit = isComment ? -1 : Character.digit(c, 16);
      if (digit >= 0) {
        bytes[digits / 2] = (byte) (bytes[digits / 2] << 4 | digit);
        digits++;
      }
    }
    return Arrays.copyOf(bytes, digits / 2);
  }

  private static @Nullable MemorySegment place(byte[] code) {
    long page = LinuxCalls.call(LinuxCalls.MMAP, 0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    if (page < 0) {
      return null;
    }
    MemorySegment memory = MemorySegment.ofAddress(page).reinterpret(PAGE);
    MemorySegment.copy(code, 0, memory, ValueLayout.JAVA_BYTE, 0, code.length);
    return LinuxCalls.call(LinuxCalls.MPROTECT, page, PAGE, READ_EXECUTE) < 0 ? null : memory;
  }
}
