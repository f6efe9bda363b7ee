package org.ronsel.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BiasedPoolTest {
  private final BiasedPool<Object> pool = new BiasedPool<>();
  private final Object thing = new Object();

  @Test
  void itsThreadGetsItAgainAndAgain() {
    assertThat(pool.take()).isNull();
    for (int i = 0; i < 3; i++) {
      pool.giveBack(thing);
      assertThat(pool.take()).isSameAs(thing);
    }
  }

  @Test
  void whatIsInUseIsNotGiven() {
    pool.giveBack(thing);
    pool.take();
    assertThat(pool.take()).isNull();
    pool.giveBack(new Object());
    pool.giveBack(thing); // as an outer call does, behind one that its operator has made
    assertThat(pool.take()).isSameAs(thing);
  }

  @Test
  void anotherThreadDoesNotGetIt() {
    pool.giveBack(thing);
    assertThat(CompletableFuture.supplyAsync(pool::take, Thread::startVirtualThread).join())
        .isNull();
    assertThat(pool.take()).isSameAs(thing);
  }

  @Test
  void theLastThreadToGiveOneBackHasIt() {
    pool.giveBack(thing);
    Object others = new Object();
    Object taken =
        CompletableFuture.supplyAsync(
                () -> {
                  pool.giveBack(others);
                  return pool.take();
                },
                Thread::startVirtualThread)
            .join();
    assertThat(taken).isSameAs(others);
    assertThat(pool.take()).isNull();
  }
}
