package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.transfer.InboundTransfer;

/** A message that has arrived, wholly or by its announcement, before a receive matched it. */
final class UnexpectedMessage {
  long context;
  int source;
  int tag;
  int header;
  long length;
  long cookie;

  /** How many objects it has, and one more; 0 if that is not known. */
  int objects;

  /** Eager payload, from the engine's pool. */
  @Nullable MemorySegment payload;

  /** The sender's operation, where it shares the heap. */
  @Nullable SendOperation sender;

  /** The transfer that keeps early fragments. */
  @Nullable InboundTransfer transfer;

  /** Key of the data where they lie, or 0, and its epoch. */
  long key;

  long keyEpoch;

  /** What the checks of a checked job know of the message. */
  @Nullable Object note;

  /** Whether it has found no receive when it came; known in a checked job only. */
  boolean early;

  /** Whether its sender waits for it to be received, and has asked whether it ever will be. */
  boolean asked;

  // Links: bucket chain and arrival order, both doubly linked; next also links the free list.
  @Nullable UnexpectedMessage next;
  @Nullable UnexpectedMessage previous;
  @Nullable UnexpectedMessage later;
  @Nullable UnexpectedMessage earlier;

  void clear() {
    payload = null;
    sender = null;
    transfer = null;
    key = 0;
    note = null;
    early = false;
    asked = false;
    next = null;
    previous = null;
    later = null;
    earlier = null;
  }
}
