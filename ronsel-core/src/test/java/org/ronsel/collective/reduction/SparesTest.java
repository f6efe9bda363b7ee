package org.ronsel.collective.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SparesTest {
  @Test
  void whatComesBackIsTakenAgain() {
    Spares<String> spares = new Spares<>(3);
    assertThat(spares.take()).isNull();
    spares.giveBack("a");
    spares.giveBack("b");
    Set<String> taken = new HashSet<>();
    taken.add(spares.take());
    taken.add(spares.take());
    assertThat(taken).containsExactlyInAnyOrder("a", "b");
    assertThat(spares.take()).isNull();
  }

  @Test
  void noMoreAreKeptThanAllowed() {
    Spares<Integer> spares = new Spares<>(3);
    for (int i = 0; i < 10; i++) {
      spares.giveBack(i);
    }
    assertThat(IntStream.range(0, 10).filter(i -> spares.take() != null).count()).isEqualTo(3);
  }

  @Test
  void threadsNeverHaveTheSame() {
    Spares<AtomicBoolean> spares = new Spares<>(8);
    AtomicBoolean shared = new AtomicBoolean();
    IntStream.range(0, 8)
        .parallel()
        .forEach(
            thread -> {
              for (int i = 0; i < 20_000; i++) {
                AtomicBoolean spare = spares.take();
                AtomicBoolean mine = spare != null ? spare : new AtomicBoolean();
                if (!mine.compareAndSet(false, true)) {
                  shared.set(true);
                }
                mine.set(false);
                spares.giveBack(mine);
              }
            });
    assertThat(shared).isFalse();
  }
}
