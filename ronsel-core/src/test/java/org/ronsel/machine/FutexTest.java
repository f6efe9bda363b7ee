package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.RonselException;
import org.ronsel.memory.NativeWords;

@Timeout(60)
class FutexTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(50);

  private final MemorySegment memory = Arena.ofAuto().allocate(64, 8);

  @Test
  void awaitReturnsAtOnceWhenTheWordHasChanged() {
    NativeWords.setInt(memory, 4, 7);
    assertThat(Futex.await(memory, 4, 6, LONG)).isEqualTo(Futex.Result.CHANGED);
    assertThat(Futex.await(memory, 4, 6, -1)).isEqualTo(Futex.Result.CHANGED);
  }

  @Test
  void awaitEndsWhenTheTimeIsOver() {
    long start = System.nanoTime();
    Futex.Result result = Futex.await(memory, 0, 0, 3_000_000);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(3_000_000);
    assertThat(result).isEqualTo(Futex.Result.TIMED_OUT);
    assertThat(Futex.await(memory, 0, 0, 0)).isEqualTo(Futex.Result.TIMED_OUT);
  }

  @Test
  void manyWaitsHaveOneTimeout() throws Exception {
    Futex.Timeout none = new Futex.Timeout(0);
    Futex.Timeout longest = new Futex.Timeout(LONG);
    Futex.await(memory, 0, 0, none);
    Futex.await(memory, 0, 1, longest);
    for (int round = 0; round < 3_000; round++) { // by either way of calling
      Futex.await(memory, 0, 0, none);
    }
    Futex.await(memory, 0, 1, longest);
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(
            () -> {
              while (NativeWords.getIntAcquire(memory, 0) == 0) {
                Futex.await(memory, 0, 0, longest);
              }
            });
    NativeWords.setIntRelease(memory, 0, 1);
    while (!ended.isDone()) {
      Futex.wake(memory, 0, 1);
    }
    ended.get();
  }

  @Test
  void awaitIsEndedByAWake() throws Exception {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread waiter =
        new Thread(
            () -> {
              while (NativeWords.getIntAcquire(memory, 8) == 0) {
                Futex.await(memory, 8, 0, LONG);
              }
              ended.complete(null);
            });
    waiter.start();
    NativeWords.setIntRelease(memory, 8, 1);
    Futex.wake(memory, 8, 1);
    ended.get(40, TimeUnit.SECONDS);
    waiter.join();
  }

  @Test
  void wakeReportsHowManyItWoke() throws Exception {
    assertThat(Futex.wake(memory, 0, 5)).isZero();
    CompletableFuture<Futex.Result> result =
        CompletableFuture.supplyAsync(() -> Futex.await(memory, 0, 0, LONG));
    if (Futex.availability().usable()) {
      long deadline = System.nanoTime() + LONG / 2;
      int woken = 0;
      while (woken == 0) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        woken = Futex.wake(memory, 0, 5);
        Thread.onSpinWait();
      }
      assertThat(woken).isOne();
      assertThat(result.get()).isEqualTo(Futex.Result.WOKEN);
    } else {
      NativeWords.setIntRelease(memory, 0, 1);
      assertThat(result.get()).isEqualTo(Futex.Result.CHANGED);
    }
  }

  @Test
  void wordsThatTheKernelCannotFindAreRefused() {
    assertThatThrownBy(() -> Futex.await(memory, 2, 0, 0)).isInstanceOf(RonselException.class);
    assertThatThrownBy(() -> Futex.wake(MemorySegment.ofArray(new int[4]), 0, 1))
        .isInstanceOf(RonselException.class);
    assertThatThrownBy(() -> Futex.wake(memory, 64, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    MemorySegment closed;
    try (Arena arena = Arena.ofShared()) {
      closed = arena.allocate(8, 8);
    }
    assertThatThrownBy(() -> Futex.wake(closed, 0, 1)).isInstanceOf(IllegalStateException.class);
  }
}
