package org.ronsel.onesided;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.transport.Completion;

/**
 * Completes a completion when both of two operations have completed, with the first failure if
 * there is one.
 */
final class BothCompletions implements Completion {
  private final Completion whole;
  private final AtomicInteger left = new AtomicInteger(2);
  private volatile @Nullable RonselException failure;

  BothCompletions(Completion whole) {
    this.whole = whole;
  }

  Completion whole() {
    return whole;
  }

  @Override
  public void complete(long value) {
    if (left.decrementAndGet() == 0) {
      RonselException why = failure;
      if (why == null) {
        whole.complete(0);
      } else {
        whole.fail(why);
      }
    }
  }

  @Override
  public void fail(RonselException cause) {
    failure = cause;
    complete(0);
  }
}
