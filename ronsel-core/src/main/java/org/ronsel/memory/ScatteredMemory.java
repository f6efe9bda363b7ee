package org.ronsel.memory;

import java.lang.foreign.MemorySegment;

/**
 * Bytes that lie apart in an array or a segment, addressed as if they were packed: position 0 is
 * the first byte that is described, and the next position may lie anywhere. {@link MemoryCopy}
 * takes one wherever it takes an array, with a position in place of the byte offset; so what sends
 * from and receives into arrays also gathers from and scatters into any pattern of memory, and no
 * packed copy of it ever exists as a whole.
 *
 * <p>Immutable apart from the memory itself: several threads may gather and scatter at once, those
 * that write at different positions. Errors are those of {@link MemoryCopy}.
 */
public abstract class ScatteredMemory {
  /** For the classes that describe patterns. */
  protected ScatteredMemory() {}

  /** The primitive array or segment in which the bytes lie. */
  public abstract Object base();

  /** How many bytes are described. */
  public abstract long byteSize();

  /** Copies the {@code bytes} bytes from packed position {@code position} on to a segment. */
  public abstract void gather(long position, MemorySegment to, long toOffset, long bytes);

  /** Copies {@code bytes} bytes of a segment to packed position {@code position} and on. */
  public abstract void scatter(MemorySegment from, long fromOffset, long position, long bytes);
}
