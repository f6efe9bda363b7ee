package org.ronsel.transport;

/** The receiver of a transport's records: the engine. Called under the engine's lock. */
public interface Sink extends RecordHandler {
  /**
   * A record broke the wire format, or the peer is gone: fails everything that involves the peer.
   */
  void failPeer(int endpoint, Throwable cause);

  /**
   * Asks where the data belong that follow a {@link Envelope#FRAGMENT} record. If there is such a
   * place, the transport puts them there, tells by {@link #placed}, and delivers the record no more
   * but for what it has not put there.
   *
   * @param bytes length of the data
   * @param place is set if the answer is yes
   * @return whether there is a place
   * @throws MalformedRecordException if the data fit no message of their sender
   */
  default boolean place(RecordView record, int bytes, DataPlace place) {
    return false;
  }

  /**
   * Data have been put where {@link #place} has said; nothing more is written there.
   *
   * @param bytes how many, from the beginning of the place
   * @param all how many it was given for
   */
  default void placed(DataPlace place, int bytes, int all) {
    throw new IllegalStateException("no place was given");
  }
}
