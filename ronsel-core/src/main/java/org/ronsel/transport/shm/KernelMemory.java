package org.ronsel.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.machine.ProcessMemory;
import org.ronsel.machine.Setting;
import org.ronsel.machine.SingleCopyProbe;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * Native memory of another process, that the kernel reads: single copy of the data of long messages
 * that do not lie in shared memory. The key is the address there, with the sign bit set.
 *
 * <p>The system property {@code ronsel.shm.single-copy} chooses: {@code auto} (the default) uses it
 * where a short measurement, made before the first such message, finds it faster than two copies
 * through fragments; {@code on} and {@code off} do as they say. A receiver that the kernel does not
 * let read asks for fragments instead, and the sender remembers it.
 */
final class KernelMemory implements RemoteMemory {
  /**
   * Shorter messages go through fragments: those can still be copied aside while no receive is
   * posted, see late eager.
   */
  private static final long LEAST_BYTES = (1L << 20) + 1;

  private static final long BOUNCE_BYTES = 64 << 10;
  private static final long ADDRESS_BITS = Long.MAX_VALUE;

  private final long pid;
  private final long address;
  private final long bytes;

  /** Opens memory of a process by a key that {@link #keyOf} has made there. */
  KernelMemory(long pid, long key, long bytes) {
    this.pid = pid;
    this.address = key & ADDRESS_BITS;
    this.bytes = bytes;
  }

  /** Decided once per JVM. */
  private static final class Choice {
    static final boolean WANTED = choose(Setting.SHM_SINGLE_COPY.word("auto"));
  }

  private static boolean choose(String wanted) {
    return switch (wanted) {
      case "on" -> ProcessMemory.availability().usable();
      case "off" -> false;
      default -> SingleCopyProbe.measure().singleCopy();
    };
  }

  /** A key by which peers can read the range, or 0 if it should go through fragments. */
  static long keyOf(MemorySegment segment, long offset, long bytes) {
    return bytes >= LEAST_BYTES && segment.isNative() && Choice.WANTED
        ? ~ADDRESS_BITS | segment.address() + offset
        : 0;
  }

  /** Whether a key is one of these. */
  static boolean isKey(long key) {
    return key < 0;
  }

  @Override
  public long byteSize() {
    return bytes;
  }

  /** Into an array through a small buffer, since the kernel cannot be told where an array lies. */
  @Override
  public void get(long at, Object base, long byteOffset, long length, Completion done) {
    if (base instanceof MemorySegment segment && segment.isNative()) {
      read(at, segment, byteOffset, length);
    } else {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bounce = arena.allocate(BOUNCE_BYTES, 64);
        for (long read = 0; read < length; read += BOUNCE_BYTES) {
          long part = Math.min(BOUNCE_BYTES, length - read);
          read(at + read, bounce, 0, part);
          MemoryCopy.fromSegment(bounce, 0, base, byteOffset + read, part);
        }
      }
    }
    done.complete(0);
  }

  /**
   * Memory that is not mapped any more is requested from its owner, which knows and tells the
   * reason.
   */
  private void read(long at, MemorySegment to, long byteOffset, long length) {
    try {
      ProcessMemory.read(pid, address + at, to, byteOffset, length);
    } catch (RonselException failure) {
      if (failure.errorClass() == ErrorClass.BUFFER) {
        throw new UnsupportedFeatureException(String.valueOf(failure.getMessage()), failure);
      }
      throw failure;
    }
  }

  @Override
  public void put(Object base, long byteOffset, long at, long length, Completion local) {
    throw onlyRead();
  }

  @Override
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    throw onlyRead();
  }

  @Override
  public void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    throw onlyRead();
  }

  private static UnsupportedFeatureException onlyRead() {
    return new UnsupportedFeatureException("the data of a message can only be read");
  }

  @Override
  public void flush(Completion remote) {
    remote.complete(0);
  }
}
