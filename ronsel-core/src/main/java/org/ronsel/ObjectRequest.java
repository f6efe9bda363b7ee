package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.Operation;
import org.ronsel.engine.ReceiveOperation;

/**
 * A started receive of an object; see {@link Comm#iReceiveObject}. Its status counts bytes of the
 * object's encoded form. Any thread of the rank.
 *
 * @param <T> what the program takes the object for
 */
public final class ObjectRequest<T> extends DelegatingRequest {
  private final Comm comm;
  private final Request receive;
  private boolean decoded;
  private @Nullable T object;

  ObjectRequest(Comm comm, Request receive) {
    this.comm = comm;
    this.receive = receive;
    this.owner = receive.owner;
  }

  @Override
  Request target() {
    return receive;
  }

  @Override
  @Nullable Operation operation() {
    return receive.operation();
  }

  /**
   * Waits for the object, and decodes it at the first call.
   *
   * @return the object; null if the sender sent null, from {@link Ronsel#PROC_NULL}, or if the
   *     request was cancelled
   * @throws ObjectMessageException as {@link Comm#receiveObject(int, int)}
   */
  public synchronized @Nullable T object() {
    if (!decoded) {
      awaitCompletion(Long.MAX_VALUE);
      observed();
      Status status = status();
      if (status.source() >= 0
          && !status.isCancelled()
          && receive instanceof ReceiveOperation received) {
        object = comm.decodeReceived(received.wholeMessage(), status);
      }
      decoded = true;
    }
    return object;
  }

  @Override
  public String toString() {
    return "ObjectRequest[" + receive + "]";
  }
}
