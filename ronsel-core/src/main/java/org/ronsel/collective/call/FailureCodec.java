package org.ronsel.collective.call;

/** Brings what an operator of the program threw from its rank to the others. */
public interface FailureCodec {
  /** Encodes an exception; never throws. */
  byte[] encode(Throwable thrown);

  /**
   * Decodes the exception of another rank with this rank's classes; called by the thread that will
   * throw it.
   *
   * @param rank where it was thrown
   */
  Throwable decode(byte[] message, int rank);
}
