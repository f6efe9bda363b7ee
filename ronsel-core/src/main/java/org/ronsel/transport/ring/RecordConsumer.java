package org.ronsel.transport.ring;

import org.jspecify.annotations.Nullable;
import org.ronsel.machine.LeadingPadding;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;

/**
 * The consuming end of a ring. One thread at a time (the engine's lock sees to it). The number of
 * consumed slots is published through {@link #publishHead} now and then, never for each record.
 */
@SuppressWarnings("unused") // the padding takes up room: producers read objects that lie beside
abstract class RecordConsumer extends LeadingPadding {
  private final RingMemory ring;
  private final int publishEvery;
  private final RecordView record;
  private long head;
  private long published;
  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  RecordConsumer(RingMemory ring) {
    this.ring = ring;
    this.record = new RecordView(ring.memory);
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

  /** Hands up to {@code limit} records to {@code handler}; returns how many. */
  final int poll(RecordHandler handler, int limit) {
    int count = 0;
    long position = head;
    boolean isNext = ring.isPublished(position);
    while (isNext && count < limit) {
      int index = ring.index(position);
      record.wrap(ring.offset(position));
      int slots;
      if (record.header() == RingDescriptor.PADDING) {
        slots = ring.capacity - index;
        isNext = false;
      } else {
        // Looked at now, the line of the next record comes while this one is handled.
        isNext = ring.isPublished(position + 1);
        slots = locate(record, ring.offset(position), ring.capacity - index);
        hand(handler, takeAttachment(index));
        payloadRead();
        count++;
      }
      position += slots;
      head = position;
      if (position - published >= publishEvery) {
        published = position;
        publishHead(position);
      }
      isNext = isNext && slots == 1 || ring.isPublished(position);
    }
    return count;
  }

  /**
   * Finds the payload of a record: it lies behind the fields.
   *
   * @return the slots that the record occupies
   */
  int locate(RecordView view, long offset, int slotsToEnd) {
    return checkedSlots(view.payloadBytes(), slotsToEnd);
  }

  /** The payload of the record that was located last has been read. */
  void payloadRead() {}

  /** For {@link #takeAttachment}: takes the reference from an array with a place for each slot. */
  static @Nullable Object take(@Nullable Object[] attachments, int slot) {
    Object attachment = attachments[slot];
    if (attachment != null) {
      attachments[slot] = null;
    }
    return attachment;
  }

  private static int checkedSlots(int payloadBytes, int slotsToEnd) {
    if (payloadBytes < 0
        || payloadBytes > RingDescriptor.inlineLimit(slotsToEnd)
            && payloadBytes > RecordDescriptor.SHORT_PAYLOAD_BYTES) {
      throw new MalformedRecordException(
          "record of " + payloadBytes + " inline bytes does not fit its ring");
    }
    return RingDescriptor.slots(payloadBytes);
  }

  private void hand(RecordHandler handler, @Nullable Object attachment) {
    if (record.header() == RingDescriptor.SKIPPED) {
      return;
    }
    if (attachment == null) {
      handler.onRecord(record);
      return;
    }
    record.attach(attachment);
    try {
      handler.onRecord(record);
    } finally {
      record.attach(null);
    }
  }
}
