package org.ronsel.collective.call;

/** Brings what an operator of the program threw from its rank to the others. */
public interface FailureCodec {
  /** What was thrown, as bytes; never throws. */
  byte[] encode(Throwable thrown);

  /**
   * The same for another rank, with that rank's classes; called by the thread that will throw it.
   *
   * @param rank where it was thrown
   */
  Throwable decode(byte[] message, int rank);
}
