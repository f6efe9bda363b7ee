package org.ronsel.engine;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/** A message whose data arrive in fragments. Guarded by the engine's lock. */
final class InboundTransfer {
  final int source;
  final long cookie;
  final long length;

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

  /** Fragments that came before the match. */
  @Nullable ArrayDeque<BulkJob> held;

  /** Why the rest will never come, once the sender has failed. */
  @Nullable RonselException failure;

  @Nullable InboundTransfer next;

  InboundTransfer(int source, long cookie, long length) {
    this.source = source;
    this.cookie = cookie;
    this.length = length;
  }
}
