package org.ronsel.transport.ring;

import static org.ronsel.transport.RecordDescriptor.COOKIE;
import static org.ronsel.transport.RecordDescriptor.HEADER;
import static org.ronsel.transport.RecordDescriptor.STAMP;
import static org.ronsel.transport.ring.RingDescriptor.SLOT;
import static org.ronsel.transport.ring.RingDescriptor.SLOT_SHIFT;

import java.lang.foreign.MemorySegment;
import org.ronsel.memory.NativeWords;

/**
 * The slots of one ring: a power of two of them, somewhere in a segment, and the nonce of their
 * stamps.
 */
final class RingMemory {
  final MemorySegment memory;
  final int capacity;
  private final long start;
  private final long nonce;

  RingMemory(MemorySegment memory, long nonce) {
    this(memory, 0, (int) (memory.byteSize() >>> SLOT_SHIFT), nonce);
  }

  /** The ring that starts at a multiple of the bytes of a slot. */
  RingMemory(MemorySegment memory, long start, int slots, long nonce) {
    this.memory = memory;
    this.start = start;
    this.capacity = slots;
    this.nonce = nonce;
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("not a power of two of slots: " + capacity);
    }
  }

  /** Makes slot 0 differ from its first expected stamp, whatever value the memory had. */
  void clearFirstStamp() {
    NativeWords.setLongRelease(memory, start, ~(1L ^ nonce));
  }

  int index(long position) {
    return (int) position & capacity - 1;
  }

  long offset(long position) {
    return start + ((long) index(position) << SLOT_SHIFT);
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

  /**
   * Writes over the stamp of an earlier record in the slot in which a payload ends, if the payload
   * will cover a part only of that word: the rest of the stamp and some bytes of data could be a
   * later stamp. To be called before the payload is written.
   */
  void clearLastStamp(long position, int payloadBytes) {
    int inLast = payloadBytes & SLOT - 1;
    if (inLast != 0 && inLast < Long.BYTES && payloadBytes > SLOT) {
      NativeWords.setLong(memory, offset(position) + SLOT + payloadBytes - inLast, 0);
    }
  }

  /** The same for a payload of which any part may have been written before it was given up. */
  void clearInnerStamps(long position, int payloadBytes) {
    for (int i = 1; i < RingDescriptor.slots(payloadBytes); i++) {
      NativeWords.setLong(memory, offset(position) + (long) i * SLOT, 0);
    }
  }

  void publishPadding(long position) {
    // The number of payload bytes, in the upper half of the word, is 0.
    NativeWords.setLong(memory, offset(position) + HEADER, RingDescriptor.PADDING);
    publish(position);
  }

  /** Publishes slots that have been claimed for a record that was given up. */
  void publishSkipped(long position, int payloadBytes) {
    clearInnerStamps(position, payloadBytes);
    long word = (long) payloadBytes << 32 | RingDescriptor.SKIPPED;
    NativeWords.setLong(memory, offset(position) + HEADER, word);
    publish(position);
  }

  /**
   * Writes a word of each of the free slots in which the next record, if it is as long, will lie:
   * the consumer's copies of these lines are gone then, and writing the record waits for none of
   * them. For a single producer, which has time now.
   *
   * @param skipped number of slots at the record's beginning that are not written: those whose
   *     stamps the consumer reads again and again while it waits, so that it would fetch their
   *     lines back
   */
  void ownAhead(long position, int slots, int skipped) {
    long from = padding(position, slots) == 0 ? offset(position) : start;
    for (long at = from + (long) skipped * SLOT;
        at < from + ((long) slots << SLOT_SHIFT);
        at += SLOT) {
      NativeWords.setLong(memory, at + COOKIE, 0);
    }
  }

  /** Release: the record's fields and payload become visible before its stamp. */
  void publish(long position) {
    NativeWords.setLongRelease(memory, offset(position) + STAMP, position + 1 ^ nonce);
  }
}
