package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ronsel.harness.ThreadRanks;
import org.ronsel.transport.Transport;

/** What is used again, and what is forgotten, does not pile up. */
class LeftoversTest {
  /** Of a rank that has nobody to talk to. */
  private final Engine engine =
      new Engine(
          0,
          new Transport[0],
          peer -> {
            throw new IllegalStateException("no peer " + peer);
          },
          new Doorbell(),
          ThreadRanks.options(1));

  @Test
  void anOperationThatAPoolHasNotLentCannotComeBackToIt() {
    OperationPool pool = new OperationPool(engine);
    ReceiveOperation receive = pool.takeReceive();
    SendOperation send = pool.takeSend();
    for (int i = 0; i < 100; i++) {
      pool.recycle(new ReceiveOperation(engine));
      pool.recycle(new SendOperation(engine));
      pool.recycle(receive);
      pool.recycle(send);
    }
    Set<Operation> lent = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      lent.add(pool.takeReceive());
      lent.add(pool.takeSend());
    }
    assertThat(lent).as("each is lent to one").hasSize(20).contains(receive, send);
    pool.recycle(receive);
    assertThat(pool.takeReceive()).isSameAs(receive);
    assertThat(pool.takeReceive()).as("none is left").isNotIn(lent);
  }

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
