package org.ronsel.engine.transfer;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.message.ReceiveOperation;

/**
 * A message whose data arrive in fragments. Guarded by the engine's lock; used again for another
 * message when all data have been delivered.
 */
public final class InboundTransfer {
  public int source;
  public long cookie;
  public long length;

  /** The receive that matched; null until then. */
  public @Nullable ReceiveOperation receive;

  /** Bytes the receive takes; what lies behind is dropped. */
  public long accepted;

  /** Bytes copied or dropped so far. */
  public long delivered;

  /** Bytes that have arrived so far, copied or not. */
  public long arrived;

  /** Whether the sender has said that the data are void. */
  public boolean isVoid;

  /** Fragments that came before the match; null if there have never been any. */
  public @Nullable ArrayDeque<BulkCopy> held;

  /** Why the rest will never come, once the sender has failed. */
  public @Nullable RonselException failure;

  /** In the table, or among the free ones. */
  public @Nullable InboundTransfer next;

  public void begin(int from, long by, long bytes) {
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
