package org.ronsel.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.engine.message.DeferredRecord;
import org.ronsel.engine.message.OutgoingRecord;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordWriter;

/**
 * The records of a rank that found no room at their peers, which are handed over in order as soon
 * as there is room: what the program has started and not completed, and answers to what peers have.
 * Guarded by the engine's lock.
 */
final class Backlog {
  private final Engine engine;
  private final List<Peer> backlogged = new ArrayList<>();

  Backlog(Engine engine) {
    this.engine = engine;
  }

  boolean isEmpty() {
    return backlogged.isEmpty();
  }

  /** Number of peers for which records are kept. */
  int peers() {
    return backlogged.size();
  }

  /** Hands a record over, or keeps it behind those that are kept for the peer. */
  void offerOrKeep(Peer peer, DeferredRecord record) {
    if (peer.backlog.isEmpty() && record.offer(peer)) {
      peer.link.ringDoorbell();
    } else {
      if (record.hasMoved()) {
        peer.link.ringDoorbell();
      }
      keep(peer, record);
    }
  }

  /** Sends a record without payload about a message of the peer. */
  void control(int kind, int endpoint, long cookie) {
    control(kind, endpoint, cookie, null);
  }

  /** Asks a peer of this heap about a message. */
  void ask(int endpoint, SendOperation send) {
    control(Envelope.ASKS, endpoint, 0, send);
  }

  private void control(int kind, int endpoint, long cookie, @Nullable SendOperation send) {
    Peer peer = engine.peers.answerable(endpoint);
    if (peer == null) {
      return;
    }
    if (peer.backlog.isEmpty() && offerControl(peer, kind, cookie, send)) {
      peer.link.ringDoorbell();
    } else {
      keep(peer, new Control(kind, cookie, send));
    }
  }

  private static boolean offerControl(
      Peer to, int kind, long cookie, @Nullable SendOperation send) {
    RecordWriter record = to.link.claim(0);
    if (record == null) {
      return false;
    }
    record.control(kind, cookie);
    if (send != null) {
      record.attach(send);
    }
    record.commit();
    return true;
  }

  private record Control(int kind, long cookie, @Nullable SendOperation send)
      implements DeferredRecord {
    @Override
    public boolean offer(Peer to) {
      return offerControl(to, kind, cookie, send);
    }
  }

  /** Tells the peer of the message that follows; right before it. */
  void note(Peer peer, byte[] note) {
    tell(peer, Envelope.NOTE, 0, note);
  }

  /** Sends a record that is not a message, and all of which is inline. */
  void tell(Peer peer, int kind, long context, byte[] bytes) {
    offerOrKeep(peer, OutgoingRecord.of(kind, context, bytes));
  }

  /**
   * Hands over data that have been moved. Those of which the peer has a beginning overtake what is
   * kept, which gets no room before their end.
   */
  void data(Peer peer, DataTransfer data) {
    boolean begun = data.hasBegun();
    if ((begun || peer.backlog.isEmpty()) && data.handOver()) {
      peer.link.ringDoorbell();
    } else if (begun) {
      list(peer);
      peer.backlog.addFirst(new MovedData(data));
    } else {
      keep(peer, new MovedData(data));
    }
  }

  private record MovedData(DataTransfer data) implements DeferredRecord {
    @Override
    public boolean offer(Peer to) {
      return data.handOver();
    }
  }

  /** Keeps a record that has found no room, behind those that are kept for the peer. */
  void keep(Peer peer, DeferredRecord record) {
    list(peer);
    peer.backlog.addLast(record);
  }

  /** Something is about to be kept for a peer. */
  private void list(Peer peer) {
    if (peer.backlog.isEmpty()) {
      backlogged.add(peer);
    }
  }

  /** Hands over what found no room before; whether anything moved. */
  boolean flush() {
    if (backlogged.isEmpty()) {
      return false;
    }
    boolean moved = false;
    for (int i = backlogged.size() - 1; i >= 0; i--) {
      Peer peer = backlogged.get(i);
      boolean ring = false;
      while (true) {
        DeferredRecord record = peer.backlog.peek();
        if (record == null) {
          break;
        }
        if (!offerKept(record, peer)) {
          ring |= record.hasMoved() || record instanceof MovedData && offerFurtherData(peer);
          break;
        }
        peer.backlog.poll();
        ring = true;
      }
      if (ring) {
        peer.link.ringDoorbell();
        moved = true;
      }
      if (peer.backlog.isEmpty()) {
        backlogged.remove(i);
      }
    }
    return moved;
  }

  /**
   * Hands over data behind data that have found no room, which may go another way; no record, which
   * could be about the data before it.
   */
  private static boolean offerFurtherData(Peer peer) {
    if (peer.backlog.size() == 1) {
      return false;
    }
    boolean moved = false;
    Iterator<DeferredRecord> kept = peer.backlog.iterator();
    kept.next();
    while (kept.hasNext() && kept.next() instanceof MovedData data) {
      if (data.offer(peer)) {
        kept.remove();
        moved = true;
      }
    }
    return moved;
  }

  /**
   * Whether the record is off our hands. A message whose buffer is gone is announced, so that both
   * sides get an error when the receiver wants the data.
   */
  private boolean offerKept(DeferredRecord record, Peer peer) {
    try {
      return record.offer(peer);
    } catch (RuntimeException | InternalError failure) {
      if (!(record instanceof SendOperation send) || !send.isEager()) {
        throw failure;
      }
      engine.outbound.announceInstead(send, peer);
      return send.offer(peer);
    }
  }

  /** Drops what is kept for an endpoint that has failed, and fails the sends among it. */
  void drop(int endpoint, RonselException failure) {
    for (int i = backlogged.size() - 1; i >= 0; i--) {
      Peer peer = backlogged.get(i);
      if (peer.endpoint != endpoint) {
        continue;
      }
      backlogged.remove(i);
      for (DeferredRecord record : peer.backlog) {
        if (record instanceof MovedData moved) {
          moved.data.drop();
        } else if (record instanceof SendOperation send && !send.isComplete()) {
          engine.outbound.settled();
          send.fail(PeerFailures.another(failure));
        }
      }
      peer.backlog.clear();
    }
  }
}
