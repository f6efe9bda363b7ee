package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.memory.MemoryCopy;

/**
 * Copies from another process of the same user, by the kernel and with one copy ({@code
 * process_vm_readv}), out of native memory or out of an array.
 *
 * <p>An array stays at its address until the next garbage collection. So who offers one tells its
 * address, and the {@linkplain CollectionCount number of collections} at that time; who reads it
 * reads that number too, behind the data: if it is the same, the data are those of the array, and
 * otherwise they may be anything. (docs/decisions/0043-arrays-are-read-where-they-lie.md)
 *
 * <p>Any thread may call. The local segment must stay open until the call returns.
 */
public final class ProcessMemory {
  private ProcessMemory() {}

  /** The kernel transfers at most about 2 GB in one call; less keeps single calls short. */
  private static final long MOST_PER_CALL = 16L << 20;

  /** The most that is read into an array by one call, during which no safepoint is reached. */
  private static final long PIECE = 256 << 10;

  private static final long BOUNCE_BYTES = 64 << 10;

  /** Whether this process may call it at all, or why not; a peer may still be out of bounds. */
  public static Availability availability() {
    return Probe.AVAILABILITY;
  }

  /** Whether arrays can be offered and read where they lie, or why not. */
  public static Availability arrays() {
    return ArrayCode.AVAILABILITY;
  }

  private static final class Probe {
    static final Availability AVAILABILITY = probe();

    private static Availability probe() {
      if (!LinuxCalls.AVAILABILITY.usable()) {
        return LinuxCalls.AVAILABILITY;
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment own = arena.allocate(2 * Long.BYTES, Long.BYTES);
        return reachable(ProcessHandle.current().pid(), own.address());
      }
    }
  }

