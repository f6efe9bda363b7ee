package org.ronsel.engine;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.message.ReceiveOperation;

/**
 * A message whose data arrive in fragments. Guarded by the engine's lock; used again for another
 * message when all data have been delivered.
 */
final class InboundTransfer {
  int source;
  long cookie;
  long length;

  /** The receive that matched; null until then. */
  @Nullable ReceiveOperation receive;

  /** Bytes the receive takes; what lies behind is dropped. */
  long accepted;

  /** Bytes copied or dropped so far. */
  long delivered;

  /** Bytes that have arrived so far, copied or not. */
  long arrived;

  /** Whether the sender has said that the data are void. */
  boolean isVoid;

  /** Fragments that came before the match; null if there have never been any. */
  @Nullable ArrayDeque<BulkJob> held;

  /** Why the rest will never come, once the sender has failed. */
  @Nullable RonselException failure;

  /** In the table, or among the free ones. */
  @Nullable InboundTransfer next;

  void begin(int from, long by, long bytes) {
    source = from;
    cookie = by;
    length = bytes;
    receive = null;
    accepted = 0;
    delivered = 0;
    arrived = 0;
    isVoid = false;
    next = null;
  }
}
