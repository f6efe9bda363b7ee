package org.ronsel.transport;

/**
 * The offsets of a record's fields from its start; {@code docs/wire-format.md} has their meaning.
 * {@link RecordWriter} writes them and {@link RecordView} reads them, in the memory of a ring or in
 * any other that is aligned to 8 bytes.
 *
 * <p>A record is a whole number of {@link #ALIGNMENT} bytes long. A payload of up to {@value
 * #SHORT_PAYLOAD_BYTES} bytes lies beside the fields, so that the record moves in a single cache
 * line; a longer one begins with the next line, so that its copy writes whole lines.
 */
public final class RecordDescriptor {
  /** Records begin and end at multiples of this many bytes: a cache line. */
  public static final int ALIGNMENT = 64;

  /** Offset of a word by which a ring knows that the record is complete; its own matter. */
  public static final int STAMP = 0;

  /**
   * Offset of a {@linkplain #pair pair}: the header word, see {@link Envelope}, and the number of
   * payload bytes.
   */
  public static final int HEADER = 8;

  /** Offset of the context. */
  public static final int CONTEXT = 16;

  /** Offset of a {@linkplain #pair pair}: the tag and the source endpoint. */
  public static final int TAG = 24;

  /** Offset of the message length. */
  public static final int LENGTH = 32;

  /** Offset of the cookie. */
  public static final int COOKIE = 40;

  /** Offset of a payload that fits beside the fields. */
  private static final int SHORT_PAYLOAD = 48;

  /** In place of a payload that lies in a lane: its position there. See {@code ring.PairRing}. */
  public static final int LANE_POSITION = SHORT_PAYLOAD;

  /** Payload bytes that fit beside the fields. */
  public static final int SHORT_PAYLOAD_BYTES = ALIGNMENT - SHORT_PAYLOAD;

  private RecordDescriptor() {}

  /** Offset of a payload of this many bytes. */
  public static int payload(int payloadBytes) {
    return payloadBytes <= SHORT_PAYLOAD_BYTES ? SHORT_PAYLOAD : ALIGNMENT;
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
