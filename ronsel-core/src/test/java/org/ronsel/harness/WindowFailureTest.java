package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.ronsel.ClosedException;
import org.ronsel.Datatype;
import org.ronsel.JobAbortedException;
import org.ronsel.LockType;
import org.ronsel.RonselException;
import org.ronsel.Window;
import org.ronsel.transport.HostileNetwork.Manners;

/** Windows of a job that has failed. */
class WindowFailureTest {
  /** Otherwise the end of a try statement would hide why its body has failed. */
  @Test
  void closingAWindowWhoseLocksCannotBeGivenBackDoesNotThrow() {
    List<Window> windows = new CopyOnWriteArrayList<>();
    HostileRanks ranks = new HostileRanks(2, Manners.SMALL_RECORDS, ThreadRanks.options(2), 1);
    Ranks.runPart(
        ranks,
        world -> {
          Window window = Window.allocate(world, Datatype.INT, 1);
          window.lock(LockType.EXCLUSIVE, 1 - world.rank());
          windows.add(window);
          world.barrier();
        });
    ranks.fail(new JobAbortedException("the test has aborted the job"));
    for (Window window : windows) {
      assertThatCode(window::close).doesNotThrowAnyException();
    }
  }

  /** The others have freed it by then, and will not meet once more. */
  @Test
  void aFreeThatIsInterruptedHasFreedTheWindow() {
    Ranks.run(
        HostRanks.processes(3),
        world -> {
          Window window = Window.allocate(world, Datatype.INT, 1);
          if (world.rank() == 0) {
            Thread.currentThread().interrupt();
          }
          RonselException failure = window.untyped().free();
          var _ = Thread.interrupted();
          if (world.rank() != 0) {
            assertThat(failure).isNull();
          }
          assertThatThrownBy(window::fence).isInstanceOf(ClosedException.class);
          world.barrier();
        });
  }
}
