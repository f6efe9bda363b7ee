package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.machine.PortRange;
import org.ronsel.transport.TestContext;

/** Two JVMs with many ranks, of which each wants to reach each of the other JVM at once. */
@Timeout(120)
class ManyPairsTest {
  private static final int RANKS = 32;

  /**
   * Less than all of them take on a busy machine, and more than nothing happens in: the time counts
   * from the last connection that has made progress.
   */
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

  private static TcpHost host(int jvm) {
    return new TcpHost(
        new TestContext(2 * RANKS, RANKS, jvm, rank -> TestContext.AWAKE),
        new TcpOptions("", PortRange.of("0"), CONNECT_WITHIN, Duration.ofSeconds(60), false, 1));
  }

  @Test
  void allAreConnected() {
    TcpHost one = host(0);
    TcpHost other = host(1);
    try {
      TestContext.meet(List.of(one, other));
      List<TcpLink> links = new ArrayList<>();
      for (int a = 0; a < RANKS; a++) {
        for (int b = RANKS; b < 2 * RANKS; b++) {
          links.add((TcpLink) one.of(a).connect(b));
          links.add((TcpLink) other.of(b).connect(a));
        }
      }
      for (TcpLink link : links) {
        while (!link.isConnected() && !link.hasFailed()) {
          Thread.yield();
        }
        assertThat(link.hasFailed()).as(link.rank() + " to " + link.peer() + " fails").isFalse();
      }
    } finally {
      for (TcpHost each : List.of(one, other)) {
        each.allEnded();
        each.close();
      }
    }
  }
}
