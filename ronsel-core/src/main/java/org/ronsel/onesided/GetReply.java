package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
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
  private final MemorySegment memory;
  private final BlockList blocks;
  private final long bytes;

  /** Number of bytes that have been handed over. */
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
   */
  GetReply(int id, int told, MemorySegment memory, BlockList blocks, long bytes) {
    this.id = id;
    this.told = told;
    this.memory = memory;
    this.blocks = blocks;
    this.bytes = bytes;
  }

  @Override
  public boolean offer(Peer to) {
    hasMoved = false;
    while (sent < bytes && !isClosed) {
      int part = (int) Math.min(to.can.inlineLimit(), bytes - sent);
      try {
        if (!offerNext(to, part)) {
          return false;
        }
      } catch (IllegalStateException closed) {
        isClosed = true;
        break;
      }
      hasMoved = true;
      sent += part;
    }
    return !isClosed || Replies.refusal(id, OneSidedRecords.CLOSED).offer(to);
  }

  @Override
  public boolean hasMoved() {
    return hasMoved;
  }

  private boolean offerNext(Peer to, int part) {
    long all = blocks.contiguous(bytes);
    Object from = all < 0 ? gather(part) : memory;
    long at = all < 0 ? 0 : all + sent;
    RecordWriter record = to.link.claim(part);
    if (record == null) {
      return false;
    }
    record.envelope(Envelope.header(OneSidedRecords.REPLY, 0, 0), sent, told, part, id);
    record.payload(from, at);
    record.commit();
    gathered = null;
    return true;
  }

  private byte[] gather(int part) {
    byte[] data = gathered;
    if (data == null) {
      byte[] next = new byte[part];
      blocks.part(
          sent,
          part,
          (at, stride, packedAt, packedStride, block, n) ->
              StridedCopy.copy(memory, at, stride, next, packedAt, packedStride, block, n));
      data = next;
      gathered = next;
    }
    return data;
  }
}
