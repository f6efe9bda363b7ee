package org.ronsel.engine.request;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.ronsel.ClosedException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.Status;
import org.ronsel.observe.Observation;

/** The common part of all requests: waiting, and reporting errors to the owner. */
public abstract sealed class AbstractRequest implements Request
    permits Operation, DelegatingRequest {
  /** The owner of this communication; null for one that the library starts for itself. */
  @Nullable Owner owner;

  /** The view that a request has of the object that started it, such as a communicator. */
  public interface Owner {
    /** The rank that an endpoint is to the owner; negative numbers stay as they are. */
    int rankOf(int endpoint);

    /**
     * Gives an error that is about to be thrown to the owner's error handler.
     *
     * @return the error, to be thrown
     */
    RonselException raise(RonselException error);
  }

  AbstractRequest() {}

  /** The request of a rank as what it is here. */
  static AbstractRequest of(Request request) {
    return (AbstractRequest) request;
  }

  /** Sets the owner of this communication. */
  public final void ownedBy(@Nullable Owner of) {
    owner = of;
  }

  /** The owner of this communication. */
  public final @Nullable Owner owner() {
    return owner;
  }

  @Override
  public final Status await() {
    awaitAndTell();
    return status();
  }

  @Override
  public final void await(Status status) {
    if (status == null) {
      throw raised(
          new InvalidArgumentException(
              ErrorClass.ARGUMENT, ErrorPlace.of("await").message("status is null")));
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

  @Override
  public final boolean await(Duration timeout) {
    if (timeout == null) {
      throw raised(
          new InvalidArgumentException(
              ErrorClass.ARGUMENT, ErrorPlace.of("await").message("timeout is null")));
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

  @Override
  public final boolean test() {
    boolean done = testCompletion();
    if (done) {
      told();
    }
    return done;
  }

  @Override
  public abstract boolean isComplete();

  @Override
  public final boolean cancel() {
    boolean cancelled = cancelOperation();
    if (cancelled) {
      observed();
    }
    return cancelled;
  }

  @Override
  public final void release() {
    if (operation() instanceof Operation pending) {
      pending.abandoned();
      if (Observation.CHECK) {
        pending.released();
      }
    }
  }

  /**
   * The operation that has to complete, or null if there is none: an inactive persistent request.
   */
  protected @Nullable Operation operation() {
    return this instanceof Operation pending ? pending : null;
  }

  /** The program knows now that the request has completed. */
  protected void told() {
    // Has a meaning for persistent requests, and for observers.
    observed();
  }

  /** Tells observers, if there are any. */
  protected final void observed() {
    if ((Observation.RECORD || Observation.CHECK) && operation() instanceof Operation done) {
      try {
        done.seen();
      } catch (RonselException found) {
        throw raised(found);
      }
    }
  }

  @Override
  public final CompletionStage<Status> toCompletionStage() {
    CompletableFuture<Status> future = new CompletableFuture<>();
    AbstractRequest begun = begun();
    Thread.ofVirtual()
        .name("ronsel-completion")
        .start(
            () -> {
              try {
                begun.awaitCompletion(Long.MAX_VALUE);
                begun.observed();
                told(begun);
                future.complete(begun.status());
              } catch (RuntimeException | Error failure) { // what a handler throws, too
                told(begun);
                future.completeExceptionally(failure);
              }
            });
    return future;
  }

  /** The program is about to know that what this request {@linkplain #begun began} is complete. */
  protected void told(AbstractRequest begun) {
    // Has a meaning for persistent requests.
  }

  /** What this request stands for now: of one that can be started again, the present start. */
  protected AbstractRequest begun() {
    return this;
  }

  /** The status of a request that has completed. */
  public final Status status() {
    Status status = new Status();
    fill(status);
    return status;
  }

  final void fill(Status status) {
    fill(status, owner);
  }

  /** Fills in a status, of which the source is a rank of the owner. */
  public final void fill(Status status, @Nullable Owner at) {
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
