package org.ronsel.onesided;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.transport.RecordView;

/** An operation by records that is not complete remotely. */
abstract class PendingOperation {
  /** The batch of operations that were begun between two flushes; guarded by the memory. */
  RecordMemory.@Nullable Batch batch;

  private boolean isLocal;

  /**
   * Handles a reply; under the engine's lock.
   *
   * @return whether it was the last to its record
   */
  abstract boolean replied(ExpectedReplies.Expected reply, RecordView record);

  /** Handles a refusal by the peer, or its failure; once. See {@link #replied}. */
  abstract boolean refused(RonselException why);

  /** The memory on which it operates. */
  abstract RecordMemory memory();

  /** Whether its records or their replies carry copies of data, which wait for room. */
  abstract boolean copiesData();

  /** Whether it still needs buffers of this rank when its first records have been made. */
  abstract boolean usesBuffers();

  final synchronized void beginLocally() {
    if (usesBuffers()) {
      isLocal = true;
      memory().local().begins();
    }
  }

  /** Signals, once, that its buffers may be reused. */
  final synchronized void completeLocally() {
    if (isLocal) {
      isLocal = false;
      memory().local().ends();
    }
  }
}
