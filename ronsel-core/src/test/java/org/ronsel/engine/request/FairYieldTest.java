package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.PartitionedReceive;
import org.ronsel.PartitionedSend;
import org.ronsel.Request;
import org.ronsel.Window;
import org.ronsel.job.RankKind;
import org.ronsel.machine.ForkedJvm;
import org.ronsel.runtime.EmbeddedOptions;
import org.ronsel.runtime.RankThreads;

/**
 * Virtual ranks that test in a loop, interrupted ones too, or poll by one-sided calls, leave the
 * only carrier to those that other threads wake.
 */
class FairYieldTest {
  private static final List<String> ONE_CARRIER =
      List.of(
          "-Djdk.virtualThreadScheduler.parallelism=1",
          "-Djdk.virtualThreadScheduler.maxPoolSize=1");

  private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();

  @ParameterizedTest
  @ValueSource(strings = {"test", "iProbe", "arrived", "yield", "interrupted"})
  void aRankThatTestsLetsOneRunThatAPlatformThreadHasWoken(String how) throws Exception {
    try (ForkedJvm jvm = ForkedJvm.start(Main.class, ONE_CARRIER, how)) {
      assertThat(jvm.finish()).isEqualTo("received 7");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fetchAndOp",
        "compareAndSwap",
        "swapInArray",
        "flush",
        "flushAll",
        "rGet",
        "sync"
      })
  void aRankThatPollsByOneSidedCallsDoesSoToo(String how) throws Exception {
    try (ForkedJvm jvm = ForkedJvm.start(Poll.class, ONE_CARRIER, how)) {
      assertThat(jvm.finish()).isEqualTo("saw 7");
    }
  }

  /** Ends when rank 0 is in the middle of its loop. */
  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Rank 0 polls for a value that rank 1 puts after a platform thread has woken it. */
  static final class Poll {
    private Poll() {}

    public static void main(String[] args) {
      CountDownLatch polling = new CountDownLatch(1000);
      RankThreads.run(
          2,
          EmbeddedOptions.of(RankKind.VIRTUAL),
          world -> {
            try (Window window = Window.allocate(world, Datatype.INT, 2)) {
              world.barrier();
              window.lockAll();
              if (world.rank() == 1) {
                Thread other = Thread.ofPlatform().daemon().start(() -> awaitQuietly(polling));
                other.join();
                window.fetchAndOp(7, 0, 0, Op.REPLACE);
              } else {
                int seen = 0;
                while (seen == 0) {
                  seen = poll(window, args[0]);
                  polling.countDown();
                }
                System.out.println("saw " + seen);
              }
              window.unlockAll();
            }
          });
    }

    private static int poll(Window window, String how) {
      int[] value = new int[1];
      switch (how) {
        case "fetchAndOp" -> {
          return window.fetchAndOp(0, 0, 0, Op.NO_OP);
        }
        case "compareAndSwap" -> {
          return window.compareAndSwap(0, 0, 0, 0);
        }
        case "swapInArray" ->
            window
                .untyped()
                .compareAndSwap(new int[1], 0, new int[1], 0, value, 0, Datatype.INT, 0, 0);
        case "flush" -> {
          window.get(value, 0, 0);
          window.flush(0);
        }
        case "rGet" ->
            window.untyped().rGet(value, Datatype.INT, 0, 1, 0, 0, Datatype.INT, 1).await();
        case "flushAll" -> {
          window.flushAll();
          return own(window);
        }
        default -> {
          window.sync();
          return own(window);
        }
      }
      return value[0];
    }

    private static int own(Window window) {
      return (int) INTS.getVolatile(window.memory(), 0L);
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
  }
}
