package org.ronsel.transport.ring;

/**
 * Where the fields of a record lie. A record starts on a slot and occupies as many slots as it
 * needs; a message of up to {@value #FIRST_SLOT_PAYLOAD} bytes moves in a single cache line.
 *
 * <p>A slot's first word is its stamp: {@code (position + 1) ^ nonce}, where position counts slots
 * since the ring was made. The producer writes it last, with release order; the consumer reads it
 * with acquire order and knows by it alone that the record is complete. Inner slots of a long
 * record have no stamp of their own: what a user's payload leaves there cannot equal a later stamp
 * except with probability 2^-64, because the nonce is random and never leaves the ring.
 */
public final class RecordLayout {
  /** Bytes of a slot. */
  public static final int SLOT = 64;

  static final int SLOT_SHIFT = 6;

  /** Offset of the stamp. */
  static final int STAMP = 0;

  /**
   * Offset of a {@linkplain #pair pair}: the header word, see {@link
   * org.ronsel.transport.Envelope}, and the number of inline bytes.
   */
  static final int HEADER = 8;

  /** Offset of the context. */
  static final int CONTEXT = 16;

  /** Offset of a {@linkplain #pair pair}: the tag and the source endpoint. */
  static final int TAG = 24;

  /** Offset of the message length. */
  static final int LENGTH = 32;

  /** Offset of the cookie. */
  static final int COOKIE = 40;

  /** Offset of an inline payload that fits beside the fields. */
  private static final int SHORT_PAYLOAD = 48;

  /** Payload bytes that fit beside the fields in the first slot. */
  static final int FIRST_SLOT_PAYLOAD = SLOT - SHORT_PAYLOAD;

  /** Header of the record that fills the end of a ring when the next record does not fit there. */
  static final int PADDING = 0xff00;

  /** Header of a record whose payload could not be read; the consumer skips it. */
  static final int VOID = 0xfe00;

  private RecordLayout() {}

  /**
   * Offset of the inline payload: beside the fields, or, if it is longer, in the next slot, so that
   * the copy writes whole cache lines.
   */
  static int payload(int inlineBytes) {
    return inlineBytes <= FIRST_SLOT_PAYLOAD ? SHORT_PAYLOAD : SLOT;
  }

  /** Slots that a record with this many inline bytes occupies. */
  static int slots(int inlineBytes) {
    return inlineBytes <= FIRST_SLOT_PAYLOAD ? 1 : 1 + (inlineBytes + SLOT - 1 >>> SLOT_SHIFT);
  }

  /** Largest payload of a record of at most this many slots. */
  static int inlineLimit(int slots) {
    return (slots - 1) * SLOT;
  }

  /** Two 32-bit fields as one word, so that one store writes both. */
  static long pair(int low, int high) {
    return (long) high << 32 | low & 0xffff_ffffL;
  }

  static int low(long pair) {
    return (int) pair;
  }

  static int high(long pair) {
    return (int) (pair >>> 32);
  }
}
