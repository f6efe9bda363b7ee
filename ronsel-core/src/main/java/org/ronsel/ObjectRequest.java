package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.ReceiveOperation;

/**
 * A started receive of an object; see {@link Comm#iReceiveObject}. Any thread of the rank.
 *
 * @param <T> what the program takes the object for
 */
public final class ObjectRequest<T> {
  private final Comm comm;
  private final Request request;
  private boolean decoded;
  private @Nullable T object;

  ObjectRequest(Comm comm, Request request) {
    this.comm = comm;
    this.request = request;
  }

  /** The request, to be waited for or tested together with others; its count is in bytes. */
  public Request request() {
    return request;
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
      request.awaitCompletion(Long.MAX_VALUE);
      Status status = request.status();
      if (status.source() >= 0
          && !status.isCancelled()
          && request instanceof ReceiveOperation receive) {
        object = comm.decodeReceived(receive.wholeMessage(), status);
      }
      decoded = true;
    }
    return object;
  }
}
