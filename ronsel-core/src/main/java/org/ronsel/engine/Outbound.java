package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.event.Observers;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.engine.message.BufferAccess;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.LateEager;
import org.ronsel.engine.message.MatchErrors;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.message.SendProtocol;
import org.ronsel.engine.transfer.SendTable;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.KeyedData;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordWriter;

/**
 * The sending half of an engine: the one place that chooses the protocol of a message and follows
 * it until the message is sent. Everything runs under the engine's lock, except where said.
 *
 * <p>Protocols: up to the link's inline limit, while the receiver's pool is open, a message goes
 * eagerly in one record. Otherwise it is announced. In one heap the announcement carries a
 * reference and the receiver copies. Elsewhere the receiver reads the data by a key, or they follow
 * in fragments: at once for messages up to the unsolicited limit while the fragment pool admits
 * them, else after CLEAR_TO_SEND. Of an admitted message that fits one fragment there is one
 * record.
 */
final class Outbound extends SendProtocol {
  private final Engine engine;
  private final EngineOptions options;
  private final SendTable sends = new SendTable();
  private final Backlog backlog;
  final DataFeed feed;

  /** Sends started, less those that have been settled under the lock; may wrap around. */
  private int outstanding;

  /** Those that other ranks of this heap, or threads of this one, have settled without the lock. */
  private final AtomicInteger settledWithoutLock = new AtomicInteger();

  private volatile @Nullable DrainOperation drain;

  Outbound(Engine engine, EngineOptions options) {
    super(new LateEager(engine.lock, options.lateEagerPoolBytes()));
    this.engine = engine;
    this.options = options;
    this.backlog = engine.backlog;
    this.feed = new DataFeed(engine, this, backlog);
  }

  /** Sends started and not complete, and peers to which not all records are handed over. */
  int outstanding() {
    return outstanding - settledWithoutLock.get() + backlog.peers();
  }

  /** Sends a standard-mode message eagerly if that is possible right now. */
  boolean trySendEager(
      Peer peer, long context, int tag, int typeCode, Object base, long offset, long bytes) {
    if (!fitsEager(peer, bytes) || !peer.backlog.isEmpty() || !peer.link.eagerOpen()) {
      return false;
    }
    int header = Envelope.header(Envelope.EAGER, typeCode, 0);
    RecordWriter record = peer.link.claim((int) bytes);
    if (record == null) {
      return false;
    }
    record.envelope(header, context, tag, bytes, 0);
    try {
      record.payload(base, offset);
    } catch (RuntimeException | InternalError failure) {
      throw MatchErrors.bufferGone(engine.rank(), "send", peer.endpoint, tag, failure);
    }
    record.commit();
    if (Observers.asksForEager()) {
      MessageTracing.sentEagerly(engine, peer, header, context, tag, bytes);
    }
    return true;
  }

  private boolean fitsEager(Peer peer, long bytes) {
    return bytes <= peer.can.inlineLimit() && bytes <= options.eagerLimit();
  }

  /** Starts a send that has been prepared, of any mode; it may be complete on return. */
  void start(SendOperation send, Peer peer) {
    outstanding++;
    boolean whole;
    try {
      send.peer = peer;
      if (!fitsEager(peer, send.length) || !peer.link.eagerOpen()) {
        chooseRendezvous(send, peer);
      } else {
        send.header = Envelope.withKind(send.header, Envelope.EAGER);
        if (send.isSynchronous() && !peer.can.sharesHeap()) {
          send.cookie = sends.add(send);
        }
      }
      whole = send.isUnsolicited() && goesWhole(send, peer);
      if (!whole) {
        trace(send);
        if (peer.backlog.isEmpty() && send.offer(peer)) {
          peer.link.ringDoorbell();
        } else {
          keep(send, peer);
        }
      }
    } catch (RuntimeException | InternalError failure) {
      notStarted(send);
      throw MatchErrors.bufferGone(send, failure);
    } catch (OutOfMemoryError noMemory) {
      notStarted(send);
      throw noMemory;
    }
    if (whole) {
      peer.link.ringDoorbell();
      finish(send);
      trace(send);
    }
  }

