package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.machine.PortRange;
import org.ronsel.runtime.control.Hmac;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.TestContext;
import org.ronsel.transport.TransportContext;

/** Two JVMs with many ranks, of which each wants to reach each of the other JVM at once. */
@Timeout(120)
class ManyPairsTest {
  private static final int RANKS = 32;

  /**
   * Less than all of them take on a busy machine, and more than nothing happens in: the time counts
   * from the last connection that has made progress.
   */
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

  private record Jvm(int jvm) implements TransportContext {
    @Override
    public JobShape shape() {
      return new JobShape() {
        @Override
        public int endpoints() {
          return 2 * RANKS;
        }

        @Override
        public int jvms() {
          return 2;
        }

        @Override
        public int jvmOf(int rank) {
          return rank / RANKS;
        }

        @Override
        public int firstRank(int ofJvm) {
          return ofJvm * RANKS;
        }
      };
    }

    @Override
    public byte[] proof(String purpose) {
      return Hmac.sha256(new byte[] {1}, purpose.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean needsNetwork() {
      return true;
    }

    @Override
    public boolean onOneMachine() {
      return true;
    }

    @Override
    public void notice(String line) {
      throw new AssertionError(line);
    }

    @Override
    public LocalRank localRank(int rank) {
      return TestContext.AWAKE;
    }

    TcpHost host() {
      return new TcpHost(
          this,
          new TcpOptions("", PortRange.of("0"), CONNECT_WITHIN, Duration.ofSeconds(60), false, 1));
    }
  }

  @Test
  void allAreConnected() {
    TcpHost one = new Jvm(0).host();
    TcpHost other = new Jvm(1).host();
    try {
      for (TcpHost each : List.of(one, other)) {
        assertThat(each.meet(Map.of(0, one.address(), 1, other.address()))).isFalse();
      }
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
