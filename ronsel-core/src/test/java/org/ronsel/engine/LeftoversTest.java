package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.harness.ThreadRanks;

/** What is used again, and what is forgotten, does not pile up. */
class LeftoversTest {
  private final Engine engine = ThreadRanks.start(1).engine(0);

  @Test
  void anOperationThatAPoolHasNotLentCannotComeBackToIt() {
    OperationPool pool = new OperationPool(engine);
    ReceiveOperation receive = pool.takeReceive();
    SendOperation send = pool.takeSend();
    for (int i = 0; i < 100; i++) {
      pool.recycle(new ReceiveOperation(engine));
      pool.recycle(new SendOperation(engine, engine.outbound));
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
}
