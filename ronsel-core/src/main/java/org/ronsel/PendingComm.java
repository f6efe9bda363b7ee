package org.ronsel;

/**
 * A communicator that is being made by {@link Comm#iDup()} (MPI-4.1, section 7.4.2). Any thread of
 * the rank.
 */
public interface PendingComm {
  /** Completes when the communicator can be used. */
  Request request();

  /**
   * The communicator; waits until it can be used. It is the same object at each call.
   *
   * @throws RonselException what went wrong while it was made; also what a callback has thrown that
   *     was to copy an attribute
   */
  Comm comm();
}
