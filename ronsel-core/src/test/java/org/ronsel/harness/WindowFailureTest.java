package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.ronsel.Datatype;
import org.ronsel.JobAbortedException;
import org.ronsel.LockType;
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
}
