package org.ronsel.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadSpareTest {
  private final ThreadSpare<Object> spare = new ThreadSpare<>();
  private final Object thing = new Object();

  @Test
  void itsThreadGetsItAgainAndAgain() {
    assertThat(spare.take()).isNull();
    for (int i = 0; i < 3; i++) {
      spare.giveBack(thing);
      assertThat(spare.take()).isSameAs(thing);
    }
  }

  @Test
  void whatIsInUseIsNotGiven() {
    spare.giveBack(thing);
    spare.take();
    assertThat(spare.take()).isNull();
    spare.giveBack(new Object());
    spare.giveBack(thing); // as an outer call does, behind one that its operator has made
    assertThat(spare.take()).isSameAs(thing);
  }

  @Test
  void anotherThreadDoesNotGetIt() {
    spare.giveBack(thing);
    assertThat(CompletableFuture.supplyAsync(spare::take, Thread::startVirtualThread).join())
        .isNull();
    assertThat(spare.take()).isSameAs(thing);
  }

  @Test
  void theLastThreadToGiveOneBackHasIt() {
    spare.giveBack(thing);
    Object others = new Object();
    Object taken =
        CompletableFuture.supplyAsync(
                () -> {
                  spare.giveBack(others);
                  return spare.take();
                },
                Thread::startVirtualThread)
            .join();
    assertThat(taken).isSameAs(others);
    assertThat(spare.take()).isNull();
  }
}
