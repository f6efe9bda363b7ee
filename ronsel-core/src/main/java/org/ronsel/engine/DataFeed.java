package org.ronsel.engine;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.message.MatchErrors;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.transfer.BulkCopy;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordWriter;

/**
 * Sends the data of announced messages, in turns, as fast as their links take them. Guarded by the
 * engine's lock; the data are moved without it, by bulk copies.
 */
final class DataFeed {
  /** How long data wait for room that those to other peers have taken. */
  private static final long PATIENCE_NS = 1_000_000;

  private final Engine engine;
  private final Outbound outbound;
  private final Backlog backlog;
  private final ArrayDeque<SendOperation> sends = new ArrayDeque<>();

  /** Since when links have taken over nothing, of which there was some; 0 if they have. */
  private long refusedNs;

  /** Makes the feed of the sends that {@code outbound} announces. */
  DataFeed(Engine engine, Outbound outbound, Backlog backlog) {
    this.engine = engine;
    this.outbound = outbound;
    this.backlog = backlog;
  }

  /** Whether links have taken over all data. */
  boolean isEmpty() {
    return sends.isEmpty();
  }

  /** The data of a send may go now. */
  void add(SendOperation send) {
    if (send.length == 0) {
      outbound.finish(send);
    } else {
      sends.add(send);
      engine.waiting.wakeOwner(send.owner);
    }
  }

  /** The peer of a send has failed: no more of its data go. */
  void remove(SendOperation send) {
    sends.remove(send);
  }

  /** The next part of some data that its link takes over, if any has room. */
  @Nullable BulkCopy next() {
    for (int tries = sends.size(); tries > 0; tries--) {
      SendOperation send = sends.peek();
      Peer peer = send == null ? null : send.peer;
      if (send == null || peer == null) {
        return null;
      }
      if (send.owner != null && send.owner != Thread.currentThread()) {
        sends.add(sends.poll());
        continue;
      }
      if (!peer.can.movesData()) {
        if (feedInline(send, peer)) {
          sends.poll();
        } else {
          sends.add(sends.poll());
        }
        continue;
      }
      DataTransfer data =
          peer.link.sendData(
              send.cookie,
              send.claimed,
              send.base,
              send.offset + send.claimed,
              send.length - send.claimed,
              !send.isUnsolicited());
      if (data == null) {
        if (isCrowdedOut(send, peer) && feedInline(send, peer)) {
          sends.poll();
        } else {
          sends.add(sends.poll());
        }
        continue;
      }
      refusedNs = 0;
      BulkCopy copy = copyIn(send, data);
      sends.poll();
      if (send.claimed < send.length) {
        goOn(send);
      }
      return copy;
    }
    return null;
  }

  /**
   * Puts a send of which a part has been taken over back: at the head, but behind a send of the
   * same memory that has got less far. So a part that several sends need is in a cache for all.
   */
  private void goOn(SendOperation send) {
    SendOperation next = sends.peek();
    if (next != null
        && next.base == send.base
        && next.offset == send.offset
        && next.claimed < send.claimed) {
      sends.addLast(send);
    } else {
      sends.addFirst(send);
    }
  }

  /** Whether data would wait for peers that read nothing and are not theirs. */
  private boolean isCrowdedOut(SendOperation send, Peer peer) {
    if (send.isUnsolicited()) {
      return false; // its room was promised
    }
    long now = System.nanoTime();
    if (refusedNs == 0) {
      refusedNs = now;
    }
    return now - refusedNs > PATIENCE_NS && peer.link.isCrowdedOut();
  }

  private BulkCopy copyIn(SendOperation send, DataTransfer data) {
    BulkCopy copy = engine.bulk.blank(BulkCopy.Kind.COPY_IN);
    copy.send = send;
    copy.data = data;
    copy.bytes = data.bytes();
    send.claimed += copy.bytes;
    send.moves++;
    return copy;
  }

  /** Sends data in records, as far as there is room; whether all have been claimed. */
  private boolean feedInline(SendOperation send, Peer peer) {
    boolean moved = false;
    while (send.claimed < send.length && peer.backlog.isEmpty()) {
      int bytes = (int) Math.min(peer.can.inlineLimit(), send.length - send.claimed);
      try {
        if (!offerInline(send, peer, send.base, send.offset + send.claimed, bytes)) {
          break;
        }
      } catch (RuntimeException | InternalError failure) {
        voided(send, MatchErrors.bufferGone(send, failure));
        if (!peer.backlog.isEmpty() || !offerInline(send, peer, new byte[bytes], 0, bytes)) {
          break;
        }
      }
      send.claimed += bytes;
      send.handedOver += bytes;
      moved = true;
    }
    if (moved) {
      peer.link.ringDoorbell();
    }
    boolean all = send.claimed == send.length;
    if (send.handedOver == send.length) {
      outbound.finish(send);
    }
    return all;
  }

  private static boolean offerInline(
      SendOperation send, Peer peer, Object base, long offset, int bytes) {
    RecordWriter record = peer.link.claim(bytes);
    if (record == null) {
      return false;
    }
    record.envelope(Envelope.header(Envelope.FRAGMENT, 0, 0), 0, 0, send.claimed, send.cookie);
    record.payload(base, offset);
    record.commit();
    return true;
  }

  /** The buffer of a send is gone: its data, which are sent nevertheless, are void. */
  void voided(SendOperation send, RonselException failure) {
    Peer peer = send.peer;
    if (send.error() == null && peer != null) {
      send.noteError(failure);
      backlog.control(Envelope.VOID, peer.endpoint, send.cookie);
    }
  }

  /** Data have been moved: tells the peer. */
  void moved(BulkCopy copy) {
    SendOperation send = copy.send;
    DataTransfer data = copy.data;
    Peer peer = send == null ? null : send.peer;
    if (send == null || peer == null || data == null) {
      return;
    }
    send.moves--;
    RonselException failure = send.abandoned;
    if (failure != null) {
      data.drop();
      outbound.failWhenIdle(send, failure);
      return;
    }
    backlog.data(peer, data);
    send.handedOver += copy.bytes;
    if (send.handedOver == send.length) {
      outbound.finish(send);
    }
  }
}
