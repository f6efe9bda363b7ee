package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;

/**
 * The processors on which a thread may run. Threads inherit the binding of the thread that starts
 * them, so a rank is bound before it starts others only if these shall share its processors; the
 * JVM's own threads are never bound.
 *
 * <p>All methods act on the calling thread, which must be a platform thread: a virtual thread would
 * bind the carrier that it happens to be on.
 */
public final class ThreadAffinity {
  private ThreadAffinity() {}

  private static final int MASK_BYTES = CpuSet.LIMIT / Byte.SIZE;

  /** Whether threads can be bound, or why not. */
  public static Availability availability() {
    return LinuxCalls.AVAILABILITY.usable()
        ? Availability.usable("sched_setaffinity")
        : LinuxCalls.AVAILABILITY;
  }

  /**
   * Binds the calling thread.
   *
   * @throws UnsupportedFeatureException if {@link #availability()} says so, or on a virtual thread
   * @throws RonselException if the thread may run on none of these processors
   */
  public static void bindCurrentThread(CpuSet cpus) {
    requirePlatformThread();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
      byte[] bits = cpus.toBitSet().toByteArray();
      if (cpus.isEmpty() || bits.length > MASK_BYTES) {
        throw new RonselException(
            ErrorClass.ARGUMENT, "A thread cannot be bound to the processors \"" + cpus + "\"");
      }
      MemorySegment.copy(MemorySegment.ofArray(bits), 0, mask, 0, bits.length);
      long result = LinuxCalls.call(LinuxCalls.SCHED_SETAFFINITY, 0, MASK_BYTES, mask.address());
      if (result == -LinuxCalls.EINVAL) {
        throw new RonselException(
            ErrorClass.ARGUMENT,
            "A thread cannot be bound to the processors "
                + cpus
                + ": none of them is online and in the cpuset of this process");
      }
      if (result < 0) {
        throw new RonselException(
            ErrorClass.OTHER,
            "A thread cannot be bound to the processors "
                + cpus
                + ": "
                + LinuxCalls.errorText(result));
      }
    }
  }

  private static void requirePlatformThread() {
    if (!LinuxCalls.AVAILABILITY.usable()) {
      throw new UnsupportedFeatureException(
          "Threads cannot be bound: " + LinuxCalls.AVAILABILITY.detail());
    }
    if (Thread.currentThread().isVirtual()) {
      throw new UnsupportedFeatureException("A virtual thread cannot be bound to processors");
    }
  }
}
