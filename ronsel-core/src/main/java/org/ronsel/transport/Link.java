package org.ronsel.transport;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/**
 * The way from this rank to one peer. Called under the engine's lock, except {@link
 * #ringDoorbell()} and {@link #open}, which any thread may call.
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
  void ringDoorbell();

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
   * Sends a message that is too long for a record in one record nevertheless: its data go to memory
   * of the link, which lends them to the peer as the payload of an {@link Envelope#EAGER} record.
   * The message has been {@linkplain #admitUnsolicited admitted}.
   *
   * @return false if it is longer than what the link lends at a time, or there is no room now
   * @throws RuntimeException if the data cannot be read, or there is no memory; then nothing has
   *     been sent, and the message is not admitted any more
   */
  default boolean sendWhole(
      int header, long context, int tag, Object base, long byteOffset, long bytes) {
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
   * Whether {@link #sendData} has no room because data to other peers take all of it. Some of these
   * may compute for long, so data that the peer of this link has asked for go in records then.
   */
  default boolean isCrowdedOut() {
    return false;
  }

  /**
   * The data of long messages that the other end reads where they lie; always the same object, or
   * null where {@link Capabilities#memory} is not {@link Capabilities.Memory#BY_KEY}.
   */
  default @Nullable KeyedData keyedData() {
    return null;
  }

  /** The process of the peer has ended: it gives nothing back any more that it had of this rank. */
  default void peerEnded() {
    // A link that lends nothing has nothing to take back.
  }

  /**
   * Opens memory of the peer that it has {@linkplain Transport#register registered} with this
   * transport. Any thread, without the engine's lock.
   *
   * @param key {@link Region#key} of the peer; everything in it is checked
   * @param bytes its length, as the peer says
   * @return null if there is no such memory
   * @throws RonselException if the key is not valid
   */
  default @Nullable RemoteMemory open(long key, long bytes) {
    return null;
  }
}
