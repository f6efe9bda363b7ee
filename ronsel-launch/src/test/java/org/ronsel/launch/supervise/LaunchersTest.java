package org.ronsel.launch.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.jvm.JvmProcess;
import org.ronsel.launch.jvm.Launcher;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.runtime.control.Frame;

/** What the launcher does for many hosts does not take many times as long as for one. */
class LaunchersTest {
  private static final int HOSTS = 5000;

  /** Of hosts that are reached one after the other, the number of logins to the last one. */
  private static int logins(int host, int fanOut) {
    int logins = 1;
    for (int at = host; Launchers.parent(at, fanOut) >= 0; at = Launchers.parent(at, fanOut)) {
      logins++;
    }
    return logins;
  }

  /** With {@code d} logins {@code k + k^2 + ... + k^d} hosts are reached. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 32, 10_000})
  void loginsInSequenceGrowAsTheLogarithmOfTheNumberOfHosts(int fanOut) {
    int logins = 1;
    long reached = fanOut;
    long level = fanOut;
    for (int host = 0; host < HOSTS; host++) {
      if (host == reached) {
        logins++;
        level *= fanOut;
        reached += level;
      }
      assertThat(logins(host, fanOut)).as("host %s", host).isEqualTo(logins);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 32, 10_000})
  void noHostStartsMoreThanItsShareOfShells(int fanOut) {
    int[] shells = new int[1 + HOSTS];
    for (int host = 0; host < HOSTS; host++) {
      int parent = Launchers.parent(host, fanOut);
      assertThat(parent).as("it is there before").isLessThan(host);
      shells[1 + parent]++;
    }
    assertThat(Arrays.stream(shells).max().orElseThrow()).isLessThanOrEqualTo(fanOut);
  }

  /** A host that is lost, for whose shell the launcher waits until those of the others end. */
  private record Lost(CyclicBarrier all) implements Launcher {
    @Override
    public void close() {
      try {
        all.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public JvmProcess start(JvmOrder order) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void begin() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void sendToAll(Frame frame) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean askLeaving(int ticket) {
      throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String overdue(Duration after) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void abandon() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void end() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  @Timeout(60)
  void hostsThatAreLostAreWaitedForAtTheSameTime() throws Exception {
    CyclicBarrier all = new CyclicBarrier(8);
    Launchers.closeAll(Collections.nCopies(8, new Lost(all)));
    assertThat(all.getNumberWaiting()).isZero();
    Launchers.closeAll(List.of());
  }
}
