package org.ronsel.transport.ring;

import static org.ronsel.transport.ring.RecordLayout.CONTEXT;
import static org.ronsel.transport.ring.RecordLayout.COOKIE;
import static org.ronsel.transport.ring.RecordLayout.HEADER;
import static org.ronsel.transport.ring.RecordLayout.LENGTH;
import static org.ronsel.transport.ring.RecordLayout.PADDING;
import static org.ronsel.transport.ring.RecordLayout.SLOT;
import static org.ronsel.transport.ring.RecordLayout.SLOT_SHIFT;
import static org.ronsel.transport.ring.RecordLayout.STAMP;
import static org.ronsel.transport.ring.RecordLayout.TAG;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.MemoryCopy;
import org.ronsel.machine.NativeWords;

/** The slots of one ring: a power of two of them in one segment, and the nonce of their stamps. */
final class RingMemory {
  final MemorySegment memory;
  final int capacity;
  private final long nonce;

  RingMemory(MemorySegment memory, long nonce) {
    this.memory = memory;
    this.capacity = (int) (memory.byteSize() >>> SLOT_SHIFT);
    this.nonce = nonce;
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("not a power of two of slots: " + capacity);
    }
  }

  /** Makes slot 0 differ from its first expected stamp, whatever the memory held. */
  void clearFirstStamp() {
    NativeWords.setLongRelease(memory, 0L, ~(1L ^ nonce));
  }

  int index(long position) {
    return (int) position & capacity - 1;
  }

  long offset(long position) {
    return (long) index(position) << SLOT_SHIFT;
  }

  /** Whether the record at {@code position} is complete. Acquire: its fields may be read then. */
  boolean isPublished(long position) {
    return NativeWords.getLongAcquire(memory, offset(position) + STAMP) == (position + 1 ^ nonce);
  }

  /** Slots to skip before a record of {@code slots} slots so that it does not wrap around. */
  int padding(long position, int slots) {
    int toEnd = capacity - index(position);
    return slots <= toEnd ? 0 : toEnd;
  }

  void publishPadding(long position) {
    long at = offset(position);
    NativeWords.setLong(memory, at + HEADER, RecordLayout.pair(PADDING, 0));
    publish(position, at);
  }

  void write(
      long position,
      int header,
      long context,
      int source,
      int tag,
      long length,
      long cookie,
      @Nullable Object base,
      long byteOffset,
      int inlineBytes) {
    long at = offset(position);
    MemorySegment m = memory;
    NativeWords.setLong(m, at + HEADER, RecordLayout.pair(header, inlineBytes));
    NativeWords.setLong(m, at + CONTEXT, context);
    NativeWords.setLong(m, at + TAG, RecordLayout.pair(tag, source));
    NativeWords.setLong(m, at + LENGTH, length);
    NativeWords.setLong(m, at + COOKIE, cookie);
    if (inlineBytes != 0 && base != null) {
      MemoryCopy.toSegment(
          base, byteOffset, m, at + RecordLayout.payload(inlineBytes), inlineBytes);
    }
    publish(position, at);
  }

  /** Publishes slots that have been claimed for a record that could not be written. */
  void publishVoid(long position, int inlineBytes) {
    long at = offset(position);
    NativeWords.setLong(memory, at + HEADER, RecordLayout.pair(RecordLayout.VOID, inlineBytes));
    publish(position, at);
  }

  /**
   * Writes a word of each of the free slots in which the next record, if it is as long, will lie:
   * the consumer's copies of these lines are gone then, and writing the record waits for none of
   * them. For a single producer, which has time now.
   */
  void ownAhead(long position, int slots) {
    long from = padding(position, slots) == 0 ? offset(position) : 0;
    for (long at = from + SLOT; at < from + ((long) slots << SLOT_SHIFT); at += SLOT) {
      NativeWords.setLong(memory, at + COOKIE, 0);
    }
  }

  /** Release: the record's fields and payload become visible before its stamp. */
  private void publish(long position, long at) {
    NativeWords.setLongRelease(memory, at + STAMP, position + 1 ^ nonce);
  }
}
