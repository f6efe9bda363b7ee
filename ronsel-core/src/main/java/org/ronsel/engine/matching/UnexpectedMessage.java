package org.ronsel.engine.matching;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.transfer.InboundTransfer;
import org.ronsel.transport.RecordView;

/** A message that has arrived, wholly or by its announcement, before a receive matched it. */
public final class UnexpectedMessage {
  public long context;
  public int source;
  public int tag;
  public int header;
  public long length;
  public long cookie;

  /** How many objects it has, and one more; 0 if that is not known. */
  public int objects;

  /** Eager payload, from the engine's pool or a transport's. */
  public @Nullable MemorySegment payload;

  public long payloadOffset;

  /** The transport that gets the payload back, if it has lent it. */
  public RecordView.@Nullable Lender lender;

  public int lentNumber;

  /** The sender's operation, where it shares the heap. */
  public @Nullable SendOperation sender;

  /** The transfer that keeps early fragments. */
  public @Nullable InboundTransfer transfer;

  /** Key of the data where they lie, or 0, and its epoch. */
  public long key;

  public long keyEpoch;

  /** What the checks of a checked job know of the message. */
  public @Nullable Object note;

  /** Whether it has found no receive when it came; known in a checked job only. */
  public boolean early;

  /** Whether its sender waits for it to be received, and has asked whether it ever will be. */
  public boolean asked;

  // Links: bucket chain and arrival order, both doubly linked; next also links the free list.
  @Nullable UnexpectedMessage next;
  @Nullable UnexpectedMessage previous;
  @Nullable UnexpectedMessage later;
  @Nullable UnexpectedMessage earlier;

  void clear() {
    payload = null;
    payloadOffset = 0;
    lender = null;
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
