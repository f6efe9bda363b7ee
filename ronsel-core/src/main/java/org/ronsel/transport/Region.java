package org.ronsel.transport;

/**
 * Memory of a rank that is registered with a transport, so that peers which the transport reaches
 * can open it and operate on it.
 */
public interface Region extends AutoCloseable {
  /**
   * By which peers open it; they look it up, and check everything in it.
   *
   * @return at most 255 bytes
   */
  byte[] key();

  /** Peers open it no more; those that have must not use it any longer. */
  @Override
  void close();
}
