package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.Objects;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;

/**
 * Copies between this process and another one of the same user, by the kernel and with one copy
 * ({@code process_vm_readv}). Both sides are native memory: the address of an array is never known
 * to another process.
 *
 * <p>Any thread may call. The local segment must stay open, and the remote memory mapped, until the
 * call returns.
 */
public final class ProcessMemory {
  private ProcessMemory() {}

  /** The kernel transfers at most about 2 GB in one call; less keeps single calls short. */
  private static final long MOST_PER_CALL = 16L << 20;

  /** Whether this process may call it at all, or why not; a peer may still be out of bounds. */
  public static Availability availability() {
    return Probe.AVAILABILITY;
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
      read(pid, remoteAddress, arena.allocate(Long.BYTES, Long.BYTES), 0, Long.BYTES);
      return Availability.usable("process_vm_readv");
    } catch (RonselException e) {
      return Availability.unavailable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Copies from another process.
   *
   * @param pid the other process
   * @param remoteAddress where the bytes are there
   * @param local native memory to copy to
   * @param offset in {@code local}, in bytes
   * @param bytes how many
   * @throws UnsupportedFeatureException if the kernel does not permit it
   * @throws ProcessGoneException if the process has ended
   * @throws RonselException if an address there is not mapped
   */
  public static void read(
      long pid, long remoteAddress, MemorySegment local, long offset, long bytes) {
    if (local.isReadOnly()) {
      throw new RonselException(ErrorClass.BUFFER, "The memory to read to is read-only");
    }
    Objects.checkFromIndexSize(offset, bytes, local.byteSize());
    if (!local.isNative()) {
      throw new RonselException(
          ErrorClass.BUFFER, "Memory of another process can only be copied to native memory");
    }
    if (!local.scope().isAlive()) {
      throw new IllegalStateException("Already closed");
    }
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
