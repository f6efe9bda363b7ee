package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.ronsel.comm.Communicator;
import org.ronsel.engine.Engine;
import org.ronsel.harness.ThreadRanks;

/** How operations by records begin. */
class RecordTransferTest {
  private static final int PEER = 1;

  /** No reply is expected to records that were never sent. */
  @Test
  void anOperationWhoseDataCannotBeReadLeavesNothingUnderWay() {
    Engine engine = ((Communicator) ThreadRanks.start(2).worlds().getFirst()).engine();
    RecordMemory memory = new RecordMemory(engine, new ExpectedReplies(), PEER, PEER, 1, 1 << 20);
    MemorySegment tooShort = MemorySegment.ofArray(new byte[60_000]); // for the later records
    for (int i = 0; i < 1000; i++) {
      RemoteOperation done = new RemoteOperation(engine, PEER, "put");
      assertThatThrownBy(() -> memory.put(tooShort, 0, 0, 1 << 20, done))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(memory.isMuchUnderWay()).isFalse();
  }
}
