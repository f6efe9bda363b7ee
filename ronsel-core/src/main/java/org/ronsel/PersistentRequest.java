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
public abstract sealed class PersistentRequest extends DelegatingRequest
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
      started.owner = owner;
      current = (Operation) started;
    } catch (RonselException failure) {
      throw raised(failure);
    }
    active = true;
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
  final Request target() {
    return current;
  }

  @Override
  protected final boolean awaitCompletion(long timeoutNs) {
    try {
      return super.awaitCompletion(timeoutNs);
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
      return super.testCompletion();
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
    return current != nothing && super.cancelOperation();
  }

  @Override
  public String toString() {
    return "PersistentRequest[" + what() + (isActive() ? ", active]" : "]");
  }
}
