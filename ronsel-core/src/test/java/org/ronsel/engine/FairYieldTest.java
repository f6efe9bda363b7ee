package org.ronsel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.PartitionedReceive;
import org.ronsel.PartitionedSend;
import org.ronsel.Request;
import org.ronsel.job.RankKind;
import org.ronsel.machine.ForkedJvm;
import org.ronsel.runtime.EmbeddedOptions;
import org.ronsel.runtime.RankThreads;

/**
 * Virtual ranks that test in a loop, interrupted ones too, leave the only carrier to those that
 * other threads wake.
 */
class FairYieldTest {
  private static final List<String> ONE_CARRIER =
      List.of(
          "-Djdk.virtualThreadScheduler.parallelism=1",
          "-Djdk.virtualThreadScheduler.maxPoolSize=1");

  @ParameterizedTest
  @ValueSource(strings = {"test", "iProbe", "arrived", "yield", "interrupted"})
  void aRankThatTestsLetsOneRunThatAPlatformThreadHasWoken(String how) throws Exception {
    try (ForkedJvm jvm = ForkedJvm.start(Main.class, ONE_CARRIER, how)) {
      assertThat(jvm.finish()).isEqualTo("received 7");
    }
  }

  /** Rank 0 looks for what rank 1 sends after a platform thread has woken it. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      CountDownLatch looking = new CountDownLatch(1000);
      RankThreads.run(
          2,
          EmbeddedOptions.of(RankKind.VIRTUAL),
          world -> {
            if (world.rank() == 1) {
              Thread other = Thread.ofPlatform().daemon().start(() -> awaitQuietly(looking));
              other.join();
              send(world, args[0]);
            } else {
              System.out.println("received " + look(world, args[0], looking));
            }
          });
    }

    private static void send(Comm world, String how) {
      int[] data = {7};
      if (how.equals("arrived")) {
        PartitionedSend send = world.partitionedSend(data, 1, 1, 0, 0);
        send.start();
        send.ready(0);
        send.await();
      } else {
        world.send(data, 0, 0);
      }
    }

    private static int look(Comm world, String how, CountDownLatch looking) {
      int[] data = new int[1];
      switch (how) {
        case "iProbe" -> {
          while (world.iProbe(1, 0) == null) {
            looking.countDown();
          }
          world.receive(data, 1, 0);
        }
        case "arrived" -> {
          PartitionedReceive receive = world.partitionedReceive(data, 1, 1, 1, 0);
          receive.start();
          while (!receive.arrived(0)) {
            looking.countDown();
          }
          receive.await();
        }
        default -> {
          Request receive = world.iReceive(data, 1, 0);
          if (how.equals("interrupted")) {
            Thread.currentThread().interrupt();
          }
          while (!receive.test()) {
            looking.countDown();
            if (how.equals("yield")) {
              Thread.yield();
            }
          }
          if (Thread.interrupted() != how.equals("interrupted")) {
            throw new AssertionError("tests take no interrupt, and make none");
          }
        }
      }
      return data[0];
    }

    /** Ends when rank 0 is in the middle of its loop. */
    private static void awaitQuietly(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
