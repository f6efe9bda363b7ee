package org.ronsel.transport.shm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ronsel.ProcessFailedException;
import org.ronsel.requirements.Requires;
import org.ronsel.transport.TestContext;

/** Ranks of other JVMs are woken. */
class ShmWakeTest {
  /** One that waited for nothing but what is there now may end before it is woken. */
  @Test
  void aRankWhoseProcessHasEndedNeedsNoWaking() throws Exception {
    Requires.sharedMemory();
    long ended = new ProcessBuilder("true").start().onExit().get().pid();
    try (ShmHost host = new ShmHost(new TestContext(2, 0, rank -> TestContext.AWAKE))) {
      host.meet(Map.of(0, host.address(), 1, ("/proc/" + ended + "/fd/9").getBytes(UTF_8)));
      assertThatThrownBy(() -> host.segmentOf(1)).isInstanceOf(ProcessFailedException.class);
      host.of(0).wake(1);
    }
  }
}