  /**
   * Whether the memory of a peer can be read: tries eight bytes.
   *
   * @param pid the peer
   * @param remoteAddress of eight readable bytes there
   */
  public static Availability reachable(long pid, long remoteAddress) {
    if (!LinuxCalls.AVAILABILITY.usable()) {
      return LinuxCalls.AVAILABILITY;
    }
    try (Arena arena = Arena.ofConfined()) {
      readNative(pid, remoteAddress, arena.allocate(Long.BYTES, Long.BYTES), 0, Long.BYTES);
      return Availability.usable("process_vm_readv");
    } catch (RonselException e) {
      return Availability.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The address of a byte of a segment; of an array's segment, where {@link #arrays} says that this
   * is possible, at the moment.
   */
  public static long addressOf(MemorySegment segment, long offset) {
    if (segment.isNative()) {
      return segment.address() + offset;
    }
    MethodHandle address = ArrayCode.ADDRESS;
    if (address == null) {
      throw new UnsupportedFeatureException("Arrays have no address: " + ArrayCode.AVAILABILITY);
    }
    try {
      return (long) address.invokeExact(segment, offset);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError("a downcall throws no checked exception", thrown);
    }
  }

  /**
   * Copies native memory of another process.
   *
   * @param pid the other process
   * @param remoteAddress where the bytes are there; they must stay mapped
   * @param local memory to copy to, native or of an array
   * @param offset in {@code local}, in bytes
   * @param bytes how many
   * @throws UnsupportedFeatureException if the kernel does not permit it
   * @throws ProcessGoneException if the process has ended
   * @throws RonselException if an address there is not mapped
   */
  public static void read(
      long pid, long remoteAddress, MemorySegment local, long offset, long bytes) {
    check(local, offset, bytes);
    if (ArrayCode.AVAILABILITY.usable()) {
      readCounted(pid, remoteAddress, local, offset, bytes, 0, 0);
    } else {
      // Not to the address of the memory, whose arena another thread may close.
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bounce = arena.allocate(BOUNCE_BYTES, 64);
        for (long done = 0; done < bytes; done += BOUNCE_BYTES) {
          long n = Math.min(BOUNCE_BYTES, bytes - done);
          readNative(pid, remoteAddress + done, bounce, 0, n);
          MemoryCopy.copy(bounce, 0, local, offset + done, n);
        }
      }
    }
  }

  /**
   * Copies a part of an array of another process. Allocates nothing.
   *
   * @param remoteAddress where the bytes were there when the count was {@code collections}
   * @param countAddress where the {@link CollectionCount} of that process is
   * @return whether the count is still the same; otherwise what was read may be anything
   * @throws UnsupportedFeatureException if the kernel does not permit it, or {@link #arrays} is
   *     unavailable here
   * @throws ProcessGoneException if the process has ended
   */
  public static boolean readArray(
      long pid,
      long remoteAddress,
      MemorySegment local,
      long offset,
      long bytes,
      long countAddress,
      int collections) {
    check(local, offset, bytes);
    if (!ArrayCode.AVAILABILITY.usable()) {
      throw new UnsupportedFeatureException("Arrays of processes: " + ArrayCode.AVAILABILITY);
    }
    return readCounted(pid, remoteAddress, local, offset, bytes, countAddress, collections);
  }

  private static void check(MemorySegment local, long offset, long bytes) {
    if (local.isReadOnly()) {
      throw new RonselException(ErrorClass.BUFFER, "The memory to read to is read-only");
    }
    Objects.checkFromIndexSize(offset, bytes, local.byteSize());
    if (!local.scope().isAlive()) {
      throw new IllegalStateException("Already closed");
    }
  }

  private static void readNative(
      long pid, long remoteAddress, MemorySegment local, long offset, long bytes) {
    long address = local.address() + offset;
    try (Arena arena = Arena.ofConfined()) {
      // Two struct iovec: address and length, here and there.
      MemorySegment vectors = arena.allocate(4 * Long.BYTES, Long.BYTES);
      long vectorsAt = vectors.address();
      for (long done = 0; done < bytes; ) {
        long n = Math.min(MOST_PER_CALL, bytes - done);
        vectors.set(ValueLayout.JAVA_LONG, 0, address + done);
        vectors.set(ValueLayout.JAVA_LONG, 8, n);
        vectors.set(ValueLayout.JAVA_LONG, 16, remoteAddress + done);
        vectors.set(ValueLayout.JAVA_LONG, 24, n);
        long moved =
            LinuxCalls.call(LinuxCalls.PROCESS_VM_READV, pid, vectorsAt, 1, vectorsAt + 16, 1, 0);
        if (moved <= 0) {
          throw failure(pid, moved);
        }
        done += moved;
      }
    }
    Reference.reachabilityFence(local);
  }

  private static boolean readCounted(
      long pid,
      long remoteAddress,
      MemorySegment local,
      long offset,
      long bytes,
      long countAddress,
      int collections) {
    MethodHandle read = Objects.requireNonNull(ArrayCode.READ);
    for (long done = 0; done < bytes; done += PIECE) {
      long n = Math.min(PIECE, bytes - done);
      long result;
      try {
        result =
            (long)
                read.invokeExact(
                    local,
                    offset + done,
                    pid,
                    remoteAddress + done,
                    n,
                    countAddress,
                    (long) collections);
      } catch (RuntimeException | Error thrown) {
        throw thrown;
      } catch (Throwable thrown) {
        throw new AssertionError("a downcall throws no checked exception", thrown);
      }
      boolean isArray = countAddress != 0;
      if (result == n + (isArray ? Integer.BYTES : 0)) {
        continue;
      }
      if (isArray
          && (result >= 0 || result == -LinuxCalls.EAGAIN || result == -LinuxCalls.EFAULT)) {
        return false; // the count is another, or the heap has become smaller
      }
      throw failure(pid, result < 0 ? result : -LinuxCalls.EFAULT);
    }
    return true;
  }

  private static RonselException failure(long pid, long result) {
    String peer = "The memory of process " + pid;
    return switch ((int) result) {
      case -LinuxCalls.EPERM, -LinuxCalls.ENOSYS ->
          new UnsupportedFeatureException(
              peer
                  + " is closed to this process: "
                  + LinuxCalls.errorText(result)
                  + ". Containers and kernel.yama.ptrace_scope forbid it");
      case -LinuxCalls.ESRCH -> new ProcessGoneException(pid, null);
      case -LinuxCalls.EFAULT ->
          new RonselException(
              ErrorClass.BUFFER, peer + " cannot be reached: nothing is mapped at that address");
      default ->
          new RonselException(
              ErrorClass.OTHER,
              peer
                  + " cannot be reached: "
                  + (result == 0 ? "nothing was copied" : LinuxCalls.errorText(result)));
    };
  }

  /** Functions of our own, since an array has an address only while a native function runs. */
  private static final class ArrayCode {
    /** {@code long addressOf(char *base, long offset)}. */
    private static final int[] ADDRESS_CODE = {
      0xf3, 0x0f, 0x1e, 0xfa, // endbr64
      0x48, 0x8d, 0x04, 0x37, // lea rax, [rdi+rsi]
      0xc3 // ret
    };

    /**
     * {@code long read(char *to, long toAt, long pid, long remoteAddress, long bytes, long
     * countAddress, long count)}: the system call, with one more word to read if there is a count,
     * which is compared; minus the error number, EAGAIN if the count is another.
     */
    private static final int[] READ_CODE = {
      0xf3,
      0x0f,
      0x1e,
      0xfa, // endbr64
      0x48,
      0x83,
      0xec,
      0x48, // sub rsp, 0x48
      0x48,
      0x01,
      0xf7, // add rdi, rsi
      0x48,
      0x89,
      0x3c,
      0x24, // mov [rsp], rdi
      0x4c,
      0x89,
      0x44,
      0x24,
      0x08, // mov [rsp+0x8], r8
      0x48,
      0x8d,
      0x44,
      0x24,
      0x40, // lea rax, [rsp+0x40]
      0x48,
      0x89,
      0x44,
      0x24,
      0x10, // mov [rsp+0x10], rax
      0x48,
      0xc7,
      0x44,
      0x24,
      0x18,
      0x04,
      0x00,
      0x00,
      0x00, // mov [rsp+0x18], 0x4
      0x48,
      0x89,
      0x4c,
      0x24,
      0x20, // mov [rsp+0x20], rcx
      0x4c,
      0x89,
      0x44,
      0x24,
      0x28, // mov [rsp+0x28], r8
      0x4c,
      0x89,
      0x4c,
      0x24,
      0x30, // mov [rsp+0x30], r9
      0x48,
      0xc7,
      0x44,
      0x24,
      0x38,
      0x04,
      0x00,
      0x00,
      0x00, // mov [rsp+0x38], 0x4
      0x48,
      0x8b,
      0x44,
      0x24,
      0x50, // mov rax, [rsp+0x50]
      0x48,
      0x89,
      0x44,
      0x24,
      0x40, // mov [rsp+0x40], rax
      0x48,
      0x89,
      0xd7, // mov rdi, rdx
      0x48,
      0x89,
      0xe6, // mov rsi, rsp
      0x31,
      0xc0, // xor eax, eax
      0x4d,
      0x85,
      0xc9, // test r9, r9
      0x0f,
      0x95,
      0xc0, // setne al
      0x8d,
      0x50,
      0x01, // lea edx, [rax+0x1]
      0x41,
      0x89,
      0xd0, // mov r8d, edx
      0x4c,
      0x8d,
      0x54,
      0x24,
      0x20, // lea r10, [rsp+0x20]
      0x45,
      0x31,
      0xc9, // xor r9d, r9d
      0xb8,
      0x36,
      0x01,
      0x00,
      0x00, // mov eax, 0x136
      0x0f,
      0x05, // syscall
      0x48,
      0x85,
      0xc0, // test rax, rax
      0x78,
      0x11, // js done
      0x8b,
      0x4c,
      0x24,
      0x40, // mov ecx, [rsp+0x40]
      0x3b,
      0x4c,
      0x24,
      0x50, // cmp ecx, [rsp+0x50]
      0x74,
      0x07, // je done
      0x48,
      0xc7,
      0xc0,
      0xf5,
      0xff,
      0xff,
      0xff, // mov rax, 0xfffffffffffffff5
      0x48,
      0x83,
      0xc4,
      0x48, // done: add rsp, 0x48
      0xc3 // ret
    };

    static final Availability AVAILABILITY;
    static final @Nullable MethodHandle ADDRESS;
    static final @Nullable MethodHandle READ;

    static {
      MethodHandle address = null;
      MethodHandle read = null;
      Availability found = ProcessMemory.availability();
      if (found.usable() && !LinuxCalls.X86) {
        found = Availability.unavailable("there is code for x86 processors only");
      }
      if (found.usable()) {
        found = CollectionCount.availability();
      }
      if (found.usable()) {
        ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
        address = function(ADDRESS_CODE, FunctionDescriptor.of(word, ValueLayout.ADDRESS, word));
        read =
            function(
                READ_CODE,
                FunctionDescriptor.of(
                    word, ValueLayout.ADDRESS, word, word, word, word, word, word));
        if (address == null || read == null) {
          found = Availability.unavailable("the system gives no memory for code");
        }
      }
      ADDRESS = address;
      READ = read;
      AVAILABILITY = found;
    }

    private static @Nullable MethodHandle function(int[] code, FunctionDescriptor descriptor) {
      byte[] bytes = new byte[code.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) code[i];
      }
      MemorySegment placed = NativeCode.place(bytes);
      return placed == null
          ? null
          : Linker.nativeLinker().downcallHandle(placed, descriptor, Linker.Option.critical(true));
    }
  }
}
