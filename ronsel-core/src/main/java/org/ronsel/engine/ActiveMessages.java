package org.ronsel.engine;

import org.ronsel.RonselException;
import org.ronsel.engine.message.DeferredRecord;
import org.ronsel.engine.message.OutgoingRecord;
import org.ronsel.engine.message.Peer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordHandler;

/**
 * The active messages of a rank (T. von Eicken et al., ISCA 1992): records that no receive matches,
 * but a handler at the peer takes. They are how layers above the engine extend what ranks say to
 * each other. Any thread, except where said.
 */
public final class ActiveMessages {
  private final Engine engine;

  ActiveMessages(Engine engine) {
    this.engine = engine;
  }

  /**
   * Registers what is done with records of a kind that a layer above has. Before any other rank can
   * send one, as a rule when the engine has been made; a record of a kind without handler fails its
   * sender.
   *
   * @param kind from {@link Envelope#FIRST_ONE_SIDED_KIND} to 255
   * @throws IllegalStateException if the kind has a handler already
   */
  public void handle(int kind, RecordHandler handler) {
    if (kind < Envelope.FIRST_ONE_SIDED_KIND) {
      throw new IllegalArgumentException("records of kind " + kind + " are the engine's own");
    }
    engine.lock.acquire();
    try {
      engine.records.register(kind, handler);
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Sends records that are not messages, one directly after the other, behind all that has been
   * sent to the peer before. They are copied, or kept where there is no room now.
   *
   * @throws RonselException if the peer has failed
   */
  public void send(int endpoint, OutgoingRecord... records) {
    engine.lock.acquire();
    try {
      engine.checkAlive(endpoint);
      send(engine.peers.get(endpoint), records);
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Like {@link #send}, for handlers of records, which run under the engine's lock; does nothing if
   * the peer has failed.
   */
  public void answer(int endpoint, OutgoingRecord... records) {
    Peer peer = engine.peers.answerable(endpoint);
    if (peer != null) {
      send(peer, records);
    }
  }

  /** As {@link #answer}, with records that are made when there is room for them. */
  public void answerWithRoom(int endpoint, DeferredRecord records) {
    Peer peer = engine.peers.answerable(endpoint);
    if (peer != null) {
      engine.backlog.offerOrKeep(peer, records);
    }
  }

  private void send(Peer peer, OutgoingRecord... records) {
    for (OutgoingRecord record : records) {
      if (record.payload().length > peer.can.inlineLimit()) {
        throw new IllegalArgumentException(
            "a record of "
                + record.payload().length
                + " bytes: the most is "
                + peer.can.inlineLimit());
      }
      engine.backlog.offerOrKeep(peer, record);
    }
  }

  /** {@link #recordBytes} for handlers of records, which run under the engine's lock. */
  public int answerBytes(int endpoint) {
    Peer peer = engine.peers.answerable(endpoint);
    return peer == null ? Integer.MAX_VALUE : peer.can.inlineLimit();
  }

  /** Most bytes of payload that one record to a peer carries. */
  public int recordBytes(int endpoint) {
    engine.lock.acquire();
    try {
      engine.checkAlive(endpoint);
      return engine.peers.get(endpoint).can.inlineLimit();
    } finally {
      engine.lock.release();
    }
  }
}
