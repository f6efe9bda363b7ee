package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.PeerFailedException;
import org.ronsel.RonselException;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordView;

/**
 * A copy of user data, prepared under the engine's lock, run without it, and finished under it
 * again. Jobs are pooled.
 */
final class BulkJob {
  /** What the job copies. */
  enum Kind {
    /** From a fragment into the receive buffer. */
    COPY_OUT,
    /** From the send buffer to where the link wants it. */
    COPY_IN,
    /** From the sender's buffer, in the same heap, into the receive buffer. */
    DIRECT,
    /** From memory the peer has exposed into the receive buffer. */
    READ_PEER,
    /**
     * From a private copy of eager payload into the receive buffer of another thread's confined
     * segment.
     */
    STAGED
  }

  Kind kind = Kind.COPY_OUT;
  @Nullable InboundTransfer transfer;
  @Nullable ReceiveOperation receive;
  @Nullable SendOperation send;
  @Nullable MemorySegment memory;
  @Nullable Link link;
  long memoryOffset;
  long messageOffset;
  long bytes;

  /** To whom the memory of data that have come is given back. */
  RecordView.@Nullable Lender lender;

  int lentNumber;

  /** The part of a message that a link has taken over. */
  @Nullable DataTransfer data;

  long cookie;
  int source;
  @Nullable BulkJob next;

  /** The only thread that may run the job, or null. */
  @Nullable Thread owner() {
    return switch (kind) {
      case COPY_OUT, DIRECT, READ_PEER, STAGED -> receive == null ? null : receive.owner;
      case COPY_IN -> send == null ? null : send.owner;
    };
  }

  /** Copies. Without the lock. Errors (a closed segment) go to the operation. */
  void run() {
    switch (kind) {
      case COPY_OUT -> copyOut();
      case COPY_IN -> {
        DataTransfer part = data;
        if (part != null) {
          part.move();
        }
      }
      case DIRECT -> {
        SendOperation from = send;
        ReceiveOperation to = receive;
        if (from != null && to != null) {
          DirectCopy.deliver(from, to);
        }
      }
      case READ_PEER -> {
        ReceiveOperation to = receive;
        Link from = link;
        if (to != null && from != null && bytes > 0) {
          readExposed(from, to);
        }
      }
      case STAGED -> {
        ReceiveOperation to = receive;
        MemorySegment from = memory;
        if (to != null && from != null && bytes > 0) {
          MemoryCopy.fromSegment(from, memoryOffset, to.base, to.offset, bytes);
        }
      }
    }
  }

  /** A handle that leads nowhere is the peer's fault; a buffer that is gone is not. */
  private void readExposed(Link from, ReceiveOperation to) {
    try {
      from.readExposed(memoryOffset, messageOffset, to.base, to.offset, bytes);
    } catch (RonselException | IllegalArgumentException | IndexOutOfBoundsException invalid) {
      throw new PeerFailedException(
          "rank "
              + to.engine.rank()
              + ": memory that peer "
              + source
              + " has exposed cannot be read: "
              + invalid.getMessage(),
          invalid);
    }
  }

  private void copyOut() {
    InboundTransfer in = transfer;
    ReceiveOperation to = receive;
    MemorySegment from = memory;
    RecordView.Lender owner = lender;
    if (in == null || from == null) {
      return;
    }
    try {
      long wanted = Math.min(bytes, in.accepted - messageOffset);
      if (to != null && wanted > 0) {
        MemoryCopy.fromSegment(from, memoryOffset, to.base, to.offset + messageOffset, wanted);
      }
    } finally {
      if (owner != null) {
        owner.free(lentNumber);
      }
    }
  }

  void clear() {
    transfer = null;
    receive = null;
    send = null;
    memory = null;
    link = null;
    lender = null;
    data = null;
    next = null;
  }
}
