package org.ronsel.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.PeerFailedException;
import org.ronsel.RonselException;
import org.ronsel.transport.Envelope;

/**
 * The sending half of an engine: the one place that chooses protocols, keeps what found no room,
 * and feeds fragments. Everything here runs under the engine's lock.
 *
 * <p>Protocols: up to the link's inline limit, while the receiver's pool is open, a message goes
 * eagerly in one record. Otherwise it is announced. In one heap the announcement carries a
 * reference and the receiver copies. Elsewhere the receiver reads exposed memory, or the data
 * follow in fragments: at once for messages up to the unsolicited limit while the fragment pool
 * admits them, else after CLEAR_TO_SEND.
 */
final class Outbound {
  private final Engine engine;
  private final EngineOptions options;
  private final SendTable sends = new SendTable();
  private final ArrayDeque<SendOperation> feeding = new ArrayDeque<>();
  private final List<Peer> backlogged = new ArrayList<>();

  /** Sends started and not complete; other ranks of this heap complete theirs without our lock. */
  private final AtomicInteger outstanding = new AtomicInteger();

  private volatile @Nullable DrainOperation drain;

  Outbound(Engine engine, EngineOptions options) {
    this.engine = engine;
    this.options = options;
  }

  /** Sends started and not complete, and records not yet handed over. */
  int outstanding() {
    return outstanding.get() + backlogged.size();
  }

  /** Sends a standard-mode message eagerly if that is possible right now. */
  boolean trySendEager(
      Peer peer, long context, int tag, int typeCode, Object base, long offset, long bytes) {
    if (!fitsEager(peer, bytes) || !peer.backlog.isEmpty() || !peer.link.eagerOpen()) {
      return false;
    }
    int header = Envelope.header(Envelope.EAGER, typeCode, 0);
    try {
      if (!peer.link.offer(header, context, tag, bytes, 0, base, offset, (int) bytes, null)) {
        return false;
      }
    } catch (RuntimeException failure) {
      throw MatchErrors.bufferGone(engine.rank(), "send", peer.endpoint, tag, failure);
    }
    if (Trail.asksForEager()) {
      Trail.sentEagerly(engine, peer, header, context, tag, bytes);
    }
    return true;
  }

  private boolean fitsEager(Peer peer, long bytes) {
    return bytes <= peer.link.inlineLimit() && bytes <= options.eagerLimit();
  }

  /** Starts a send of any mode; it may be complete on return. */
  void start(
      SendOperation send,
      Peer peer,
      boolean synchronous,
      long context,
      int tag,
      int typeCode,
      Object base,
      long offset,
      long bytes) {
    boolean eager = fitsEager(peer, bytes) && peer.link.eagerOpen();
    int header =
        Envelope.header(
            eager ? Envelope.EAGER : Envelope.RENDEZVOUS,
            typeCode,
            synchronous ? Envelope.SYNCHRONOUS : 0);
    outstanding.incrementAndGet();
    try {
      send.prepare(peer, context, tag, header, base, offset, bytes);
      if (!eager) {
        chooseRendezvous(send, peer);
      } else if (synchronous && !peer.link.sharesHeap()) {
        send.cookie = sends.add(send);
      }
      if (Trail.asksForPosted()) {
        Trail.started(send);
      }
      offerOrKeep(peer, send);
    } catch (RuntimeException failure) {
      sends.remove(send.cookie);
      settled();
      throw Engine.copyFailure(send, failure);
    }
  }

  /** An eager message that found no room before the receiver's pool was full is announced now. */
  void announceInstead(SendOperation send, Peer peer) {
    send.header = Envelope.withKind(send.header, Envelope.RENDEZVOUS);
    chooseRendezvous(send, peer);
  }

