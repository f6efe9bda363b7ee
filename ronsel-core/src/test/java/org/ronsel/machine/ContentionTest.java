package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ContentionTest {
  private static final Path SCHEDSTAT = Path.of("/proc/thread-self/schedstat");
  private final Contention system = Contention.ofSystem();

  @Test
  void theDelayIsThatOfTheCallingThread() throws Exception {
    assumeThat(SCHEDSTAT).exists();
    assumeThat(LinuxCalls.AVAILABILITY.usable()).isTrue();
    long before = delay();
    long told = system.delayNs();
    assertThat(told).isBetween(before, delay());

    Thread[] news = new Thread[1];
    long[] toldOther = new long[1];
    news[0] = new Thread(() -> toldOther[0] = system.delayNs());
    news[0].start();
    news[0].join();
    assertThat(toldOther[0]).isNotNegative();
  }

  private static long delay() throws Exception {
    return Long.parseLong(Files.readString(SCHEDSTAT).strip().split(" ", -1)[1]);
  }

  @Test
  void compilersThatHaveRestedAreNotBusy() throws Exception {
    assertThat(system.isCompiling()).as("at the start").isTrue();
    for (int i = 0; i < 100 && system.isCompiling(); i++) {
      Thread.sleep(100);
    }
    assertThat(system.isCompiling()).isFalse();
  }

  @Test
  void whoAsksWantsToRun() {
    long percent = system.percentWanted();
    assertThat(percent == Contention.UNKNOWN || percent > 0).isTrue();
  }
}
