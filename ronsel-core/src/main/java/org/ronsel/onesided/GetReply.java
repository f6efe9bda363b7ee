package org.ronsel.onesided;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.DeferredRecord;
import org.ronsel.engine.message.Peer;
import org.ronsel.memory.StridedCopy;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordWriter;

/**
 * The reply to a GET, in as many records as needed. Data are read when there is room for them at
 * the peer: what waits for it keeps no copy of them, except of one record of data that are not
 * contiguous. Under the engine's lock.
 */
final class GetReply implements DeferredRecord {
  private final int id;
  private final int told;

  /** The data of which not all have been handed over, or null. */
  private @Nullable DataPart part;

  /** Number of bytes of the part that have been handed over. */
  private long sent;

  private boolean hasMoved;

  /** The next data, if they are not contiguous and found no room. */
  private byte @Nullable [] gathered;

  /** Whether the program has closed the memory. */
  private boolean isClosed;

  /**
   * Makes a reply of which nothing has been sent.
   *
   * @param id of the request
   * @param told 0 or {@link OneSidedRecords#OWNER_WAITS}
   * @param first part of the data
   */
  GetReply(int id, int told, DataPart first) {
    this.id = id;
    this.told = told;
    this.part = first;
  }

  @Override
  public boolean offer(Peer to) {
    hasMoved = false;
    for (DataPart next = part; next != null && !isClosed; next = part) {
      int bytes = (int) Math.min(to.can.inlineLimit(), next.bytes() - sent);
      try {
        if (bytes > 0 && !offerNext(to, next, bytes)) {
          return false;
        }
      } catch (IllegalStateException closed) {
        isClosed = true;
        break;
      }
      hasMoved = true;
      sent += bytes;
      if (sent == next.bytes()) {
        part = next.next();
        sent = 0;
      }
    }
    return !isClosed || Replies.refusal(id, OneSidedRecords.CLOSED).offer(to);
  }

  @Override
  public boolean hasMoved() {
    return hasMoved;
  }

  private boolean offerNext(Peer to, DataPart of, int bytes) {
    long all = of.blocks().contiguous(of.bytes());
    Object base = all < 0 ? gather(of, bytes) : of.memory();
    long at = all < 0 ? 0 : all + sent;
    RecordWriter record = to.link.claim(bytes);
    if (record == null) {
      return false;
    }
    int header = Envelope.header(OneSidedRecords.REPLY, 0, 0);
    record.envelope(header, of.from() + sent, told, bytes, id);
    record.payload(base, at);
    record.commit();
    gathered = null;
    return true;
  }

  private byte[] gather(DataPart of, int bytes) {
    byte[] data = gathered;
    if (data == null) {
      byte[] next = new byte[bytes];
      of.blocks()
          .part(
              sent,
              bytes,
              (at, stride, packedAt, packedStride, block, n) ->
                  StridedCopy.copy(
                      of.memory(), at, stride, next, packedAt, packedStride, block, n));
      data = next;
      gathered = next;
    }
    return data;
  }
}
