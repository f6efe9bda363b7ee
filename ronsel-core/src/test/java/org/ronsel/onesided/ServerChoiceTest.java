package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.comm.Communicator;
import org.ronsel.engine.Engine;
import org.ronsel.harness.ThreadRanks;

/** Memory that its owner and two ghosts serve. */
class ServerChoiceTest {
  private static final int OWNER = 1;

  private final Engine engine = ((Communicator) ThreadRanks.start(4).worlds().getFirst()).engine();
  private final ExpectedReplies replies = new ExpectedReplies();
  private final RecordMemory owned = servedBy(OWNER);
  private final List<RecordMemory> ghosts = List.of(servedBy(2), servedBy(3));
  private final ServerChoice choice =
      new ServerChoice(
          engine, owned, ghosts, new AtomicLong[] {new AtomicLong(), new AtomicLong()});

  private RecordMemory servedBy(int endpoint) {
    return new RecordMemory(engine, replies, endpoint, OWNER, 1, 64);
  }

  private RemoteOperation flush() {
    RemoteOperation all = new RemoteOperation(engine, OWNER, "flush");
    choice.whenAll(all, RecordMemory::flush);
    return all;
  }

  @Test
  void theOwnerIsStillChosenWhenOneOfSeveralGhostsHasFailed() {
    choice.want(ProgressBy.AUTO);
    assertThat(choice.next()).isSameAs(ghosts.get(0));
    engine.peerFailures().failPeer(2, new IllegalStateException("the test has ended it"));
    assertThat(choice.next()).isSameAs(ghosts.get(1));
    for (int i = 0; i < 100; i++) {
      ghosts.get(1).answered(true); // the owner waits in a call
    }
    assertThat(choice.next()).isSameAs(owned);
  }

  /** Also where nothing is under way any more. */
  @Test
  void aFlushReportsOnceWhatHasFailedAtAnyServer() {
    for (RecordMemory server : List.of(owned, ghosts.get(0), ghosts.get(1))) {
      server.failed(new RonselException(ErrorClass.BUFFER, "an operation has failed"));
      assertThatThrownBy(flush()::await).hasMessageContaining("an operation has failed");
      flush().await();
    }
  }
}
