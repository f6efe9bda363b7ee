package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.harness.ThreadRanks;

/** What waits for completion, and no longer does, does not pile up. */
class CompletionLeftoversTest {
  private final Engine engine = ThreadRanks.start(1).engine(0);

  /** Two threads take turns to wait for an operation among others, each a little longer. */
  @Test
  void watchesThatAreOverLeaveAnOperationThatIsAlwaysWatched() {
    Operation operation = new ReceiveOperation(engine);
    Watch last = new Watch(operation);
    last.begin();
    for (int i = 0; i < 1000; i++) {
      Watch next = new Watch(operation);
      next.begin();
      assertThat(last.end()).isTrue();
      last = next;
    }
    int count = 0;
    for (CompletionWatch at = last; at != null; at = at.next) {
      count++;
    }
    assertThat(count).isLessThanOrEqualTo(2);
    operation.complete();
    assertThat(last.told).isTrue();
  }

  @Test
  void whatIsTakenOutOfACompletionQueueIsForgottenAtOnce() {
    Operation operation = new ReceiveOperation(engine);
    CompletionQueue<String> queue = new CompletionQueue<>(operation, List::of);
    for (int i = 0; i < 1000; i++) {
      assertThat(queue.remove(queue.add(operation, "of " + i))).isTrue();
    }
    assertThat(queue.added).isEmpty();
  }

  private static final class Watch extends CompletionWatch {
    private boolean told;

    Watch(Operation operation) {
      super(operation);
    }

    @Override
    protected void completed() {
      told = true;
    }
  }
}
