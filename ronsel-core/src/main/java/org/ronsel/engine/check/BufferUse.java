package org.ronsel.engine.check;

import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;
import org.ronsel.observe.CallSite;

/** A buffer that a pending request has been given, and what was in it. For the checks. */
public final class BufferUse {
  /**
   * Keeps the use of a buffer reachable for the starter until it has the request.
   *
   * @param use of the buffer of the request
   * @param sent of the buffer that a request which also receives sends, or null
   */
  public record Guard(BufferUse use, @Nullable BufferUse sent) {
    Guard(BufferUse use) {
      this(use, null);
    }

    /** That of a request which receives and sends; null if it does neither. */
    public static @Nullable Guard both(@Nullable Guard received, @Nullable Guard sent) {
      return received == null || sent == null
          ? (received == null ? sent : received)
          : new Guard(received.use, sent.use);
    }

    Stream<BufferUse> uses() {
      return sent == null ? Stream.of(use) : Stream.of(use, sent);
    }
  }

  private static final int PIECE = 64 << 10;

  /** Stands for the array where a buffer is native memory. */
  private static final Object NATIVE = new Object();

  final String call;
  final boolean writes;
  final String stack;
  private final Object base;
  private final long offset;
  final long bytes;
  final Object place;
  final long start;
  private final long checksum;
  private final boolean known;

  /**
   * Looks at a buffer now.
   *
   * @param writes whether the request writes into it
   */
  BufferUse(String call, boolean writes, Object base, long offset, long bytes) {
    this.call = call;
    this.writes = writes;
    this.base = base;
    this.offset = offset;
    this.bytes = bytes;
    this.stack = CallSite.stack();
    if (base instanceof MemorySegment segment) {
      Object array = segment.heapBase().orElse(null);
      place = array == null ? NATIVE : array;
      start = segment.address() + offset;
    } else {
      place = base;
      start = offset;
    }
    Long sum = sum();
    checksum = sum == null ? 0 : sum;
    known = sum != null;
  }

  /** Whether its bytes lie in one range, which others can be compared with. */
  boolean hasRange() {
    return bytes > 0 && !(base instanceof ScatteredMemory);
  }

  /** Whether both touch the same bytes; both have a range in the same place. */
  boolean overlaps(BufferUse other) {
    return start < other.start + other.bytes && other.start < start + bytes;
  }

  /** Whether the bytes are others than they were; not, if this thread cannot see them. */
  boolean hasChanged() {
    Long sum = known ? sum() : null;
    return sum != null && sum != checksum;
  }

  private @Nullable Long sum() {
    CRC32C sum = new CRC32C();
    byte[] piece = new byte[(int) Math.min(bytes, PIECE)];
    MemorySegment to = MemorySegment.ofArray(piece);
    try {
      for (long at = 0; at < bytes; at += piece.length) {
        int length = (int) Math.min(piece.length, bytes - at);
        MemoryCopy.toSegment(base, offset + at, to, 0, length);
        sum.update(piece, 0, length);
      }
    } catch (IllegalStateException | WrongThreadException unreadable) {
      return null; // another thread's segment, or a closed one, of which the engine will tell
    }
    return sum.getValue();
  }

  @Override
  public String toString() {
    return call + " started at\n" + indented(stack);
  }

  static String indented(String lines) {
    return "    " + lines.replace("\n", "\n    ");
  }
}
