package org.ronsel;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Operation;

/**
 * A started communication (MPI-4.1, section 3.7). Any thread of the rank may wait for or test it;
 * it keeps its buffer reachable until it completes. The buffer of a send must not be changed, and
 * that of a receive not be read, before then. A request is never reused, so calling a method again
 * after completion is safe and answers the same; only {@link #await()} gives the status of a
 * cancelled request once.
 */
public abstract sealed class Request permits Operation {
  /** What the library knows about the communicator the request belongs to. */
  @Nullable Comm comm;

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
    awaitCompletion(Long.MAX_VALUE);
    takeStatus();
    return status();
  }

  /**
   * Waits for completion for a bounded time.
   *
   * @return whether the operation has completed
   */
  public final boolean await(Duration timeout) {
    if (timeout == null) {
      throw new InvalidArgumentException(ErrorClass.ARGUMENT, "await: timeout is null");
    }
    long ns;
    try {
      ns = timeout.toNanos();
    } catch (ArithmeticException tooLong) {
      ns = Long.MAX_VALUE;
    }
    return awaitCompletion(ns);
  }

  /**
   * Makes progress once and says whether the operation has completed.
   *
   * @throws RonselException what went wrong with this operation
   */
  public final boolean test() {
    return testCompletion();
  }

  /**
   * Cancels a receive that no message has matched yet; afterwards {@link #await()} returns a status
   * that says so. A send, or a receive that is matched already, goes on.
   *
   * @return whether the operation was cancelled
   */
  public final boolean cancel() {
    return cancelOperation();
  }

  /**
   * Waits for all of {@code requests}, then throws the first error among them, if any; the others
   * are suppressed in it.
   *
   * @throws InvalidArgumentException if one of them is null; then none has been waited for
   */
  public static void awaitAll(Request... requests) {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] == null) {
        throw new InvalidArgumentException(
            ErrorClass.REQUEST,
            "awaitAll: request " + i + " of " + requests.length + " is null; start it first");
      }
    }
    RonselException first = null;
    for (Request request : requests) {
      try {
        request.awaitCompletion(Long.MAX_VALUE);
      } catch (WaitInterruptedException | JobAbortedException end) {
        throw end; // the others would say the same
      } catch (RonselException failure) {
        if (first == null) {
          first = failure;
        } else if (first != failure) {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
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
                future.complete(status());
              } catch (RonselException failure) {
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
    int source = completedSource();
    status.set(
        comm == null ? source : comm.rankOf(source),
        completedTag(),
        completedBytes(),
        elementBytes(),
        isCancelled());
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
