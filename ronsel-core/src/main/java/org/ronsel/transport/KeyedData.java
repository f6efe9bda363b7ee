package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import org.ronsel.RonselException;

/**
 * The data of long messages on a {@link Link} whose ends can read them where they lie, by a key
 * that travels with the announcement of the message. A key is valid in one <em>epoch</em>, which
 * ends when the data may have moved, or when their sender takes its keys back. Called under the
 * engine's lock, except {@link #read}, which any thread may call.
 */
public interface KeyedData {

  // ---- of the sender ----

  /** The epoch of the keys that {@link #keyOf} gives now. */
  long epoch();

  /**
   * A key by which the peer can {@link #read} the data of one long message, until it has answered
   * or the epoch has ended.
   *
   * @param epoch the current {@link #epoch}, which travels with the key
   * @param exchanged whether this rank waits for a message of such a length itself, so that it
   *     cannot copy what it sends while the peer copies what it gets
   * @return 0 if it cannot, or data of this length move faster otherwise
   */
  long keyOf(Object base, long byteOffset, long bytes, long epoch, boolean exchanged);

  /**
   * Ends the epoch of all keys given so far, before memory that the peer may be reading is given
   * back to the program. A peer that reads it nevertheless finds out, and asks for the data.
   */
  void withdraw();

  /**
   * Says where the data of a message are whose key is about to be withdrawn, so that the peer can
   * read them without this rank's help; until {@link #forgetMoved}. Only a hint: there may be no
   * room to tell the peer, which asks for the data then.
   *
   * @param cookie number of the message
   * @param copy of all its data
   */
  void moved(long cookie, MemorySegment copy);

  /** The peer has answered, and the copy of a message's data is given up. */
  void forgetMoved(long cookie);

  // ---- of the receiver ----

  /**
   * Reads data of a long message of the peer by their key, from the beginning.
   *
   * @param key {@link #keyOf} of the peer; everything in it is checked
   * @param epoch that came with it
   * @param cookie number of the message
   * @param messageBytes length of the message, as the peer says
   * @param base memory of the program to read to, from {@code byteOffset} on
   * @param bytes how many are wanted
   * @param done is completed when they are there; fails with an {@link
   *     org.ronsel.UnsupportedFeatureException} if this process may not read them, or the epoch has
   *     ended. An exception that is thrown instead means the same
   * @throws RonselException if the key is not valid
   */
  void read(
      long key,
      long epoch,
      long cookie,
      long messageBytes,
      Object base,
      long byteOffset,
      long bytes,
      Completion done);
}
