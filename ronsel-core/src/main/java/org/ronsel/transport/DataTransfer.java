package org.ronsel.transport;

/**
 * A part of a message's data that a {@link Link} has taken over. It is moved without the engine's
 * lock, once, by a thread that may access the sender's buffer, and then handed over or dropped. The
 * buffer may be used again when the data have been moved.
 */
public interface DataTransfer {
  /** Length of the part in bytes. */
  long bytes();

  /**
   * Moves the data to where the peer will find them, or to the peer; without the engine's lock.
   *
   * @throws RuntimeException if the sender's buffer cannot be read
   */
  void move();

  /**
   * Whether the peer has got a part of the data already, and gets nothing else by the same way
   * until it has all of them; after {@link #move}.
   */
  boolean hasBegun();

  /**
   * Tells the peer, under the engine's lock.
   *
   * @return false when there is no room now; to be called again
   */
  boolean handOver();

  /** The peer is not to be told: it has failed. */
  void drop();
}
