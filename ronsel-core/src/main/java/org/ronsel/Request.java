package org.ronsel;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A started communication (MPI-4.1, section 3.7). Any thread of the rank may wait for or test it;
 * it keeps its buffer reachable until it completes. The buffer of a send must not be changed, and
 * that of a receive not be read, before then. A request is never reused, but for a {@link
 * PersistentRequest}; so calling a method again after completion is safe and answers the same; only
 * {@link #await()} gives the status of a cancelled request once.
 */
public interface Request {
  /**
   * Waits for completion: spins, yields, then parks, and makes progress for all communication of
   * this rank meanwhile.
   *
   * @return source, tag and length for a receive; an empty status for a send
   * @throws RonselException what went wrong with this operation
   * @throws WaitInterruptedException if the thread was interrupted; the request stays valid
   * @throws ClosedException if the request was cancelled and the status of an earlier {@code
   *     await()} has said so
   */
  Status await();

  /** As {@link #await()}, and sets {@code status}; allocates nothing. */
  void await(Status status);

  /**
   * Waits for completion for a bounded time.
   *
   * @return whether the operation has completed
   */
  boolean await(Duration timeout);

  /**
   * Makes progress once and says whether the operation has completed.
   *
   * @throws RonselException what went wrong with this operation
   */
  boolean test();

  /**
   * Whether the operation has completed, with or without an error; makes no progress and throws
   * nothing.
   */
  boolean isComplete();

  /**
   * Cancels a receive that no message has matched yet; afterwards {@link #await()} returns a status
   * that says so. A send, or a receive that is matched already, goes on.
   *
   * @return whether the operation was cancelled
   */
  boolean cancel();

  /**
   * Says that the program will not wait for this request (MPI-4.1, section 3.7.3); its
   * communication goes on. Until it has ended the buffer is in use, and no call tells when that is.
   * Without this call a request that is forgotten does the same, but {@code --check} reports it.
   */
  void release();

  /**
   * Starts several communications, in this order.
   *
   * @throws InvalidArgumentException if one of them is null; then none has been started
   */
  static void startAll(PersistentRequest... requests) {
    Ronsel.implementation().requests().startAll(requests);
  }

  /**
   * Waits for all of {@code requests}, then throws the first error among them, if any; the others
   * are suppressed in it.
   *
   * @throws InvalidArgumentException if one of them is null; then none has been waited for
   */
  static void awaitAll(Request... requests) {
    Ronsel.implementation().requests().awaitAll(requests);
  }

  /**
   * Waits until one of several requests has completed (MPI-4.1, section 3.7.5). Entries that are
   * null, and persistent requests that are not active, are passed over; so a program sets to null
   * what it has dealt with. Asking the request returned by {@link #await()} tells its status or
   * error.
   *
   * @return the index of a complete request, or {@link Ronsel#UNDEFINED} if there is none to wait
   *     for
   */
  static int awaitAny(@Nullable Request... requests) {
    return Ronsel.implementation().requests().awaitAny(requests);
  }

  /**
   * Makes progress once and looks for a complete one among several requests; see {@link #awaitAny}.
   *
   * @return its index, or {@link Ronsel#UNDEFINED} if none is complete
   */
  static int testAny(@Nullable Request... requests) {
    return Ronsel.implementation().requests().testAny(requests);
  }

  /**
   * Waits until at least one of several requests has completed; see {@link #awaitAny}.
   *
   * @return the indices of all that are complete, in ascending order; none if there is none to wait
   *     for
   */
  static int[] awaitSome(@Nullable Request... requests) {
    return Ronsel.implementation().requests().awaitSome(requests);
  }

  /** The indices of those that are complete, after making progress once. */
  static int[] testSome(@Nullable Request... requests) {
    return Ronsel.implementation().requests().testSome(requests);
  }

  /** Makes progress once and says whether all of several requests are complete. */
  static boolean testAll(@Nullable Request... requests) {
    return Ronsel.implementation().requests().testAll(requests);
  }

  /**
   * A stage that completes with this request. It is completed by a virtual thread that waits as
   * {@link #await()} does, so dependent actions may communicate.
   */
  CompletionStage<Status> toCompletionStage();
}
