package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Objects;
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
      return (long) address.invokeExact(segment, offset, MemorySegment.NULL, 0L, 0L, 0L, 0L);
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
    long pidAndCount = pid << Integer.SIZE | Integer.toUnsignedLong(collections);
    for (long done = 0; done < bytes; done += PIECE) {
      long n = Math.min(PIECE, bytes - done);
      long result;
      try {
        result =
            (long)
                read.invokeExact(
                    local,
                    offset + done,
                    MemorySegment.NULL,
                    remoteAddress + done,
                    n,
                    countAddress,
                    pidAndCount);
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
}
