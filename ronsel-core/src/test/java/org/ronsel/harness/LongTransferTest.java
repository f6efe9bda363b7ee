package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.ronsel.Datatype;
import org.ronsel.RonselException;
import org.ronsel.Window;

/** Puts and gets of so much memory of another host that records or replies wait for room. */
class LongTransferTest {
  private static final int BYTES = 32 << 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The origin takes in nothing until the target has taken in all requests. */
  @Test
  void theTargetKeepsNoCopyOfDataThatWaitForRoom() {
    CountDownLatch requested = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.onTwoHosts(2)) {
      Ranks.run(
          ranks,
          world -> {
            byte[] data = new byte[BYTES];
            Arrays.fill(data, (byte) world.rank());
            Window window = Window.create(world, Datatype.BYTE, MemorySegment.ofArray(data));
            world.barrier(); // in which the target may serve the origin already
            if (world.rank() == 0) {
              window.lockAll(Window.Assertion.NO_CHECK);
              window.get(data, 1, 0);
              world.send(new int[1], 1, 0);
              requested.await();
              window.unlockAll();
              byte[] expected = new byte[BYTES];
              Arrays.fill(expected, (byte) 1);
              assertThat(Arrays.mismatch(data, expected)).isNegative();
            } else {
              long before = THREADS.getCurrentThreadAllocatedBytes();
              world.receive(new int[1], 0, 0);
              long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
              requested.countDown();
              assertThat(allocated).isLessThan(BYTES / 8);
            }
            world.barrier();
          });
    }
  }

  /** The target takes in nothing until all puts have begun. */
  @Test
  void theOriginCopiesALimitedAmountOfDataThatWaitForRoom() {
    int part = 256 << 10;
    CountDownLatch begun = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.onTwoHosts(2)) {
      Ranks.run(
          ranks,
          world -> {
            byte[] data = new byte[BYTES];
            new Random(7).nextBytes(data);
            byte[] target = new byte[BYTES];
            Window window = Window.create(world, Datatype.BYTE, MemorySegment.ofArray(target));
            world.barrier();
            if (world.rank() == 0) {
              window.lockAll(Window.Assertion.NO_CHECK);
              long before = THREADS.getCurrentThreadAllocatedBytes();
              for (int at = 0; at < BYTES; at += part) {
                window.put(data, at, part, 1, at);
              }
              long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
              begun.countDown();
              window.unlockAll();
              assertThat(allocated).isLessThan(BYTES / 2);
            } else {
              begun.await();
            }
            world.barrier();
            if (world.rank() == 1) {
              assertThat(Arrays.mismatch(target, data)).isNegative();
            }
          });
    }
  }

  @Test
  void memoryThatIsClosedBeforeAllOfItHasBeenSentFailsTheGet() {
    CountDownLatch closed = new CountDownLatch(1);
    try (HostRanks ranks = HostRanks.onTwoHosts(2)) {
      Ranks.run(
          ranks,
          world -> {
            Arena arena = Arena.ofShared();
            MemorySegment own = arena.allocate(world.rank() == 1 ? BYTES : 1);
            Window window = Window.create(world, Datatype.BYTE, own);
            world.barrier();
            if (world.rank() == 0) {
              window.lockAll(Window.Assertion.NO_CHECK);
              window.get(new byte[BYTES], 1, 0);
              world.send(new int[1], 1, 0);
              closed.await();
              assertThatThrownBy(window::unlockAll)
                  .isInstanceOf(RonselException.class)
                  .hasMessageContaining("has closed the arena");
            } else {
              world.receive(new int[1], 0, 0);
              arena.close();
              closed.countDown();
            }
            world.barrier();
          });
    }
  }
}