  /** Settles how the data of a message that is announced will move. */
  private void chooseRendezvous(SendOperation send, Peer peer) {
    if (peer.link.sharesHeap()) {
      if (send.owner != null) {
        send.usePrivateCopy();
      }
      return;
    }
    long length = send.length;
    send.exposed = length > 0 ? peer.link.exposeMemory(send.base, send.offset, length) : 0;
    if (send.exposed != 0) {
      send.header = Envelope.withFlag(send.header, Envelope.EXPOSED);
    } else if (!send.isSynchronous()
        && length <= options.unsolicitedLimit()
        && peer.link.admitUnsolicited(length)) {
      send.header = Envelope.withFlag(send.header, Envelope.UNSOLICITED);
    }
    if (send.cookie == 0) {
      send.cookie = sends.add(send);
    }
  }

  /** An announcement has been handed over: unsolicited data follow now. */
  void announced(SendOperation send) {
    if (send.isUnsolicited()) {
      feed(send);
    }
  }

  /** The receiver has matched and wants all data. */
  void cleared(int source, long cookie) {
    SendOperation send = known(source, cookie, "asked for a message that was not announced to it");
    if (send == null) {
      return;
    }
    if (send.isEager() || send.cleared || send.isUnsolicited()) {
      reject(source, "asked for data that do not wait for it");
      return;
    }
    Peer peer = send.peer;
    if (send.isExposed() && peer != null) {
      send.header = Envelope.withoutFlag(send.header, Envelope.EXPOSED);
      send.exposed = 0;
      peer.link.exposureRefused();
    }
    send.cleared = true;
    feed(send);
  }

  private void feed(SendOperation send) {
    if (send.length == 0) {
      finish(send);
    } else {
      feeding.add(send);
      engine.waiting.wakeOwner(send.owner);
    }
  }

  /** The receiver has matched a synchronous send, or read all exposed memory. */
  void acknowledged(int source, long cookie) {
    SendOperation send = known(source, cookie, "acknowledged a message that was not sent to it");
    if (send == null) {
      return;
    }
    if (!send.isExposed() && !send.isEager()) {
      reject(source, "acknowledged a message whose data it has not got");
      return;
    }
    finish(send);
  }

  private @Nullable SendOperation known(int source, long cookie, String otherwise) {
    SendOperation send = sends.get(cookie);
    if (send == null || send.awaitedPeer() != source || !send.announced) {
      reject(source, otherwise);
      return null;
    }
    return send;
  }

  private void reject(int source, String what) {
    engine.failPeerLocked(
        source,
        new RonselException(
            ErrorClass.INTERN, "rank " + engine.rank() + ": peer " + source + " " + what));
  }

  private void finish(SendOperation send) {
    sends.remove(send.cookie);
    finished(send);
  }

  /** Forgets a send whose message has been taken back. */
  void withdraw(SendOperation send) {
    sends.remove(send.cookie);
    settled();
  }

  /** Completes a send that needs nothing more. */
  void finished(SendOperation send) {
    settled();
    if (send.isComplete()) {
      engine.releaseDetached(send.length);
    } else {
      send.complete();
    }
  }

  /** A send needs nothing more. Any thread, also without the lock. */
  void settled() {
    if (outstanding.decrementAndGet() == 0) {
      DrainOperation waiting = drain;
      if (waiting != null) {
        waiting.wakeWaiter();
      }
    }
  }

  /** Names the operation that waits until nothing is outstanding. */
  void drainFor(DrainOperation operation) {
    drain = operation;
  }

  /** Sends a record without payload about a message of the peer. */
  void control(int kind, int endpoint, long cookie) {
    Peer peer = engine.answerable(endpoint);
    if (peer == null) {
      return;
    }
    if (peer.backlog.isEmpty() && offerControl(peer, kind, cookie)) {
      peer.link.ring();
    } else {
      keep(peer, new Control(kind, cookie));
    }
  }

  private static boolean offerControl(Peer to, int kind, long cookie) {
    return to.link.offer(Envelope.header(kind, 0, 0), 0, 0, 0, cookie, null, 0, 0, null);
  }

