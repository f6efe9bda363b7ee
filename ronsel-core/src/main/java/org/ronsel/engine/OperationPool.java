package org.ronsel.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.request.EngineLock;

/**
 * Operations of blocking sends and receives, which are used again, so that these allocate nothing.
 * They are taken under the engine's lock, and given back without it by the thread that has waited.
 *
 * <p>An operation is made when none is free, and only what has been lent comes back, each once; so
 * there are never more than threads of the rank have waited at one time. What is not given back,
 * because a call has failed, is left to the collector.
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
      send = new SendOperation(engine, engine.outbound);
    } else {
      freeSends = send.nextFree;
      send.nextFree = null;
      send.reset();
    }
    send.lent = true;
    return send;
  }

  /** Under the lock. */
  ReceiveOperation takeReceive() {
    ReceiveOperation receive = (ReceiveOperation) SPARE_RECEIVE.getAcquire(this);
    if (receive != null) {
      SPARE_RECEIVE.setOpaque(this, (ReceiveOperation) null);
      receive.reset();
    } else if (freeReceives == null) {
      receive = new ReceiveOperation(engine);
    } else {
      receive = freeReceives;
      freeReceives = receive.next;
      receive.next = null;
      receive.reset();
    }
    receive.lent = true;
    return receive;
  }

  /** Takes back the operation of a blocking send; another one is left to the collector. */
  void recycle(SendOperation send) {
    send.clear();
    if (!send.lent) {
      return;
    }
    send.lent = false;
    lock.acquire();
    send.nextFree = freeSends;
    freeSends = send;
    lock.release();
  }

  /** Takes back the operation of a blocking receive; another one is left to the collector. */
  void recycle(ReceiveOperation receive) {
    receive.clear();
    if (!receive.lent) {
      return;
    }
    receive.lent = false;
    if ((ReceiveOperation) SPARE_RECEIVE.getOpaque(this) == null) {
      // Release: the thread that takes it sees it cleared.
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
