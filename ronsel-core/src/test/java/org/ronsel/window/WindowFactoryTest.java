package org.ronsel.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.ronsel.ClosedException;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.Window;
import org.ronsel.comm.Communicator;
import org.ronsel.harness.HostRanks;
import org.ronsel.harness.Ranks;

/** What ranks bring into a window: all of them, or none. */
class WindowFactoryTest {
  /** A call that has failed on one rank must not leave the others waiting for it. */
  @Test
  void whateverKeepsARankFromItsPartFailsOnAll() {
    AtomicInteger undone = new AtomicInteger();
    Ranks.run(
        3,
        world -> {
          Communicator apart = ((Communicator) world).apart("allocate");
          boolean refused = world.rank() == 1;
          assertThatThrownBy(
                  () ->
                      WindowFactory.agreed(
                          apart,
                          "allocate",
                          Window.Kind.ALLOCATED,
                          "memory",
                          () -> {
                            if (refused) {
                              throw new UnsupportedFeatureException("memfd_create is refused");
                            }
                            return "memory";
                          },
                          given -> undone.incrementAndGet()))
              .isInstanceOfSatisfying(
                  RonselException.class,
                  failure ->
                      assertThat(failure.errorClass() == ErrorClass.OTHER).isEqualTo(!refused))
              .hasMessageContaining(
                  refused ? "memfd_create is refused" : "rank 1 cannot get memory; it says why");
          world.barrier();
        });
    assertThat(undone).hasValue(2);
  }

  /** The program gets no window, so it cannot close one. */
  @Test
  void aWindowWhoseRanksCannotAgreeIsClosed() {
    CountDownLatch gone = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.processes(3)) {
      Ranks.run(
          ranks,
          world -> {
            Communicator apart = ((Communicator) world).apart("allocateShared");
            RankWindow window = (RankWindow) Window.allocate(world, Datatype.INT, 1);
            world.barrier();
            if (world.rank() == 2) {
              ranks.failJvm(2);
              gone.countDown();
              return;
            }
            gone.await();
            assertThatThrownBy(
                    () -> WindowFactory.checkSeen(apart, "allocateShared", "world", window))
                .isInstanceOf(ProcessFailedException.class);
            assertThatThrownBy(window::fence).isInstanceOf(ClosedException.class);
          });
    }
  }
}
