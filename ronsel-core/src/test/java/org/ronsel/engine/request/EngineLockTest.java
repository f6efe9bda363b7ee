package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock that is biased to a thread excludes others as it did before, and lets them in. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineLockTest {
  private final EngineLock lock = new EngineLock(2);
  private int count;

  private void count(int times) {
    for (int i = 0; i < times; i++) {
      lock.acquire();
      count++;
      lock.release();
    }
  }

  private static void onAnotherThread(Runnable action) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                action.run();
                done.complete(null);
              } catch (Throwable failure) {
                done.completeExceptionally(failure);
              }
            });
    done.join();
  }

  /** Until the thread that calls has it, whatever a machine without HotSpot does. */
  private void bias() {
    count(10);
  }

  @Test
  void noCountIsLostOfAnOwnerAndOneWhoTakesTheBiasAgainAndAgain() {
    int rounds = 300;
    int perRound = 500;
    Thread owner =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < rounds; i++) {
                    count(perRound);
                  }
                });
    onAnotherThread(
        () -> {
          for (int i = 0; i < rounds; i++) {
            count(1);
            Thread.yield();
          }
        });
    onAnotherThread(() -> joined(owner));
    assertThat(count).isEqualTo(rounds * perRound + rounds);
  }

  private static void joined(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anotherThreadGetsTheLockOfAnOwnerThatDoesNotUseIt() {
    bias();
    onAnotherThread(() -> count(1));
    assertThat(count).isEqualTo(11);
    bias();
    assertThat(count).isEqualTo(21);
  }

  @Test
  void theLockOfAThreadThatHasEndedCanBeTaken() {
    onAnotherThread(this::bias);
    count(1);
    assertThat(count).isEqualTo(11);
  }

  @Test
  void anOwnerDoesNotGetTheLockTwice() {
    bias();
    lock.acquire();
    assertThat(lock.tryAcquire()).isFalse();
    lock.release();
    assertThat(lock.tryAcquire()).isTrue();
    lock.release();
  }

  /** One who waits for the lock while the owner is inside gets it when the owner has left. */
  @Test
  void anOwnerThatIsInsideKeepsOthersOut() {
    bias();
    lock.acquire();
    CompletableFuture<Integer> seen = new CompletableFuture<>();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  lock.acquire();
                  seen.complete(count);
                  lock.release();
                });
    while (other.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < 1000; i++) {
      Thread.yield();
      assertThat(seen).isNotDone();
    }
    count = -1;
    lock.release();
    assertThat(seen.join()).isEqualTo(-1);
  }

  @Test
  void aHelpingThreadWaitsUntilTheOwnerStaysAway() {
    bias();
    onAnotherThread(
        () -> {
          int tries = 1;
          while (!lock.tryAcquireToHelp()) {
            tries++;
          }
          lock.release();
          assertThat(tries).isGreaterThan(1);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aThreadThatStillHoldsTheLockIsToldThatItIsPoisoned(boolean biased) {
    if (biased) {
      bias();
    }
    lock.acquire();
    assertThatThrownBy(lock::acquire).isSameAs(EngineLock.POISONED);
    assertThat(lock.poisoned).isTrue();
    onAnotherThread(() -> assertThat(lock.acquireUnlessPoisoned()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLockOfAThreadThatHasEndedWithItIsPoisoned(boolean biased) {
    onAnotherThread(
        () -> {
          if (biased) {
            bias();
          }
          lock.acquire();
        });
    assertThatThrownBy(lock::acquire).isSameAs(EngineLock.POISONED);
    assertThat(lock.tryAcquire()).isFalse();
    onAnotherThread(() -> assertThat(lock.acquireUnlessPoisoned()).isFalse());
  }

  /** What was left half done is known by a mark; the lock itself has been given back. */
  @Test
  void aPoisonedLockThatIsFreeCanBeHad() {
    lock.poisoned = true;
    onAnotherThread(() -> count(1));
    assertThat(lock.acquireUnlessPoisoned()).isTrue();
  }

  @Test
  void whoWaitsForAHolderHearsWhenItPoisonsTheLock() {
    lock.acquire();
    CompletableFuture<Boolean> had = new CompletableFuture<>();
    Thread.ofPlatform().start(() -> had.complete(lock.acquireUnlessPoisoned()));
    lock.poisoned = true;
    assertThat(had.join()).isFalse();
  }
}
