package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.MemoryCopy;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Sink;

/**
 * The messages whose data reach a rank in fragments, before and after their match. Guarded by the
 * engine's lock; the data are copied without it, by jobs. A fragment that does not fit its message
 * fails its sender.
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
   * @return null if its sender has announced another one by the same cookie, and fails for that
   */
  @Nullable InboundTransfer announced(int source, long cookie, long length) {
    if (transfers.get(source, cookie) != null) {
      reject(source, "two messages with one cookie");
      return null;
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

  /** Has the sender send what this rank was to read from the sender's memory, but may not. */
  void askFor(BulkJob job, ReceiveOperation receive) {
    if (engine.peers.hasFailed(job.source)) {
      receive.fail(engine.peers.failureOf(job.source));
      return;
    }
    InboundTransfer transfer = announced(job.source, job.cookie, job.messageOffset);
    if (transfer == null) {
      receive.fail(
          new RonselException(
              ErrorClass.INTERN,
              "rank " + engine.rank() + ": peer " + job.source + " confuses its messages"));
    } else {
      begin(transfer, receive, 0);
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
    ArrayDeque<BulkJob> held = transfer.held;
    if (held != null) {
      for (BulkJob job; (job = held.poll()) != null; ) {
        engine.bulk.add(job, receive);
      }
    }
    if (transfer.length == 0) {
      finish(transfer);
    }
  }

  /** The data of a message are void; they come nevertheless, so that all counts stay right. */
  void voided(int source, long cookie) {
    InboundTransfer transfer = transfers.get(source, cookie);
    if (transfer == null) {
      reject(source, "the end of a message it has not announced");
      return;
    }
    transfer.isVoid = true;
    ReceiveOperation receive = transfer.receive;
    if (receive != null) {
      receive.noteError(MatchErrors.voided(engine.rank(), receive));
    }
  }

  /** Data have come in a fragment; see {@link Sink#fragment}. */
  void fragment(
      int source,
      long cookie,
      long messageOffset,
      int bytes,
      MemorySegment memory,
      long memoryOffset,
      Sink.FragmentOwner owner,
      int number) {
    InboundTransfer transfer = accepting(source, cookie, messageOffset, bytes);
    if (transfer == null) {
      owner.free(number);
      return;
    }
    BulkJob job = copyOut(transfer, memory, memoryOffset, messageOffset, bytes);
    job.fragmentOwner = owner;
    job.fragment = number;
    if (transfer.receive == null) {
      hold(transfer, job);
    } else {
      engine.bulk.add(job, transfer.receive);
    }
  }

  private static void hold(InboundTransfer transfer, BulkJob job) {
    if (transfer.held == null) {
      transfer.held = new ArrayDeque<>();
    }
    transfer.held.add(job);
  }

  /** Data have come in a record, on a link that has no fragments. */
  void inlineFragment(
      int source, long cookie, long messageOffset, MemorySegment payload, long offset, int bytes) {
    InboundTransfer transfer = accepting(source, cookie, messageOffset, bytes);
    if (transfer == null) {
      return;
    }
    ReceiveOperation receive = transfer.receive;
    if (receive == null) {
      transfer.arrived -= bytes; // nobody will deliver them
      reject(source, "data before they were asked for");
      return;
    }
    if (!receive.writableHere()) {
      byte[] copy = new byte[bytes];
      MemoryCopy.fromSegment(payload, offset, copy, 0, bytes);
      engine.bulk.add(
          copyOut(transfer, MemorySegment.ofArray(copy), 0, messageOffset, bytes), receive);
      return;
    }
    long wanted = Math.min(bytes, transfer.accepted - messageOffset);
    if (wanted > 0) {
      try {
        MemoryCopy.fromSegment(
            payload, offset, receive.base, receive.offset + messageOffset, wanted);
      } catch (RuntimeException failure) {
        receive.noteError(MatchErrors.bufferGone(receive, failure));
      }
    }
    delivered(transfer, bytes);
  }

  private BulkJob copyOut(
      InboundTransfer transfer,
      MemorySegment memory,
      long memoryOffset,
      long messageOffset,
      int bytes) {
    BulkJob job = engine.bulk.blank(BulkJob.Kind.COPY_OUT);
    job.transfer = transfer;
    job.memory = memory;
    job.memoryOffset = memoryOffset;
    job.messageOffset = messageOffset;
    job.bytes = bytes;
    return job;
  }

  /** The message to which a fragment belongs; null if it is none of it, and its sender fails. */
  private @Nullable InboundTransfer accepting(
      int source, long cookie, long messageOffset, int bytes) {
    InboundTransfer transfer = transfers.get(source, cookie);
    if (transfer == null) {
      reject(source, "a fragment of a message it has not announced");
      return null;
    }
    if (messageOffset < 0
        || bytes <= 0
        || messageOffset > transfer.length - bytes
        || transfer.arrived > transfer.length - bytes) {
      reject(source, "a fragment outside its message");
      return null;
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
      receive.complete();
    }
  }

  /** Fails the messages of a sender that has failed: the rest of their data will never come. */
  void fail(int endpoint, RonselException failure) {
    for (InboundTransfer transfer; (transfer = transfers.anyFrom(endpoint)) != null; ) {
      transfers.remove(transfer);
      transfer.failure = failure;
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
    ArrayDeque<BulkJob> held = transfer.held;
    if (held == null) {
      return;
    }
    for (BulkJob job; (job = held.poll()) != null; ) {
      transfer.arrived -= job.bytes; // nobody will deliver them
      if (job.fragmentOwner != null) {
        job.fragmentOwner.free(job.fragment);
      }
      engine.bulk.recycle(job);
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

  private void reject(int source, String what) {
    engine.peers.reject(source, "sent " + what);
  }
}
