package org.ronsel.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.machine.SingleCopyProbe;
import org.ronsel.memory.MemoryCopy;

/**
 * Single copy of long messages from native memory of another process by the kernel. It is a handle
 * like those of exposed memory: the address in the sender, with the sign bit set.
 *
 * <p>The system property {@code ronsel.shm.single-copy} chooses: {@code auto} (the default) uses it
 * where a short measurement, made before the first such message, finds it faster than two copies
 * through fragments; {@code on} and {@code off} do as they say. A receiver that the kernel does not
 * let read asks for fragments instead, and the sender remembers it.
 */
final class KernelCopy {
  static final String PROPERTY = "ronsel.shm.single-copy";

  /**
   * Shorter messages go through fragments: those can still be copied aside when nobody receives
   * them, see late eager.
   */
  private static final long LEAST_BYTES = (1L << 20) + 1;

  private static final long BOUNCE_BYTES = 64 << 10;
  private static final long ADDRESS_BITS = Long.MAX_VALUE;

  private KernelCopy() {}

  /** Decided once per JVM. */
  private static final class Choice {
    static final boolean WANTED = choose(System.getProperty(PROPERTY, "auto"));
  }

  private static boolean choose(String wanted) {
    return switch (wanted.toLowerCase(Locale.ROOT)) {
      case "auto" -> SingleCopyProbe.measure().singleCopy();
      case "on" -> ProcessMemory.availability().usable();
      case "off" -> false;
      default ->
          throw new RonselException(
              ErrorClass.ARGUMENT,
              PROPERTY + " must be \"auto\", \"on\" or \"off\", not \"" + wanted + "\"");
    };
  }

  /** A handle by which peers can read the range, or 0 if it should go through fragments. */
  static long handleOf(MemorySegment segment, long offset, long bytes) {
    return bytes >= LEAST_BYTES && segment.isNative() && Choice.WANTED
        ? ~ADDRESS_BITS | segment.address() + offset
        : 0;
  }

  /** Whether a handle is one of these. */
  static boolean isHandle(long handle) {
    return handle < 0;
  }

  /**
   * Reads the start of a message from its sender; into an array through a small buffer, since the
   * kernel cannot be told where an array lies.
   */
  static void read(long pid, long handle, Object base, long byteOffset, long bytes) {
    long address = handle & ADDRESS_BITS;
    if (base instanceof MemorySegment segment && segment.isNative()) {
      ProcessMemory.read(pid, address, segment, byteOffset, bytes);
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bounce = arena.allocate(BOUNCE_BYTES, 64);
      for (long at = 0; at < bytes; at += BOUNCE_BYTES) {
        long part = Math.min(BOUNCE_BYTES, bytes - at);
        ProcessMemory.read(pid, address + at, bounce, 0, part);
        MemoryCopy.fromSegment(bounce, 0, base, byteOffset + at, part);
      }
    }
  }
}