  private record Control(int kind, long cookie) implements Deferred {
    @Override
    public boolean offer(Peer to) {
      return offerControl(to, kind, cookie);
    }
  }

  /** Tells the peer of the message that follows; right before it. */
  void note(Peer peer, byte[] note) {
    tell(peer, Envelope.NOTE, 0, note);
  }

  /** Sends a record that is no message, and all of which is inline. */
  void tell(Peer peer, int kind, long context, byte[] bytes) {
    offerOrKeep(peer, new Told(kind, context, bytes));
  }

  private record Told(int kind, long context, byte[] bytes) implements Deferred {
    @Override
    public boolean offer(Peer to) {
      int length = bytes.length;
      return to.link.offer(
          Envelope.header(kind, 0, 0), context, 0, length, 0, bytes, 0, length, null);
    }
  }

  private record Fragment(long cookie, long offset, int number, int bytes) implements Deferred {
    @Override
    public boolean offer(Peer to) {
      return to.link.offerFragment(cookie, offset, number, bytes);
    }
  }

  private void offerOrKeep(Peer peer, Deferred record) {
    if (peer.backlog.isEmpty() && record.offer(peer)) {
      peer.link.ring();
    } else {
      if (record instanceof SendOperation send && send.isEager() && send.owner != null) {
        send.usePrivateCopy(); // whoever finds room for it may be another thread
      }
      keep(peer, record);
    }
  }

