package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.ronsel.UnsupportedFeatureException;

/**
 * Linux system calls by number, through the C library's {@code syscall}. All of them share one
 * method type, so that the JVM prepares native calling code once and not for each function. (The
 * function is declared variadic, which on Linux passes words no differently.)
 */
final class LinuxCalls {
  private LinuxCalls() {}

  /** Error numbers, the same on every architecture that this class knows. */
  static final int EPERM = 1;

  static final int ENOENT = 2;
  static final int ESRCH = 3;
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int ENOMEM = 12;
  static final int EACCES = 13;
  static final int EFAULT = 14;
  static final int EINVAL = 22;
  static final int EMFILE = 24;
  static final int EFBIG = 27;
  static final int ENOSPC = 28;
  static final int ENOSYS = 38;
  static final int EOPNOTSUPP = 95;
  static final int ETIMEDOUT = 110;

  private static final String ARCH = System.getProperty("os.arch", "");
  static final boolean X86 = ARCH.equals("amd64") || ARCH.equals("x86_64");

  /** Whether system calls can be made, or why not. Asking costs nothing and makes no call. */
  static final Availability AVAILABILITY = availability();

  // The second column is the generic table of the kernel, which aarch64 uses.
  static final int READ = number(0, 63);
  static final int WRITE = number(1, 64);
  static final int CLOSE = number(3, 57);
  static final int MMAP = number(9, 222);
  static final int MPROTECT = number(10, 226);
  static final int FCNTL = number(72, 25);
  static final int FTRUNCATE = number(77, 46);
  static final int FUTEX = number(202, 98);
  static final int SCHED_SETAFFINITY = number(203, 122);
  static final int OPENAT = number(257, 56);
  static final int PPOLL = number(271, 73);
  static final int FALLOCATE = number(285, 47);
  static final int PROCESS_VM_READV = number(310, 270);
  static final int MEMFD_CREATE = number(319, 279);

  private static int number(int x86, int generic) {
    return X86 ? x86 : generic;
  }

  private static Availability availability() {
    if (!NativeAccess.LINUX) {
      return Availability.unavailable(
          "it needs Linux and this is " + System.getProperty("os.name", "unknown"));
    }
    if (!X86 && !ARCH.equals("aarch64")) {
      return Availability.unavailable("the system calls of " + ARCH + " Linux are not known");
    }
    return NativeAccess.availability();
  }

  /** One handle for all of them: another kind would take 8 ms to make. */
  private static final class Native {
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    static final long ERRNO = STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

    /** Receives error numbers that are not read. */
    static final MemorySegment UNREAD = Arena.global().allocate(STATE);

    static final MethodHandle SYSCALL =
        NativeAccess.downcall(
            "syscall", NativeAccess.WORDS, Linker.Option.captureCallState("errno"));
  }

  /**
   * The same without error numbers, for which the other one makes an object in each call (which
   * only compilers with escape analysis leave out). Made where there are many calls.
   */
  private static final class WithoutErrors {
    static final MethodHandle SYSCALL = NativeAccess.downcall("syscall", NativeAccess.WORDS);
  }

  private static final int MANY = 1_000;

  /** Quick calls so far, up to {@link #MANY}; plain, a lost count costs one call more. */
  private static int quickCalls;

  /**
   * Makes a system call that may block; pointers are passed as addresses of memory that the caller
   * keeps alive.
   *
   * @return its result, or minus the error number
   * @throws UnsupportedFeatureException if {@link #AVAILABILITY} says so
   */
  static long call(int number, long a, long b, long c, long d, long e, long f) {
    requireAvailable();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Native.STATE);
      long result = (long) Native.SYSCALL.invokeExact(state, (long) number, a, b, c, d, e, f);
      return result == -1 ? -state.get(ValueLayout.JAVA_INT, Native.ERRNO) : result;
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError("a downcall throws no checked exception", thrown);
    }
  }

  /** As {@link #call(int, long, long, long, long, long, long)} with fewer arguments. */
  static long call(int number, long a, long b, long c) {
    return call(number, a, b, c, 0, 0, 0);
  }

  /**
   * As {@link #call(int, long, long, long, long, long, long)}, without the error number and, after
   * many calls, without allocation.
   *
   * @return its result, or -1 on any error
   */
  static long callQuick(int number, long a, long b, long c, long d) {
    requireAvailable();
    try {
      if (quickCalls >= MANY) {
        try {
          return (long) WithoutErrors.SYSCALL.invokeExact((long) number, a, b, c, d, 0L, 0L);
        } catch (OutOfMemoryError | LinkageError full) {
          quickCalls = Integer.MIN_VALUE; // it could not be made in a full heap
        }
      }
      quickCalls++;
      return (long) Native.SYSCALL.invokeExact(Native.UNREAD, (long) number, a, b, c, d, 0L, 0L);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError("a downcall throws no checked exception", thrown);
    }
  }

  private static void requireAvailable() {
    if (!AVAILABILITY.usable()) {
      throw new UnsupportedFeatureException(
          "System calls cannot be made: " + AVAILABILITY.detail());
    }
  }

  /** The text of the system, and of the JDK, for {@link #EFBIG}. */
  static final String FILE_TOO_LARGE = "File too large";

  /** The text for an error number as {@link #call} returns it, negative or positive. */
  static String errorText(long error) {
    int number = (int) Math.abs(error);
    return switch (number) {
      case EPERM -> "Operation not permitted (EPERM)";
      case ENOENT -> "No such file or directory (ENOENT)";
      case ESRCH -> "No such process (ESRCH)";
      case EINTR -> "Interrupted system call (EINTR)";
      case EAGAIN -> "Try again (EAGAIN)";
      case ENOMEM -> "Out of memory (ENOMEM)";
      case EACCES -> "Permission denied (EACCES)";
      case EFAULT -> "Bad address (EFAULT)";
      case EINVAL -> "Invalid argument (EINVAL)";
      case EMFILE -> "Too many open files (EMFILE)";
      case EFBIG -> FILE_TOO_LARGE + " (EFBIG)";
      case ENOSPC -> "No space left (ENOSPC)";
      case ENOSYS -> "Not in this kernel, or forbidden here (ENOSYS)";
      case EOPNOTSUPP -> "Not supported (EOPNOTSUPP)";
      case ETIMEDOUT -> "Timed out (ETIMEDOUT)";
      default -> "error " + number;
    };
  }
}
