package org.ronsel.collective.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectPoolTest {
  @Test
  void whatComesBackIsTakenAgain() {
    ObjectPool<String> pool = new ObjectPool<>(3);
    assertThat(pool.take()).isNull();
    pool.giveBack("a");
    pool.giveBack("b");
    Set<String> taken = new HashSet<>();
    taken.add(pool.take());
    taken.add(pool.take());
    assertThat(taken).containsExactlyInAnyOrder("a", "b");
    assertThat(pool.take()).isNull();
  }

  @Test
  void noMoreAreKeptThanAllowed() {
    ObjectPool<Integer> pool = new ObjectPool<>(3);
    for (int i = 0; i < 10; i++) {
      pool.giveBack(i);
    }
    assertThat(IntStream.range(0, 10).filter(i -> pool.take() != null).count()).isEqualTo(3);
  }

  @Test
  void threadsNeverHaveTheSame() {
    ObjectPool<AtomicBoolean> pool = new ObjectPool<>(8);
    AtomicBoolean shared = new AtomicBoolean();
    IntStream.range(0, 8)
        .parallel()
        .forEach(
            thread -> {
              for (int i = 0; i < 20_000; i++) {
                AtomicBoolean idle = pool.take();
                AtomicBoolean mine = idle != null ? idle : new AtomicBoolean();
                if (!mine.compareAndSet(false, true)) {
                  shared.set(true);
                }
                mine.set(false);
                pool.giveBack(mine);
              }
            });
    assertThat(shared).isFalse();
  }
}
