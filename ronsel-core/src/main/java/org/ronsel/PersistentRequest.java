package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Operation;

/**
 * A communication that can be started again and again with the same arguments (MPI-4.1, section
 * 3.9). It is <em>active</em> from {@link #start()} until a wait or test has told the program that
 * it has completed. While it is not active, waits and tests return at once and answer for the last
 * time it was started: an empty status if never.
 *
 * <p>Any thread of the rank may use it; that it is started once only at a time is the program's
 * business.
 */
public abstract sealed class PersistentRequest extends Request
    permits PersistentTransfer, PersistentCollective, PartitionedSend, PartitionedReceive {
  private final Operation nothing;
  private volatile Operation current;
  private volatile boolean active;

  PersistentRequest(Operation nothing) {
    this.nothing = nothing;
    this.current = nothing;
  }

  /** Starts the operation; its arguments have been checked. */
  abstract Operation begin();

  /** {@code sendSynchronous to rank 3}, for messages. */
  abstract String what();

  /**
   * Starts the communication.
   *
   * @throws InvalidArgumentException if it has been started and has not completed
   */
  public final void start() {
    if (!current.isComplete()) {
      throw raised(
          new InvalidArgumentException(
              ErrorClass.REQUEST,
              "start: the persistent "
                  + what()
                  + " has been started already and is not complete; wait for it first"));
    }
    try {
      Request started = begin();
      started.comm = comm;
      current = (Operation) started;
    } catch (RonselException failure) {
      throw raised(failure);
    }
    active = true;
  }

  /** Starts several communications, in this order. */
  public static void startAll(PersistentRequest... requests) {
    for (PersistentRequest request : requests) {
      request.start();
    }
  }

  /** Whether it has been started, and no wait or test has told of its completion yet. */
  public final boolean isActive() {
    return active;
  }

  @Override
  final @Nullable Operation operation() {
    return active ? current : null;
  }

  @Override
  final void told() {
    observed();
    active = false;
  }

  @Override
  public final boolean isComplete() {
    return current.isComplete();
  }

  @Override
  protected final boolean awaitCompletion(long timeoutNs) {
    try {
      return ((Request) current).awaitCompletion(timeoutNs);
    } catch (WaitInterruptedException goesOn) {
      throw goesOn;
    } catch (RuntimeException | Error failure) { // what a handler or an operator throws, too
      active = false;
      throw failure;
    }
  }

  @Override
  protected final boolean testCompletion() {
    try {
      return ((Request) current).testCompletion();
    } catch (RuntimeException | Error failure) {
      active = false;
      throw failure;
    }
  }

  @Override
  protected final void takeStatus() {
    // That of a cancelled start is given as often as it is asked for: there may be another start.
  }

  @Override
  protected final boolean cancelOperation() {
    return current != nothing && ((Request) current).cancelOperation();
  }

  @Override
  protected final int completedSource() {
    return ((Request) current).completedSource();
  }

  @Override
  protected final int completedTag() {
    return ((Request) current).completedTag();
  }

  @Override
  protected final long completedBytes() {
    return ((Request) current).completedBytes();
  }

  @Override
  protected final int elementBytes() {
    return ((Request) current).elementBytes();
  }

  @Override
  protected final boolean isCancelled() {
    return ((Request) current).isCancelled();
  }

  @Override
  public String toString() {
    return "PersistentRequest[" + what() + (isActive() ? ", active]" : "]");
  }
}
