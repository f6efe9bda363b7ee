package org.ronsel.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.ronsel.ProcessFailedException;

/** What a rank frees when others have told it that they have no more use for it. */
class DeferredFreesTest {
  private final DeferredFrees frees = new DeferredFrees();

  /** Otherwise every window of a job that goes on would look again at those of before. */
  @Test
  void whatWaitsForARankThatHasFailedIsGivenUp() {
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger freed = new AtomicInteger();
    frees.add(
        () -> {
          looks.incrementAndGet();
          throw new ProcessFailedException("rank 2 has failed");
        },
        freed::incrementAndGet);
    frees.add(() -> true, freed::incrementAndGet);
    frees.freeReady();
    frees.freeReady();
    assertThat(looks).hasValue(1);
    assertThat(freed).hasValue(1); // the other
  }
}
