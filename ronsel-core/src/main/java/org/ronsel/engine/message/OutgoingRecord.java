package org.ronsel.engine.message;

import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordWriter;

/**
 * A record that is not a message, and all of which is inline: what layers above the engine send to
 * their handlers at peers by {@code ActiveMessages}. The fields mean what the kind says; see {@link
 * org.ronsel.transport.RecordView}.
 *
 * @param kind from {@link Envelope#FIRST_ONE_SIDED_KIND} to 255
 * @param length not negative
 * @param payload at most {@code ActiveMessages.recordBytes} of the peer; not changed afterwards
 */
public record OutgoingRecord(
    int kind, long context, int tag, long length, long cookie, byte[] payload)
    implements DeferredRecord {
  private static final byte[] NOTHING = {};

  /** A record without payload. */
  public static OutgoingRecord of(int kind, long context, int tag, long length, long cookie) {
    return new OutgoingRecord(kind, context, tag, length, cookie, NOTHING);
  }

  /** A record of payload alone. */
  public static OutgoingRecord of(int kind, long context, byte[] payload) {
    return new OutgoingRecord(kind, context, 0, payload.length, 0, payload);
  }

  @Override
  public boolean offer(Peer to) {
    RecordWriter record = to.link.claim(payload.length);
    if (record == null) {
      return false;
    }
    record.envelope(Envelope.header(kind, 0, 0), context, tag, length, cookie);
    record.payload(payload, 0);
    record.commit();
    return true;
  }
}
