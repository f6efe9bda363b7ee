package org.ronsel.transport.ring;

import org.ronsel.transport.RecordDescriptor;

/**
 * The slots of a ring. A record starts on a slot and occupies as many as it needs.
 *
 * <p>A slot's first word is its stamp: {@code (position + 1) ^ nonce}, where position counts slots
 * since the ring was made. The producer writes it last, with release order; the consumer reads it
 * with acquire order and knows by it alone that the record is complete. Inner slots of a long
 * record have no stamp of their own: what a user's payload leaves there cannot equal a later stamp
 * except with probability 2^-64, because the nonce is random and never leaves the ring. That takes
 * whole words: where a payload would cover a part only of the stamp of an earlier record, that is
 * {@linkplain RingMemory#clearLastStamp overwritten} before.
 */
public final class RingDescriptor {
  /** Bytes of a slot. */
  public static final int SLOT = RecordDescriptor.ALIGNMENT;

  static final int SLOT_SHIFT = 6;

  /** Header of the record that fills the end of a ring when the next record does not fit there. */
  static final int PADDING = 0xff00;

  /** Header of a record that was given up; the consumer skips it. */
  static final int SKIPPED = 0xfe00;

  private RingDescriptor() {}

  /** Slots that a record with this many bytes of payload occupies. */
  static int slots(int payloadBytes) {
    return payloadBytes <= RecordDescriptor.SHORT_PAYLOAD_BYTES
        ? 1
        : 1 + (payloadBytes + SLOT - 1 >>> SLOT_SHIFT);
  }

  /** Largest payload of a record of at most this many slots. */
  static int inlineLimit(int slots) {
    return (slots - 1) * SLOT;
  }
}
