package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.PersistentRequest;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;

/** A request that can be started repeatedly; subclasses define what a start does. */
public abstract class RestartableRequest extends DelegatingRequest implements PersistentRequest {
  private static final VarHandle DONE;

  static {
    try {
      DONE =
          MethodHandles.lookup()
              .findVarHandle(RestartableRequest.class, "done", int.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Operation nothing;
  private volatile Operation current;
  private volatile boolean held;

  /** The number of starts. */
  private volatile int starts;

  /** The last start of whose completion the program knows. */
  private volatile int done;

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
    if (isActive()) {
      throw raised(
          new InvalidArgumentException(
              ErrorClass.REQUEST,
              ErrorPlace.of(nothing.engine.rank(), "start")
                  .message(
                      "the persistent "
                          + what()
                          + " has been started already, and no wait or test has told of its"
                          + " completion; wait for it first")));
    }
    try {
      Operation started = begin();
      started.owner = owner;
      held = false;
      current = started;
    } catch (RonselException failure) {
      throw raised(failure);
    }
    int next = starts + 1;
    starts = next;
  }

  @Override
  public final boolean isActive() {
    return done != starts;
  }

  @Override
  protected final @Nullable Operation operation() {
    return isActive() ? current : null;
  }

  @Override
  protected final void told() {
    observed();
    done = starts;
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

  @Override
  protected final void told(AbstractRequest begun) {
    int start = starts; // of a later one, this says nothing
    if (begun == current) {
      DONE.compareAndSet(this, start - 1, start);
    }
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
      toldIfComplete();
      throw failure;
    }
  }

  @Override
  protected final boolean testCompletion() {
    try {
      return super.testCompletion();
    } catch (RuntimeException | Error failure) {
      toldIfComplete();
      throw failure;
    }
  }

  /** What was thrown may be that nothing will complete it, which leaves it active. */
  private void toldIfComplete() {
    if (current.isComplete()) {
      done = starts;
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
