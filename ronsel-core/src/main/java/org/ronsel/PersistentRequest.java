package org.ronsel;

/**
 * A communication that can be started again and again with the same arguments (MPI-4.1, section
 * 3.9). It is <em>active</em> from {@link #start()} until a wait or test, one of several requests
 * included, or a {@linkplain #toCompletionStage() stage} has told the program that it has
 * completed; {@link #isComplete()} tells, but leaves it active. While it is not active, waits and
 * tests return at once and answer for the last time it was started: an empty status if never.
 *
 * <p>Any thread of the rank may use it; that it is started once only at a time is the program's
 * business.
 */
public interface PersistentRequest extends Request {
  /**
   * Starts the communication.
   *
   * @throws InvalidArgumentException if it is active
   */
  void start();

  /** Whether it has been started, and no wait or test has told of its completion yet. */
  boolean isActive();

  /** Starts several communications; see {@link Request#startAll}. */
  static void startAll(PersistentRequest... requests) {
    Request.startAll(requests);
  }
}
