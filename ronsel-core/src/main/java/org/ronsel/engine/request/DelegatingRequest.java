package org.ronsel.engine.request;

/** A request that answers for another one. */
public abstract non-sealed class DelegatingRequest extends AbstractRequest {
  /** The request that it answers for now. */
  protected abstract AbstractRequest target();

  @Override
  public boolean isComplete() {
    return target().isComplete();
  }

  @Override
  protected boolean awaitCompletion(long timeoutNs) {
    return target().awaitCompletion(timeoutNs);
  }

  @Override
  protected boolean testCompletion() {
    return target().testCompletion();
  }

  @Override
  protected void takeStatus() {
    target().takeStatus();
  }

  @Override
  protected boolean cancelOperation() {
    return target().cancelOperation();
  }

  @Override
  protected final int completedSource() {
    return target().completedSource();
  }

  @Override
  protected final int completedTag() {
    return target().completedTag();
  }

  @Override
  protected final long completedBytes() {
    return target().completedBytes();
  }

  @Override
  protected final int elementBytes() {
    return target().elementBytes();
  }

  @Override
  protected final boolean isCancelled() {
    return target().isCancelled();
  }
}
