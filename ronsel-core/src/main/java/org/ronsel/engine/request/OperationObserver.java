package org.ronsel.engine.request;

/**
 * Told what happens to the operations of an observed or checked job. There is one subclass, {@code
 * org.ronsel.engine.EngineObserver}.
 */
public abstract class OperationObserver {
  /** For the subclass. */
  protected OperationObserver() {}

  /** Waits for an operation as {@link Waiting#awaitUnobserved} does, and tells observers. */
  protected abstract boolean await(Operation operation, long timeoutNs);

  /** An operation is about to complete. */
  protected abstract void completes(Operation operation);

  /** The program learns that an operation is complete. */
  protected abstract void seen(Operation operation);

  /** The program will not ask for an operation any more. */
  protected abstract void released(Operation operation);

  /** Waits a little for errors that the checks of a checked job are about to find. */
  protected abstract void settleChecks();
}
