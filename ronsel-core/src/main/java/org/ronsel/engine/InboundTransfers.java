package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.RonselException;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.matching.UnexpectedQueue;
import org.ronsel.engine.message.MatchErrors;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.transfer.BulkCopy;
import org.ronsel.engine.transfer.InboundTransfer;
import org.ronsel.engine.transfer.TransferTable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.DataPlace;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * The messages whose data reach a rank in fragments, before and after their match. Guarded by the
 * engine's lock; the data are moved without it, by bulk copies. A fragment that does not fit its
 * message fails its sender.
 */
final class InboundTransfers {
  /** Transfers that are kept to be used again. */
  private static final int POOLED = 64;

  private final Engine engine;
  private final UnexpectedQueue unexpected;
  private final TransferTable transfers = new TransferTable();
  private @Nullable InboundTransfer free;
  private int freeCount;

  /** Makes the transfers of an engine, whose unmatched messages are in {@code unexpected}. */
  InboundTransfers(Engine engine, UnexpectedQueue unexpected) {
    this.engine = engine;
    this.unexpected = unexpected;
  }

  /**
   * A message has been announced whose data will come in fragments.
   *
   * @throws MalformedRecordException if its sender has announced another one by the same cookie
   */
  InboundTransfer announced(int source, long cookie, long length) {
    if (transfers.get(source, cookie) != null) {
      throw new MalformedRecordException("sent two messages with one cookie");
    }
    InboundTransfer transfer = free;
    if (transfer == null) {
      transfer = new InboundTransfer();
    } else {
      free = transfer.next;
      freeCount--;
    }
    transfer.begin(source, cookie, length);
    transfers.add(transfer);
    return transfer;
  }

  /** Forgets a message that has been taken back. */
  void withdraw(InboundTransfer transfer) {
    transfers.remove(transfer);
  }

  /**
   * Asks the sender to send the data that this rank was to read from the sender's memory, but may
   * not.
   */
  void askFor(BulkCopy copy, ReceiveOperation receive) {
    if (engine.peerFailures().hasFailed(copy.source)) {
      receive.fail(engine.peerFailures().failureOf(copy.source));
      return;
    }
    try {
      begin(announced(copy.source, copy.cookie, copy.messageBytes), receive, 0);
    } catch (MalformedRecordException malformed) {
      engine.peers.reject(copy.source, String.valueOf(malformed.getMessage()));
      receive.fail(
          new RonselException(
              ErrorClass.INTERN,
              ErrorPlace.of(engine.rank())
                  .message("peer " + copy.source + " confuses its messages"),
              null));
    }
  }

  /** A message has found its receive. */
  void begin(InboundTransfer transfer, ReceiveOperation receive, int header) {
    transfer.receive = receive;
    if (transfer.failure != null) {
      failWhenIdle(transfer); // while a matched probe had it
      return;
    }
    transfer.accepted = receive.accepted(transfer.length);
    if (transfer.isVoid) {
      receive.noteError(MatchErrors.voided(engine.rank(), receive));
    }
    if ((Envelope.flags(header) & Envelope.UNSOLICITED) == 0) {
      engine.backlog.control(Envelope.CLEAR_TO_SEND, transfer.source, transfer.cookie);
      if (transfer.failure != null) {
        return; // no answer reaches the peer, so it has failed, and the receive with it
      }
    }
    ArrayDeque<BulkCopy> held = transfer.held;
    if (held != null) {
      for (BulkCopy copy; (copy = held.poll()) != null; ) {
        engine.bulk.add(copy, receive);
      }
    }
    if (transfer.length == 0) {
      finish(transfer);
    }
  }

  /** The data of a message are void; they come nevertheless, so that all counts stay right. */
  void voided(RecordView record) {
    InboundTransfer transfer = transfers.get(record.source(), record.cookie());
    if (transfer == null) {
      throw new MalformedRecordException("sent the end of a message it has not announced");
    }
    transfer.isVoid = true;
    ReceiveOperation receive = transfer.receive;
    if (receive != null) {
      receive.noteError(MatchErrors.voided(engine.rank(), receive));
    }
  }

  /** Data have come: {@link RecordView#length} is their offset in the message. */
  void fragment(RecordView record) {
    InboundTransfer transfer = accepting(record, record.payloadBytes());
    if (!record.isLent()) {
      inline(transfer, record);
      return;
    }
    BulkCopy copy = copyOut(transfer, record.payload(), record.payloadOffset(), record);
    copy.lender = record.keepPayload();
    copy.lentNumber = record.lentNumber();
    if (transfer.receive == null) {
      hold(transfer, copy);
    } else {
      engine.bulk.add(copy, transfer.receive);
    }
  }

  /**
   * The place of data that are about to come, if that is native memory of a receive that takes all
   * of them. Until {@link #placed} they count as arrived and not delivered.
   */
  boolean place(RecordView record, int bytes, DataPlace place) {
    InboundTransfer transfer = transfers.get(record.source(), record.cookie());
    ReceiveOperation receive = transfer == null ? null : transfer.receive;
    if (transfer == null
        || receive == null
        || !(receive.base instanceof MemorySegment memory)
        || !memory.isNative()
        || !receive.writableHere()
        || transfer.isVoid
        || record.length() < 0
        || record.length() > transfer.accepted - bytes) {
      return false;
    }
    accepting(record, bytes);
    place.set(memory, receive.offset + record.length(), receive.owner, transfer);
    return true;
  }

