package org.ronsel.engine;

import org.ronsel.engine.check.Checks;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.OperationObserver;

/** Tells the observers and the checks of an engine what happens to its operations. */
final class EngineObserver extends OperationObserver {
  private final Engine engine;

  EngineObserver(Engine engine) {
    this.engine = engine;
  }

  @Override
  protected boolean await(Operation operation, long timeoutNs) {
    return MessageTracing.await(engine, operation, timeoutNs);
  }

  @Override
  protected void completes(Operation operation) {
    MessageTracing.completed(engine, operation);
  }

  @Override
  protected void seen(Operation operation) {
    MessageTracing.told(engine, operation);
  }

  @Override
  protected void released(Operation operation) {
    Checks checks = engine.checks;
    if (checks != null) {
      checks.released(operation);
    }
  }

  @Override
  protected void settleChecks() {
    Checks checks = engine.checks;
    if (checks != null) {
      checks.settle();
    }
  }
}
