package org.ronsel.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Operations of blocking sends and receives, which are used again, so that these allocate nothing.
 * They are taken under the engine's lock, and given back without it by the thread that has waited.
 */
final class OperationPool {
  private static final VarHandle SPARE_RECEIVE;

  static {
    try {
      SPARE_RECEIVE =
          MethodHandles.lookup()
              .findVarHandle(OperationPool.class, "spareReceive", ReceiveOperation.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Engine engine;
  private final EngineLock lock;
  private @Nullable SendOperation freeSends;
  private @Nullable ReceiveOperation freeReceives;

  /** The first free receive, which comes back without the lock. */
  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private @Nullable ReceiveOperation spareReceive;

  OperationPool(Engine engine) {
    this.engine = engine;
    this.lock = engine.lock;
  }

  /** Under the lock. */
  SendOperation takeSend() {
    SendOperation send = freeSends;
    if (send == null) {
      return new SendOperation(engine);
    }
    freeSends = send.nextFree;
    send.reset();
    return send;
  }

  /** Under the lock. */
  ReceiveOperation takeReceive() {
    ReceiveOperation spare = (ReceiveOperation) SPARE_RECEIVE.getAcquire(this);
    if (spare != null) {
      SPARE_RECEIVE.setOpaque(this, (ReceiveOperation) null);
      spare.reset();
      return spare;
    }
    ReceiveOperation receive = freeReceives;
    if (receive == null) {
      return new ReceiveOperation(engine);
    }
    freeReceives = receive.next;
    receive.next = null;
    receive.reset();
    return receive;
  }

  /** Takes back the operation of a blocking send. */
  void recycle(SendOperation send) {
    send.clear();
    lock.acquire();
    send.nextFree = freeSends;
    freeSends = send;
    lock.release();
  }

  /** Takes back the operation of a blocking receive. */
  void recycle(ReceiveOperation receive) {
    receive.clear();
    if ((ReceiveOperation) SPARE_RECEIVE.getOpaque(this) == null) {
      // Release: whoever takes it sees it cleared. Of two threads that come here at once, one loses
      // its operation to the collector.
      SPARE_RECEIVE.setRelease(this, receive);
      return;
    }
    lock.acquire();
    receive.next = freeReceives;
    freeReceives = receive;
    lock.release();
  }
}
