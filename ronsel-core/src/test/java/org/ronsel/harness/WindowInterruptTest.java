package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.ronsel.Comm;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.Window;
import org.ronsel.Window.Assertion;

/** A call of a window that is interrupted and made again reports the failures of operations. */
class WindowInterruptTest {
  /** An address of a dynamic window at which nothing is attached. */
  private static final long NOWHERE = 1 << 20;

  /** A call that completes operations of rank 0. */
  private record Call(String name, Consumer<Window> begin, Consumer<Window> end) {
    /** Whether the targets take part. */
    boolean isActive() {
      return name.equals("complete");
    }

    void isInterrupted(Window window) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> end.accept(window)).isInstanceOf(WaitInterruptedException.class);
    }

    void reportsTheRefusal(Window window) {
      assertThatThrownBy(() -> end.accept(window))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("has attached no memory");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Call> OF_ALL_TARGETS =
      List.of(
          new Call("flushAll", Window::lockAll, Window::flushAll),
          new Call("unlockAll", Window::lockAll, Window::unlockAll),
          new Call(
              "complete",
              window -> window.start(window.group().exclude(0), Assertion.NO_CHECK),
              Window::complete));

  static final List<Call> OF_ONE_TARGET =
      List.of(new Call("flush", Window::lockAll, window -> window.flush(1)));

  @ParameterizedTest
  @FieldSource({"OF_ONE_TARGET", "OF_ALL_TARGETS"})
  void aRepeatedCallReportsAPutThatWasRefusedMeanwhile(Call call) {
    CountDownLatch interrupted = new CountDownLatch(1);
    refusedByRankOne(
        call,
        (world, window) -> {
          window.put(new int[1], 1, NOWHERE);
          call.isInterrupted(window);
          interrupted.countDown();
          world.sendReceive(new int[1], 1, 0, new int[1], 1, 0); // takes in the refusal
          call.reportsTheRefusal(window);
        },
        (world, _) -> {
          if (world.rank() == 1) {
            interrupted.await(); // makes no progress
            world.receive(new int[1], 0, 0);
            world.send(new int[1], 0, 0);
          }
        });
  }

  /** The call is interrupted while it waits for another target. */
  @ParameterizedTest
  @FieldSource("OF_ALL_TARGETS")
  void aRepeatedCallReportsAPutThatHadBeenRefusedBefore(Call call) {
    CountDownLatch interrupted = new CountDownLatch(1);
    refusedByRankOne(
        call,
        (world, window) -> {
          long[] somewhere = new long[1];
          world.receive(somewhere, 2, 0);
          window.put(new int[1], 1, NOWHERE);
          world.sendReceive(new int[1], 1, 0, new int[1], 1, 0); // takes in the refusal
          window.put(new int[1], 2, somewhere[0]);
          call.isInterrupted(window);
          interrupted.countDown();
          call.reportsTheRefusal(window);
        },
        (world, window) -> {
          if (world.rank() == 1) {
            world.receive(new int[1], 0, 0);
            world.send(new int[1], 0, 0);
          } else {
            world.send(new long[] {window.attach(MemorySegment.ofArray(new int[1]))}, 0, 0);
            interrupted.await(); // makes no progress
          }
        });
  }

  private interface Body {
    void run(Comm world, Window window) throws Exception;
  }

  private static void refusedByRankOne(Call call, Body origin, Body target) {
    Ranks.run(
        3,
        world -> {
          Window window = Window.createDynamic(world, new Info());
          if (world.rank() == 0) {
            call.begin.accept(window);
            origin.run(world, window);
          } else if (call.isActive()) {
            window.post(world.group().include(0), Assertion.NO_CHECK);
            target.run(world, window);
            window.await();
          } else {
            target.run(world, window);
          }
          world.barrier();
          window.close();
        });
  }
}
