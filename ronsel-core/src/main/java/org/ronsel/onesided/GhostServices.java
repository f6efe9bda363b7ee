package org.ronsel.onesided;

import org.jspecify.annotations.Nullable;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.OutgoingRecord;

/**
 * The requests of a rank to the ghosts of its host to serve its memory. {@link GhostClients} is the
 * ghost's side. Any thread.
 */
final class GhostServices {
  private final Engine engine;
  private final ExpectedReplies replies;

  /** Creates services without requests. */
  GhostServices(Engine engine, ExpectedReplies replies) {
    this.engine = engine;
    this.replies = replies;
  }

  /**
   * Asks a ghost to serve memory of this rank, and waits for its answer; null if it does not. An
   * interrupt is kept for later: the memory would be without its ghost for all windows to come.
   */
  @Nullable Service ask(int ghost, byte[] key) {
    RecordMemory to = open(ghost);
    RemoteOperation answered = serviceOf(ghost);
    try {
      to.serve(key, answered);
      await(answered);
      return new Service(ghost, (int) answered.value());
    } catch (InvalidArgumentException refused) {
      return null; // the ghost does not see that memory
    } catch (RonselException failure) {
      if (engine.peerFailures().hasFailed(ghost)) {
        return null;
      }
      throw failure;
    }
  }

  private void await(RemoteOperation answered) {
    engine.awaitUninterruptibly(answered);
    engine.await(answered); // is complete: throws its error
  }

  /** Tells a ghost that serves memory of this rank the place of the gate. */
  void tellGate(Service service, long offset) {
    RecordMemory to = open(service.ghost());
    RemoteOperation known = serviceOf(service.ghost());
    try {
      to.gate(service.number(), offset, known);
      await(known);
    } catch (ProcessFailedException gone) {
      // No rank sends requests to it any more.
    }
  }

  private RecordMemory open(int ghost) {
    return new RecordMemory(engine, replies, ghost, ghost, 0, 0);
  }

  private RemoteOperation serviceOf(int ghost) {
    return new RemoteOperation(engine, ghost, "service by a ghost");
  }

  /** Ends the service of a memory by a ghost. */
  void end(Service service) {
    try {
      engine
          .activeMessages()
          .send(
              service.ghost(),
              OutgoingRecord.of(OneSidedRecords.SERVICE_OVER, 0, 0, 0, service.number()));
    } catch (RonselException gone) {
      // It no longer serves any memory.
    }
  }
}