  private void keep(Peer peer, Deferred record) {
    if (peer.backlog.isEmpty()) {
      backlogged.add(peer);
    }
    peer.backlog.add(record);
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
        Deferred record = peer.backlog.peek();
        if (record == null || !offerKept(record, peer)) {
          break;
        }
        peer.backlog.poll();
        ring = true;
      }
      if (ring) {
        peer.link.ring();
        moved = true;
      }
      if (peer.backlog.isEmpty()) {
        backlogged.remove(i);
      }
    }
    return moved;
  }

  /**
   * Whether the record is off our hands. A message whose buffer is gone is announced, so that both
   * sides are told when the receiver wants the data.
   */
  private boolean offerKept(Deferred record, Peer peer) {
    try {
      return record.offer(peer);
    } catch (RuntimeException failure) {
      if (!(record instanceof SendOperation send) || !send.isEager()) {
        throw failure;
      }
      announceInstead(send, peer);
      return send.offer(peer);
    }
  }

  /** The buffer of a send is gone: its data, which are sent nevertheless, are void. */
  void voided(SendOperation send, RonselException failure) {
    Peer peer = send.peer;
    if (send.error() == null && peer != null) {
      send.noteError(failure);
      control(Envelope.VOID, peer.endpoint, send.cookie);
    }
  }

  /** The next piece of bulk data to copy into a fragment, if a fragment is free. */
  @Nullable BulkJob nextFill() {
    for (int tries = feeding.size(); tries > 0; tries--) {
      SendOperation send = feeding.peek();
      Peer peer = send == null ? null : send.peer;
      if (send == null || peer == null) {
        return null;
      }
      if (send.owner != null && send.owner != Thread.currentThread()) {
        feeding.add(feeding.poll());
        continue;
      }
      if (peer.link.fragmentBytes() == 0) {
        if (feedInline(send, peer)) {
          feeding.poll();
        } else {
          feeding.add(feeding.poll());
        }
        continue;
      }
      int number = peer.link.reserveFragment(!send.isUnsolicited());
      if (number < 0) {
        feeding.add(feeding.poll());
        continue;
      }
      BulkJob job = engine.bulk.blank(BulkJob.Kind.COPY_IN);
      job.send = send;
      job.messageOffset = send.claimed;
      job.bytes = Math.min(peer.link.fragmentBytes(), send.length - send.claimed);
      job.memory = peer.link.fragmentMemory();
      job.memoryOffset = peer.link.fragmentOffset(number);
      job.fragment = number;
      send.claimed += job.bytes;
      send.fills++;
      if (send.claimed == send.length) {
        feeding.poll();
      }
      return job;
    }
    return null;
  }

  boolean isStarved() {
    return !backlogged.isEmpty() || !feeding.isEmpty();
  }

  boolean isFeeding() {
    return !feeding.isEmpty();
  }

  /** Sends data in records where a link has no fragments; true when all are handed over. */
  private boolean feedInline(SendOperation send, Peer peer) {
    boolean moved = false;
    while (send.claimed < send.length && peer.backlog.isEmpty()) {
      int bytes = (int) Math.min(peer.link.inlineLimit(), send.length - send.claimed);
      try {
        if (!offerInline(send, peer, send.base, send.offset + send.claimed, bytes)) {
          break;
        }
      } catch (RuntimeException failure) {
        voided(send, Engine.copyFailure(send, failure));
        if (!peer.backlog.isEmpty() || !offerInline(send, peer, new byte[bytes], 0, bytes)) {
          break;
        }
      }
      send.claimed += bytes;
      moved = true;
    }
    if (moved) {
      peer.link.ring();
    }
    if (send.claimed == send.length) {
      finish(send);
      return true;
    }
    return false;
  }

  private static boolean offerInline(
      SendOperation send, Peer peer, Object base, long offset, int bytes) {
    int header = Envelope.header(Envelope.FRAGMENT, 0, 0);
    return peer.link.offer(header, 0, 0, send.claimed, send.cookie, base, offset, bytes, null);
  }

  /** A fragment has been filled: tells the peer. */
  void filled(BulkJob job) {
    SendOperation send = job.send;
    Peer peer = send == null ? null : send.peer;
    if (send == null || peer == null) {
      return;
    }
    send.fills--;
    RonselException failure = send.abandoned;
    if (failure != null) {
      peer.link.releaseFragment(job.fragment);
      failWhenIdle(send, failure);
      return;
    }
    int bytes = (int) job.bytes;
    if (peer.backlog.isEmpty()
        && peer.link.offerFragment(send.cookie, job.messageOffset, job.fragment, bytes)) {
      peer.link.ring();
    } else {
      keep(peer, new Fragment(send.cookie, job.messageOffset, job.fragment, bytes));
    }
    send.handedOver += job.bytes;
    if (send.handedOver == send.length) {
      finish(send);
    }
  }

  /** Fails the sends to an endpoint and drops what was kept for it. */
  void failSends(int endpoint, RonselException failure) {
    for (SendOperation send; (send = sends.anyTo(endpoint)) != null; ) {
      sends.remove(send.cookie);
      feeding.remove(send);
      send.abandoned = failure;
      failWhenIdle(send, failure);
    }
    for (int i = backlogged.size() - 1; i >= 0; i--) {
      Peer peer = backlogged.get(i);
      if (peer.endpoint != endpoint) {
        continue;
      }
      backlogged.remove(i);
      for (Deferred record : peer.backlog) {
        if (record instanceof Fragment filled) {
          peer.link.releaseFragment(filled.number);
        } else if (record instanceof SendOperation send && !send.isComplete()) {
          settled();
          send.fail(failure);
        }
      }
      peer.backlog.clear();
    }
  }

  /** A send that has failed gives its buffer back, so no copy from it may be under way. */
  private void failWhenIdle(SendOperation send, RonselException failure) {
    if (send.fills != 0) {
      return;
    }
    settled();
    if (send.isComplete()) {
      engine.releaseDetached(send.length);
    } else {
      send.fail(failure);
    }
  }

  static RonselException peerFailure(int rank, int endpoint, Throwable cause) {
    return cause instanceof RonselException known
        ? known
        : new PeerFailedException(
            "rank " + rank + ": peer " + endpoint + " has failed: " + cause, cause);
  }
}
