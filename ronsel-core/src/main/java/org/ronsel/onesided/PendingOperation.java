package org.ronsel.onesided;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.transport.RecordView;

/** An operation by records that is not complete remotely. */
abstract class PendingOperation {
  /** Of those that were begun between two flushes; guarded by the memory. */
  RecordMemory.@Nullable Batch batch;

  private boolean isLocal;

  /**
   * A reply has come; under the engine's lock.
   *
   * @return whether it was the last to its record
   */
  abstract boolean replied(ExpectedReplies.Expected reply, RecordView record);

  /** The peer cannot do it; see {@link #replied}. */
  abstract boolean refused(RonselException why);

  /** The memory on which it operates. */
  abstract RecordMemory memory();

  /** Whether it still needs buffers of this rank when its first records have been made. */
  abstract boolean usesBuffers();

  final void beginLocally() {
    if (usesBuffers()) {
      isLocal = true;
      memory().local().begins();
    }
  }

  /** Its buffers may be used again; told once. */
  final void completeLocally() {
    if (isLocal) {
      isLocal = false;
      memory().local().ends();
    }
  }
}
