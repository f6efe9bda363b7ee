package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * A started receive of an object; see {@link Comm#iReceiveObject}. Its status counts bytes of the
 * object's encoded form. Any thread of the rank.
 *
 * @param <T> what the program takes the object for
 */
public interface ObjectRequest<T> extends Request {
  /**
   * Waits for the object, and decodes it at the first call.
   *
   * @return the object; null if the sender sent null, from {@link Ronsel#PROC_NULL}, or if the
   *     request was cancelled
   * @throws ObjectMessageException as {@link Comm#receiveObject(int, int)}
   */
  @Nullable T object();
}
