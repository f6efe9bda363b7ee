package org.ronsel.transport.ring;

import static org.ronsel.transport.ring.RecordLayout.CONTEXT;
import static org.ronsel.transport.ring.RecordLayout.COOKIE;
import static org.ronsel.transport.ring.RecordLayout.HEADER;
import static org.ronsel.transport.ring.RecordLayout.LENGTH;
import static org.ronsel.transport.ring.RecordLayout.PADDING;
import static org.ronsel.transport.ring.RecordLayout.TAG;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.LeadingPadding;
import org.ronsel.machine.NativeWords;
import org.ronsel.transport.RecordReader;

/**
 * The consuming end of a ring. One thread at a time (the engine's lock sees to it). The number of
 * consumed slots is published through {@link #publishHead} now and then, never for each record.
 */
@SuppressWarnings("unused") // the padding takes up room: producers read objects that lie beside
abstract class RecordConsumer extends LeadingPadding {
  private final RingMemory ring;
  private final int publishEvery;
  private long head;
  private long published;
  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  RecordConsumer(RingMemory ring) {
    this.ring = ring;
    this.publishEvery = Math.max(1, ring.capacity / 4);
  }

  /**
   * Tells producers that all slots before {@code head} are free. Release: after they have been
   * read.
   */
  abstract void publishHead(long head);

  /** Takes the reference that travels with the record in the slot, if the ring carries any. */
  abstract @Nullable Object takeAttachment(int slot);

  /** Whether the next record is there; may be called without the engine's lock, as a hint. */
  final boolean hasRecord() {
    return ring.isPublished(head);
  }

  /** Hands up to {@code limit} records to {@code reader}; returns how many. */
  final int poll(RecordReader reader, int limit) {
    int count = 0;
    long position = head;
    while (count < limit && ring.isPublished(position)) {
      MemorySegment memory = ring.memory;
      long at = ring.offset(position);
      long headerAndBytes = NativeWords.getLong(memory, at + HEADER);
      int header = RecordLayout.low(headerAndBytes);
      int slots;
      if (header == PADDING) {
        slots = ring.capacity - ring.index(position);
      } else {
        int inlineBytes = RecordLayout.high(headerAndBytes);
        if (inlineBytes < 0
            || inlineBytes > RecordLayout.inlineLimit(ring.capacity - ring.index(position))
                && inlineBytes > RecordLayout.FIRST_SLOT_PAYLOAD) {
          throw new MalformedRecordException(
              "record of " + inlineBytes + " inline bytes does not fit its ring");
        }
        slots = RecordLayout.slots(inlineBytes);
        Object attachment = takeAttachment(ring.index(position));
        if (header != RecordLayout.VOID) {
          long tagAndSource = NativeWords.getLong(memory, at + TAG);
          reader.record(
              header,
              NativeWords.getLong(memory, at + CONTEXT),
              RecordLayout.high(tagAndSource),
              RecordLayout.low(tagAndSource),
              NativeWords.getLong(memory, at + LENGTH),
              NativeWords.getLong(memory, at + COOKIE),
              memory,
              at + RecordLayout.payload(inlineBytes),
              inlineBytes,
              attachment);
        }
        count++;
      }
      position += slots;
      head = position;
      if (position - published >= publishEvery) {
        published = position;
        publishHead(position);
      }
    }
    return count;
  }
}
