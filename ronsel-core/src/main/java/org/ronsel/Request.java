package org.ronsel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Operation;
import org.ronsel.observe.Observation;

/**
 * A started communication (MPI-4.1, section 3.7). Any thread of the rank may wait for or test it;
 * it keeps its buffer reachable until it completes. The buffer of a send must not be changed, and
 * that of a receive not be read, before then. A request is never reused, but for a {@link
 * PersistentRequest}; so calling a method again after completion is safe and answers the same; only
 * {@link #await()} gives the status of a cancelled request once.
 */
public abstract sealed class Request permits Operation, DelegatingRequest {
  /** Whose communication this is; null for what the library starts for itself. */
  @Nullable Owner owner;

  /** What a request has to know of whoever has started it, such as a communicator. */
  protected interface Owner {
    /** The rank that an endpoint is to the owner; negative numbers stay as they are. */
    int rankOf(int endpoint);

    /**
     * Gives an error that is about to be thrown to the owner's error handler.
     *
     * @return the error, to be thrown
     */
    RonselException raise(RonselException error);
  }

  /** For the library. */
  protected Request() {}

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
  public final Status await() {
    awaitAndTell();
    return status();
  }

  /** As {@link #await()}, and sets {@code status}; allocates nothing. */
  public final void await(Status status) {
    if (status == null) {
      throw raised(new InvalidArgumentException(ErrorClass.ARGUMENT, "await: status is null"));
    }
    awaitAndTell();
    fill(status);
  }

  private void awaitAndTell() {
    awaitCompletion(Long.MAX_VALUE);
    try {
      takeStatus();
    } catch (ClosedException taken) {
      throw raised(taken);
    }
    told();
  }

  /**
   * Waits for completion for a bounded time.
   *
   * @return whether the operation has completed
   */
  public final boolean await(Duration timeout) {
    if (timeout == null) {
      throw raised(new InvalidArgumentException(ErrorClass.ARGUMENT, "await: timeout is null"));
    }
    long ns;
    try {
      ns = timeout.toNanos();
    } catch (ArithmeticException tooLong) {
      ns = Long.MAX_VALUE;
    }
    boolean done = awaitCompletion(ns);
    if (done) {
      told();
    }
    return done;
  }

  /**
   * Makes progress once and says whether the operation has completed.
   *
   * @throws RonselException what went wrong with this operation
   */
  public final boolean test() {
    boolean done = testCompletion();
    if (done) {
      told();
    }
    return done;
  }

  /**
   * Whether the operation has completed, with or without an error; makes no progress and throws
   * nothing.
   */
  public abstract boolean isComplete();

  /**
   * Cancels a receive that no message has matched yet; afterwards {@link #await()} returns a status
   * that says so. A send, or a receive that is matched already, goes on.
   *
   * @return whether the operation was cancelled
   */
  public final boolean cancel() {
    boolean cancelled = cancelOperation();
    if (cancelled) {
      observed();
    }
    return cancelled;
  }

  /**
   * Says that nobody will wait for this request (MPI-4.1, section 3.7.3); its communication goes
   * on. Until it has ended the buffer is in use, and nothing tells when that is. Without this call
   * a request that is forgotten does the same, but {@code --check} reports it.
   */
  public final void release() {
    if (Observation.CHECK && operation() instanceof Operation pending) {
      pending.released();
    }
  }

  // ---- several requests; RequestSet does the same for very many ----

  /**
   * Starts several communications, in this order.
   *
   * @throws InvalidArgumentException if one of them is null; then none has been started
   */
  public static void startAll(PersistentRequest... requests) {
    Requests.startAll(requests);
  }

  /**
   * Waits for all of {@code requests}, then throws the first error among them, if any; the others
   * are suppressed in it.
   *
   * @throws InvalidArgumentException if one of them is null; then none has been waited for
   */
  public static void awaitAll(Request... requests) {
    Requests.awaitAll(requests);
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
  public static int awaitAny(@Nullable Request... requests) {
    return Requests.awaitAny(requests);
  }

  /**
   * Makes progress once and looks for a complete one among several requests; see {@link #awaitAny}.
   *
   * @return its index, or {@link Ronsel#UNDEFINED} if none is complete
   */
  public static int testAny(@Nullable Request... requests) {
    return Requests.testAny(requests);
  }

  /**
   * Waits until at least one of several requests has completed; see {@link #awaitAny}.
   *
   * @return the indices of all that are complete, in ascending order; none if there is none to wait
   *     for
   */
  public static int[] awaitSome(@Nullable Request... requests) {
    return Requests.awaitSome(requests);
  }

  /** The indices of those that are complete, after making progress once. */
  public static int[] testSome(@Nullable Request... requests) {
    return Requests.testSome(requests);
  }

  /** Makes progress once and says whether all of several requests are complete. */
  public static boolean testAll(@Nullable Request... requests) {
    return Requests.testAll(requests);
  }

  /** What has to complete, or null if there is nothing: an inactive persistent request. */
  @Nullable Operation operation() {
    return this instanceof Operation pending ? pending : null;
  }

  /** The program knows now that the request has completed. */
  void told() {
    // Means something to persistent requests, and to those who observe.
    observed();
  }

  /** Says so to those who observe, if there are any. */
  final void observed() {
    if ((Observation.RECORD || Observation.CHECK) && operation() instanceof Operation done) {
      try {
        done.seen();
      } catch (RonselException found) {
        throw raised(found);
      }
    }
  }

  /**
   * A stage that completes with this request. It is completed by a virtual thread that waits as
   * {@link #await()} does, so dependent actions may communicate.
   */
  public final CompletionStage<Status> toCompletionStage() {
    CompletableFuture<Status> future = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("ronsel-completion")
        .start(
            () -> {
              try {
                awaitCompletion(Long.MAX_VALUE);
                observed();
                future.complete(status());
              } catch (RuntimeException | Error failure) { // what a handler throws, too
                future.completeExceptionally(failure);
              }
            });
    return future;
  }

  final Status status() {
    Status status = new Status();
    fill(status);
    return status;
  }

  final void fill(Status status) {
    fill(status, owner);
  }

  /** Fills in a status, of which the source is a rank of the owner. */
  final void fill(Status status, @Nullable Owner at) {
    int source = completedSource();
    status.set(
        at == null ? source : at.rankOf(source),
        completedTag(),
        completedBytes(),
        elementBytes(),
        isCancelled());
  }

  /** Gives an error that is about to be thrown to the handler of the owner. */
  protected final RonselException raised(RonselException error) {
    Owner at = owner;
    return at == null ? error : at.raise(error);
  }

  /** Waits at most {@code timeoutNs} nanoseconds; throws the operation's error. */
  protected abstract boolean awaitCompletion(long timeoutNs);

  /** Says that the status is given to the program; throws if that must not happen again. */
  protected abstract void takeStatus();

  /** Makes progress once; throws the operation's error. */
  protected abstract boolean testCompletion();

  /** Cancels if still possible. */
  protected abstract boolean cancelOperation();

  /** Endpoint that sent the message, or ANY_SOURCE for operations without a message. */
  protected abstract int completedSource();

  /** Tag of the message. */
  protected abstract int completedTag();

  /** Bytes received. */
  protected abstract long completedBytes();

  /** Bytes of one element of the operation's buffer. */
  protected abstract int elementBytes();

  /** Whether the operation was cancelled. */
  protected abstract boolean isCancelled();
}
