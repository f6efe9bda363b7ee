package org.ronsel.onesided;

import java.util.List;
import org.ronsel.RonselException;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RecordView;

/** An atomic operation by records. */
final class WordOperation extends PendingOperation {
  private final RecordMemory memory;
  private final Completion fetched;

  WordOperation(RecordMemory memory, Completion fetched) {
    this.memory = memory;
    this.fetched = fetched;
  }

  @Override
  RecordMemory memory() {
    return memory;
  }

  @Override
  boolean copiesData() {
    return false;
  }

  @Override
  boolean usesBuffers() {
    return true; // for the value that is fetched
  }

  @Override
  boolean replied(ExpectedReplies.Expected reply, RecordView record) {
    fetched.complete(record.context());
    memory.finished(this);
    return true;
  }

  @Override
  boolean refused(RonselException why) {
    memory.fail(List.of(fetched), why);
    memory.finished(this);
    return true;
  }
}