  /** Data have been put in their place, and the others of those that were to come will not be. */
  void placed(DataPlace place, int bytes, int all) {
    if (place.message() instanceof InboundTransfer transfer) {
      place.clear();
      transfer.arrived -= all - bytes;
      delivered(transfer, bytes);
    }
  }

  private static void hold(InboundTransfer transfer, BulkCopy copy) {
    if (transfer.held == null) {
      transfer.held = new ArrayDeque<>();
    }
    transfer.held.add(copy);
  }

  /** The data are in the record, and gone when it has been handled. */
  private void inline(InboundTransfer transfer, RecordView record) {
    int bytes = record.payloadBytes();
    long messageOffset = record.length();
    ReceiveOperation receive = transfer.receive;
    if (receive == null) {
      transfer.arrived -= bytes; // it will not be delivered
      throw new MalformedRecordException("sent data before they were asked for");
    }
    if (!receive.writableHere()) {
      MemorySegment payload = MemorySegment.ofArray(record.copyOfPayload());
      engine.bulk.add(copyOut(transfer, payload, 0, record), receive);
      return;
    }
    long wanted = Math.min(bytes, transfer.accepted - messageOffset);
    if (wanted > 0) {
      try {
        MemoryCopy.fromSegment(
            record.payload(),
            record.payloadOffset(),
            receive.base,
            receive.offset + messageOffset,
            wanted);
      } catch (RuntimeException | InternalError failure) {
        receive.noteError(MatchErrors.bufferGone(receive, failure));
      }
    }
    delivered(transfer, bytes);
  }

  private BulkCopy copyOut(
      InboundTransfer transfer, MemorySegment memory, long memoryOffset, RecordView record) {
    BulkCopy copy = engine.bulk.blank(BulkCopy.Kind.COPY_OUT);
    copy.transfer = transfer;
    copy.memory = memory;
    copy.memoryOffset = memoryOffset;
    copy.messageOffset = record.length();
    copy.bytes = record.payloadBytes();
    return copy;
  }

  /** The message to which a fragment belongs. */
  private InboundTransfer accepting(RecordView record, int bytes) {
    InboundTransfer transfer = transfers.get(record.source(), record.cookie());
    if (transfer == null) {
      throw new MalformedRecordException("sent a fragment of a message it has not announced");
    }
    long messageOffset = record.length();
    if (messageOffset < 0
        || bytes <= 0
        || messageOffset > transfer.length - bytes
        || transfer.arrived > transfer.length - bytes) {
      throw new MalformedRecordException("sent a fragment outside its message");
    }
    transfer.arrived += bytes;
    return transfer;
  }

  /** Counts bytes that have reached the receive buffer, or were dropped. */
  void delivered(InboundTransfer transfer, long bytes) {
    transfer.delivered += bytes;
    if (transfer.failure != null) {
      failWhenIdle(transfer);
    } else if (transfer.delivered == transfer.length) {
      finish(transfer);
    }
  }

  private void finish(InboundTransfer transfer) {
    transfers.remove(transfer);
    ReceiveOperation receive = transfer.receive;
    transfer.receive = null;
    if (freeCount < POOLED) {
      transfer.next = free; // nothing is left that could refer to it: all data have been delivered
      free = transfer;
      freeCount++;
    }
    if (receive != null) {
      receive.completeLocked();
    }
  }

  /** Fails the messages of a sender that has failed: the rest of their data will never come. */
  void fail(int endpoint, RonselException failure) {
    for (InboundTransfer transfer; (transfer = transfers.anyFrom(endpoint)) != null; ) {
      transfers.remove(transfer);
      transfer.failure = PeerFailures.another(failure);
      dropHeld(transfer);
      if (transfer.receive != null) {
        failWhenIdle(transfer);
        continue;
      }
      UnexpectedMessage message = unexpected.findOf(transfer);
      if (message != null) {
        unexpected.remove(message);
        unexpected.recycle(message);
      }
    }
  }

  private void dropHeld(InboundTransfer transfer) {
    ArrayDeque<BulkCopy> held = transfer.held;
    if (held == null) {
      return;
    }
    for (BulkCopy copy; (copy = held.poll()) != null; ) {
      transfer.arrived -= copy.bytes; // it will not be delivered
      if (copy.lender != null) {
        copy.lender.free(copy.lentNumber);
      }
      engine.bulk.recycle(copy);
    }
  }

  /** A receive that has failed gives its buffer back, so no copy into it may be left to do. */
  private static void failWhenIdle(InboundTransfer transfer) {
    ReceiveOperation receive = transfer.receive;
    RonselException failure = transfer.failure;
    if (receive != null && failure != null && transfer.delivered == transfer.arrived) {
      receive.fail(failure);
    }
  }
}
