package org.ronsel.engine;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;

/** A request that can be started repeatedly; subclasses define what a start does. */
public abstract class RestartableRequest extends DelegatingRequest implements PersistentRequest {
  private final Operation nothing;
  private volatile Operation current;
  private volatile boolean active;
  private volatile boolean held;

  /**
   * Makes a request that has not been started.
   *
   * @param nothing what it answers for until then
   */
  protected RestartableRequest(Operation nothing) {
    this.nothing = nothing;
    this.current = nothing;
  }

  /** Starts the operation; its arguments have been checked. */
  protected abstract Operation begin();

  /** {@code sendSynchronous to rank 3}, for messages. */
  protected abstract String what();

  @Override
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
      Operation started = begin();
      started.owner = owner;
      held = false;
      current = started;
    } catch (RonselException failure) {
      throw raised(failure);
    }
    active = true;
  }

  @Override
  public final boolean isActive() {
    return active;
  }

  @Override
  protected final @Nullable Operation operation() {
    return active ? current : null;
  }

  @Override
  protected final void told() {
    observed();
    active = false;
  }

  @Override
  protected final AbstractRequest target() {
    return current;
  }

  @Override
  protected final AbstractRequest begun() {
    held = true;
    return current;
  }

  /** Whether the operation of the last start stands for that one for good, and starts no more. */
  protected final boolean isHeld() {
    return held;
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
