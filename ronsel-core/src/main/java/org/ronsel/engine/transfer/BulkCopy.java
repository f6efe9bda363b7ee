package org.ronsel.engine.transfer;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.engine.message.DirectCopy;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.Completion;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.KeyedData;
import org.ronsel.transport.RecordView;

/**
 * A copy of user data, prepared under the engine's lock, run without it, and finished under it
 * again. Copies are pooled.
 */
public final class BulkCopy implements Completion {
  /** The direction of the copy. */
  public enum Kind {
    /** From a fragment into the receive buffer. */
    COPY_OUT,
    /** From the send buffer to where the link wants it. */
    COPY_IN,
    /** From the sender's buffer, in the same heap, into the receive buffer. */
    DIRECT,
    /** From the peer's memory, by a key, into the receive buffer. */
    READ_PEER,
    /**
     * From a private copy of eager payload into the receive buffer of another thread's confined
     * segment.
     */
    STAGED
  }

  public Kind kind = Kind.COPY_OUT;
  public @Nullable InboundTransfer transfer;
  public @Nullable ReceiveOperation receive;
  public @Nullable SendOperation send;
  public @Nullable MemorySegment memory;
  public @Nullable KeyedData keyedData;
  public long memoryOffset;
  public long messageOffset;
  public long bytes;

  /** The lender that gets the memory of arrived data back. */
  public RecordView.@Nullable Lender lender;

  public int lentNumber;

  /** The part of a message that a link has taken over. */
  public @Nullable DataTransfer data;

  public long cookie;
  public int source;

  /** Key of the data in the peer's memory, and its epoch. */
  public long key;

  public long keyEpoch;

  /** Length of the whole message that the data belong to, in bytes. */
  public long messageBytes;

  /** Whether the data have been read by their key; written by any thread, with release order. */
  private volatile boolean isRead;

  private @Nullable RonselException unreadable;
  public @Nullable BulkCopy next;

  /** The only thread that may run the copy, or null. */
  @Nullable Thread owner() {
    return switch (kind) {
      case COPY_OUT, DIRECT, READ_PEER, STAGED -> receive == null ? null : receive.owner;
      case COPY_IN -> send == null ? null : send.owner;
    };
  }

  /** Copies. Without the lock. Errors (a closed segment) go to the operation. */
  public void run() {
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
        KeyedData from = keyedData;
        isRead = bytes == 0;
        if (to != null && bytes > 0) {
          read(from, to);
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

  /** A key that leads nowhere is the peer's fault; a buffer that is gone is not. */
  private void read(@Nullable KeyedData from, ReceiveOperation to) {
    try {
      if (from == null) {
        throw new RonselException(ErrorClass.INTERN, "there is no such memory");
      }
      from.read(key, keyEpoch, cookie, messageBytes, to.base, to.offset, bytes, this);
    } catch (UnsupportedFeatureException notReadable) {
      throw notReadable; // the peer sends the data, or says why it cannot
    } catch (RonselException | IllegalArgumentException | IndexOutOfBoundsException invalid) {
      throw unreadable(to, invalid);
    }
  }

  private ProcessFailedException unreadable(ReceiveOperation to, RuntimeException cause) {
    return new ProcessFailedException(
        ErrorPlace.of(to.engine.rank())
            .message(
                "the data of a message cannot be read in the memory of peer "
                    + source
                    + ": "
                    + cause.getMessage()),
        cause);
  }

  /** Whether a read that the peer's memory has begun is over; any thread. */
  public boolean isRead() {
    return isRead;
  }

  /** Why reading has failed, if it is over and has. */
  public @Nullable RonselException failure() {
    RonselException cause = unreadable;
    ReceiveOperation to = receive;
    return cause == null || to == null || cause instanceof UnsupportedFeatureException
        ? cause
        : unreadable(to, cause);
  }

  @Override
  public void complete(long value) {
    isRead = true;
  }

  @Override
  public void fail(RonselException cause) {
    unreadable = cause;
    isRead = true;
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
        long at = to.offset + messageOffset;
        if (owner == null) {
          MemoryCopy.fromSegment(from, memoryOffset, to.base, at, wanted);
        } else {
          owner.copy(from, memoryOffset, to.base, at, wanted, in.length);
        }
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
    keyedData = null;
    lender = null;
    unreadable = null;
    isRead = false;
    data = null;
    next = null;
  }
}
