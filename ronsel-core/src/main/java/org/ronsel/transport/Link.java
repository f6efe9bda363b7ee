package org.ronsel.transport;

import org.jspecify.annotations.Nullable;

/**
 * The way from this rank to one peer. Called under the engine's lock, except {@link #ring()} and
 * {@link #open}, which any thread may call.
 */
public interface Link {
  /** Endpoint at the other end. */
  int peer();

  /** The capabilities of the link; always the same object. */
  Capabilities capabilities();

  /**
   * Whether the peer's bounded pool for unexpected eager payload has room; an engine sends payload
   * eagerly only then. Advisory: several senders may see the last free byte.
   */
  boolean eagerOpen();

  /**
   * Claims room for one record. It is written through the writer and handed over by its {@link
   * RecordWriter#commit}, before anything else is asked of the link.
   *
   * @param payloadBytes 0 to {@link Capabilities#inlineLimit}
   * @return null when there is no room now
   */
  @Nullable RecordWriter claim(int payloadBytes);

  /** Tells the peer's parked waiter, if any, that records have been offered. */
  void ring();

  /**
   * Makes progress in the peer's place, where both share a heap and the peer is not doing it
   * itself; called by a waiting sender without its engine's lock.
   *
   * @return whether anything moved
   */
  default boolean help() {
    return false;
  }

  /**
   * Asks whether {@code bytes} bytes may be sent before the receiver has matched. They may use only
   * part of what the link has room for, so that data the receiver waits for always move on; a yes
   * is a promise of that part.
   */
  default boolean admitUnsolicited(long bytes) {
    return false;
  }

  /**
   * Takes over data of a message that has been announced to the peer: as much as the link can move
   * at once, from the beginning. The peer gets them as a {@link Envelope#FRAGMENT} record.
   *
   * @param cookie number of the message
   * @param messageOffset place of the data in the message, in bytes
   * @param base where they are, from {@code byteOffset} on
   * @param solicited whether the receiver has asked for them; else {@link #admitUnsolicited} has
   *     admitted the message
   * @return what is to be moved, or null when there is no room now
   */
  default @Nullable DataTransfer sendData(
      long cookie,
      long messageOffset,
      Object base,
      long byteOffset,
      long bytes,
      boolean solicited) {
    throw new IllegalStateException("data go inline");
  }

  /**
   * A key by which the peer can {@link #open} the data of one long message and read them, until it
   * has answered.
   *
   * @return 0 if it cannot, or data of this length move faster otherwise
   */
  default long keyOf(Object base, long byteOffset, long bytes) {
    return 0;
  }

  /** Says that the peer could not read by a {@link #keyOf}, and has asked for the data. */
  default void keyRefused() {
    // A link that gives no keys is never told.
  }

  /** The process of the peer has ended: it gives nothing back any more that it had of this rank. */
  default void peerEnded() {
    // A link that lends nothing has nothing to take back.
  }

  /**
   * Opens memory of the peer: what it has {@linkplain Transport#register registered} with this
   * transport, or the data of a message. Any thread, without the engine's lock.
   *
   * @param key {@link Region#key} or {@link #keyOf} of the peer; everything in it is checked
   * @param bytes its length, as the peer says
   * @return null if there is no such memory; if this process may not read it, reading fails with an
   *     {@link org.ronsel.UnsupportedFeatureException}
   * @throws org.ronsel.RonselException if the key is not valid
   */
  default @Nullable RemoteMemory open(long key, long bytes) {
    return null;
  }
}