  private void keep(SendOperation send, Peer peer) {
    if (send.isEager() && send.owner != null) {
      send.usePrivateCopy(); // another thread may find room for it
    }
    backlog.keep(peer, send);
  }

  private void trace(SendOperation send) {
    if (Observers.asksForPosted()) {
      MessageTracing.started(engine, send);
    }
  }

  /** Whether an admitted message has gone in one record. */
  private static boolean goesWhole(SendOperation send, Peer peer) {
    int header =
        Envelope.withoutFlag(Envelope.withKind(send.header, Envelope.EAGER), Envelope.UNSOLICITED);
    boolean gone =
        send.length > 0
            && peer.backlog.isEmpty()
            && peer.link.sendWhole(
                header,
                Contexts.of(send.objects, send.context),
                send.tag,
                send.base,
                send.offset,
                send.length);
    if (gone) {
      send.header = header;
    }
    return gone;
  }

  private void notStarted(SendOperation send) {
    sends.remove(send.cookie);
    settled();
  }

  /** An eager message that found no room before the receiver's pool was full is announced now. */
  @Override
  public void announceInstead(SendOperation send, Peer peer) {
    send.header = Envelope.withKind(send.header, Envelope.RENDEZVOUS);
    chooseRendezvous(send, peer);
  }

  /** Settles how the data of a message that is announced will move. */
  private void chooseRendezvous(SendOperation send, Peer peer) {
    if (peer.can.sharesHeap()) {
      if (send.owner != null) {
        send.usePrivateCopy();
      }
      return;
    }
    long length = send.length;
    KeyedData keyed = peer.keyedData;
    if (length > 0 && keyed != null) {
      send.keyEpoch = keyed.epoch();
      boolean exchanged = engine.inbound.expects(length / 2);
      send.key = keyed.keyOf(send.base, send.offset, length, send.keyEpoch, exchanged);
    }
    if (send.key != 0) {
      send.header = Envelope.withFlag(send.header, Envelope.KEY);
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
  @Override
  public void announced(SendOperation send) {
    if (send.isUnsolicited()) {
      feed.add(send);
    }
  }

  /** The receiver has matched and wants all data. */
  void cleared(int source, long cookie) {
    SendOperation send = known(source, cookie, "asked for a message that was not announced to it");
    if (send.isEager() || send.cleared || send.isUnsolicited()) {
      throw new MalformedRecordException("asked for data that do not wait for it");
    }
    Peer peer = send.peer;
    if (send.isReadByPeer() && peer != null) {
      send.header = Envelope.withoutFlag(send.header, Envelope.KEY);
      send.key = 0;
    }
    send.cleared = true;
    feed.add(send);
  }

  /** The receiver has matched a synchronous send, or read all data by their key. */
  void acknowledged(int source, long cookie) {
    SendOperation send = known(source, cookie, "acknowledged a message that was not sent to it");
    if (!send.isReadByPeer() && !send.isEager()) {
      throw new MalformedRecordException("acknowledged a message whose data it has not got");
    }
    if (send.isReadByPeer() && !BufferAccess.isAlive(send.base)) {
      // What the peer has read at that address may be anything.
      send.noteError(MatchErrors.bufferGone(send, new IllegalStateException("Already closed")));
    }
    finish(send);
  }

  private SendOperation known(int source, long cookie, String otherwise) {
    SendOperation send = sends.get(cookie);
    if (send == null || send.awaitedPeer() != source || !send.announced) {
      throw new MalformedRecordException(otherwise);
    }
    return send;
  }

  /** Completes a send whose number is not used by the peer any more. */
  void finish(SendOperation send) {
    sends.remove(send.cookie);
    forgetMoved(send);
    finished(send);
  }

  /** Forgets a send whose message has been taken back. */
  void withdraw(SendOperation send) {
    sends.remove(send.cookie);
    settled();
  }

  /** Completes a send that needs nothing more. */
  @Override
  public void finished(SendOperation send) {
    settled();
    if (send.isComplete()) {
      lateEager.release(send.length);
    } else {
      send.completeLocked();
    }
  }

  @Override
  public void finishedAlone(SendOperation send) {
    settledWithoutLock();
    send.complete();
  }

  /** Completes a send whose data the receiving rank has copied. Any thread. */
  @Override
  public void directDone(SendOperation send) {
    if (send.isDetached()) {
      lateEager.release(send.length);
    } else {
      finishedAlone(send);
    }
  }

  /** A send needs nothing more. No fence: whoever drains looks under the lock. */
  void settled() {
    outstanding--;
    wakeDrain();
  }

  /** The same without the lock; any thread. */
  private void settledWithoutLock() {
    settledWithoutLock.getAndIncrement();
    wakeDrain();
  }

  private void wakeDrain() {
    DrainOperation waiting = drain;
    if (waiting != null) {
      waiting.notifyCompletion();
    }
  }

  /** Names the operation that waits until nothing is outstanding. */
  void drainFor(DrainOperation operation) {
    drain = operation;
  }

  /** The receiver has ended without receiving a message that waits for its match. */
  void refused(int source, long cookie) {
    SendOperation send = known(source, cookie, "refused a message that was not sent to it");
    if (send.cleared || send.isUnsolicited()) {
      throw new MalformedRecordException("refused a message that it has asked for");
    }
    sends.remove(cookie);
    forgetMoved(send);
    RonselException failure = engine.endedRanks().notReceived(send, source);
    noteLost(send, failure);
    failWhenIdle(send, failure);
  }

  /** The same for a message to a rank of this heap. Any thread. */
  @Override
  public void refusedDirectly(SendOperation send) {
    send.take();
    if (send.isDetached()) {
      lateEager.release(send.length);
      return;
    }
    RonselException failure = engine.endedRanks().notReceived(send, send.awaitedPeer());
    noteLost(send, failure);
    settledWithoutLock();
    send.fail(failure);
  }

  /** A rank that ends, and waits for its sends, fails if one of them does that it had to await. */
  private void noteLost(SendOperation send, RonselException failure) {
    DrainOperation waiting = drain;
    if (waiting != null && !send.isComplete()) {
      waiting.noteFirst(failure);
    }
  }

  /** Fails the sends to an endpoint and drops what was kept for it. */
  void failSends(int endpoint, RonselException failure) {
    for (SendOperation send; (send = sends.anyTo(endpoint)) != null; ) {
      sends.remove(send.cookie);
      feed.remove(send);
      withdrawKey(send);
      forgetMoved(send);
      RonselException own = PeerFailures.another(failure);
      send.abandoned = own;
      failWhenIdle(send, own);
    }
    backlog.drop(endpoint, failure);
  }

  /** The buffer of a send is given back, which the peer may be reading. */
  @Override
  public void withdrawKey(SendOperation send) {
    KeyedData keyed = send.peer == null ? null : send.peer.keyedData;
    if (send.key == 0 || keyed == null) {
      return;
    }
    if (send.announced) {
      if (send.isDetached() && send.base instanceof MemorySegment copy) {
        keyed.moved(send.cookie, copy);
        send.moved = true;
      }
      keyed.withdraw(); // the peer reads the copy, or asks for the data
    } else {
      send.header = Envelope.withoutFlag(send.header, Envelope.KEY);
    }
    send.key = 0;
  }

  private static void forgetMoved(SendOperation send) {
    KeyedData keyed = send.peer == null ? null : send.peer.keyedData;
    if (send.moved && keyed != null) {
      send.moved = false;
      keyed.forgetMoved(send.cookie);
    }
  }

  /** A send that has failed gives its buffer back, so no copy from it may be under way. */
  void failWhenIdle(SendOperation send, RonselException failure) {
    if (send.moves != 0) {
      return;
    }
    settled();
    if (send.isComplete()) {
      lateEager.release(send.length);
    } else {
      send.fail(failure);
    }
  }
}
