package org.ronsel.transport;

/**
 * The header word of a record: version, kind, element type and flags, one byte each; {@code
 * docs/wire-format.md} has the whole record.
 */
public final class Envelope {
  /** Version of the format; a record of another version is rejected. */
  public static final int VERSION = 1;

  /** The whole message comes with the record: inline, or lent by the transport. */
  public static final int EAGER = 1;

  /**
   * A message is announced; its data follow as fragments, by reference, or are read by their key.
   */
  public static final int RENDEZVOUS = 2;

  /** The receiver has matched: the sender named by the cookie may send all its data. */
  public static final int CLEAR_TO_SEND = 3;

  /** Bulk data of the message with this cookie, in a fragment or inline. */
  public static final int FRAGMENT = 4;

  /**
   * The receiver has matched (flag SYNCHRONOUS) or copied all data: the cookie's send is complete.
   */
  public static final int DONE = 5;

  /**
   * The sender's buffer is gone: the data of the message with this cookie, which go on coming, are
   * void.
   */
  public static final int VOID = 6;

  /** A note of a checked sender about its next message to this rank, in the payload. */
  public static final int NOTE = 7;

  /**
   * The last collective calls of the sender on a communicator; it has waited long for this rank.
   */
  public static final int CALLS = 8;

  /** Collective calls in this context have failed at the sender; the payload says why. */
  public static final int FAILED = 9;

  /**
   * The sender has waited long for a message of this rank, and is to be told when it has ended; or,
   * with a cookie or a reference, until this rank receives that message, and is to be told when it
   * never will. The cookie {@link #ALL} stands for all messages of the sender.
   */
  public static final int ASKS = 10;

  /** The sender has ended: what it has not sent before it never will. */
  public static final int ENDED = 11;

  /** This rank has ended without receiving the message with this cookie. */
  public static final int REFUSED = 12;

  /** The communicator whose id is the context has been revoked. */
  public static final int REVOKED = 13;

  /** The first kind that the engine leaves to the layers above it; one-sided operations begin. */
  public static final int FIRST_ONE_SIDED_KIND = 64;

  /** The first kind that no layer of this module has taken. */
  public static final int FIRST_FREE_KIND = 96;

  /** On ASKS: all messages that the sender has sent. No send has this cookie. */
  public static final long ALL = -1;

  /** Flag: the sender waits for a DONE or CLEAR_TO_SEND at the match. */
  public static final int SYNCHRONOUS = 1;

  /** Flag on RENDEZVOUS: all data follow without waiting for CLEAR_TO_SEND. */
  public static final int UNSOLICITED = 2;

  /** Flag on RENDEZVOUS: the payload is the key of the data and its epoch, a word each. */
  public static final int KEY = 4;

  /** Bytes of payload of a record with the flag {@link #KEY}. */
  public static final int KEY_BYTES = 2 * Long.BYTES;

  private Envelope() {}

  /** Packs a header word. */
  public static int header(int kind, int typeCode, int flags) {
    return VERSION | kind << 8 | typeCode << 16 | flags << 24;
  }

  /** A header word with another kind. */
  public static int withKind(int header, int kind) {
    return header & ~0xff00 | kind << 8;
  }

  /** A header word with one more flag. */
  public static int withFlag(int header, int flag) {
    return header | flag << 24;
  }

  /** Returns a header without a flag. */
  public static int withoutFlag(int header, int flag) {
    return header & ~(flag << 24);
  }

  /** Version of a header word. */
  public static int version(int header) {
    return header & 0xff;
  }

  /** Kind of a header word. */
  public static int kind(int header) {
    return header >>> 8 & 0xff;
  }

  /** Element type code of a header word. */
  public static int type(int header) {
    return header >>> 16 & 0xff;
  }

  /** Flags of a header word. */
  public static int flags(int header) {
    return header >>> 24;
  }
}
