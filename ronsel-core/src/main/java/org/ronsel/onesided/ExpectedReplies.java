package org.ronsel.onesided;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.failure.PeerFailures;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/** Passes the replies of peers to the operations whose records they answer. Any thread. */
final class ExpectedReplies {
  private final Map<Integer, Expected> expected = new ConcurrentHashMap<>();
  private final AtomicInteger last = new AtomicInteger();

  /**
   * The operation that a reply belongs to.
   *
   * @param endpoint that is to reply
   * @param from offset, in the operation's data, of the bytes for which the record was sent
   */
  record Expected(int endpoint, PendingOperation operation, long from, long bytes) {}

  /** Registers the handler of replies with the engine. */
  void register(Engine engine) {
    engine.activeMessages().handle(OneSidedRecords.REPLY, this::replied);
    engine.peerFailures().onFailure(this::failed);
  }

  /** Expects a reply, and returns the number that it will carry. */
  int expect(Expected reply) {
    int id = last.updateAndGet(before -> before == Integer.MAX_VALUE ? 1 : before + 1);
    expected.put(id, reply);
    if (reply.operation.copiesData()) {
      reply.operation.memory().addUnderWay(reply.bytes);
    }
    return id;
  }

  private void remove(int id) {
    Expected removed = expected.remove(id); // null if another thread has removed it
    if (removed != null && removed.operation.copiesData()) {
      removed.operation.memory().addUnderWay(-removed.bytes);
    }
  }

  private void removeIf(Predicate<PendingOperation> which) {
    expected.forEach(
        (id, reply) -> {
          if (which.test(reply.operation)) {
            remove(id);
          }
        });
  }

  /** Forgets an operation of which no record was sent. */
  void forget(PendingOperation operation) {
    removeIf(each -> each == operation);
  }

  /**
   * An endpoint has failed: so have the operations that it was to reply to. Under the engine's
   * lock, so that no reply is handled at the same time.
   */
  void failed(int endpoint, RonselException why) {
    Set<PendingOperation> operations = new HashSet<>();
    for (Expected reply : expected.values()) {
      if (reply.endpoint == endpoint) {
        operations.add(reply.operation);
      }
    }
    removeIf(operations::contains);
    for (PendingOperation operation : operations) {
      int owner = operation.memory().owner();
      operation.refused(owner == endpoint ? PeerFailures.another(why) : Ghosts.failed(owner));
    }
  }

  private void replied(RecordView record) {
    int id = (int) record.cookie();
    Expected reply = expected.get(id);
    if (reply == null || reply.endpoint != record.source()) {
      throw new MalformedRecordException("replied to " + id + ", which it was not asked");
    }
    RecordMemory memory = reply.operation.memory();
    int outcome = record.tag() & OneSidedRecords.OUTCOME;
    memory.answered((record.tag() & OneSidedRecords.OWNER_WAITS) != 0);
    boolean wasLast =
        outcome == 0
            ? reply.operation.replied(reply, record)
            : reply.operation.refused(
                switch (outcome) {
                  case OneSidedRecords.REFUSED -> nothingAttached(reply.endpoint);
                  case OneSidedRecords.CLOSED -> closed(memory.owner());
                  default -> left(memory.owner());
                });
    if (wasLast) {
      remove(id);
    }
  }

  // ---- errors of refused operations ----

  private static InvalidArgumentException nothingAttached(int endpoint) {
    return new InvalidArgumentException(
        ErrorClass.RMA_RANGE,
        "rank "
            + endpoint
            + " of the job has attached no memory where an operation on a dynamic window was to"
            + " be; attach it, and tell the displacement, before others use it");
  }

  /** The error of an operation on memory whose arena its owner has closed. */
  private static RonselException closed(int endpoint) {
    return new RonselException(
        ErrorClass.RMA_RANGE,
        "rank "
            + endpoint
            + " of the job has closed the arena of memory on which others operate; keep it open as"
            + " long as the window");
  }

  private static RonselException left(int endpoint) {
    return new RonselException(
        ErrorClass.PROC_FAILED,
        "a rank has died in the middle of an accumulate on the memory of rank "
            + endpoint
            + " of the job, which nobody accumulates to any more");
  }
}
