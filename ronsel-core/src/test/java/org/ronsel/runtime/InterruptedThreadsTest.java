package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.Ronsel;

/** A program may interrupt all threads of its JVM: those of Ronsel go on as before. */
@Timeout(60)
class InterruptedThreadsTest {
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void letTheThreadEnd() {
    end.countDown();
  }

  private Thread thatLives() {
    return Thread.ofPlatform().daemon().start(this::awaitEnd);
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As long as it is interrupted it does not pause, and takes a core. */
  @Test
  void progressAfterMainPausesAgain() {
    Ronsel.run(
        2,
        world -> {
          if (world.rank() == 0) {
            List<Thread> found;
            do {
              Thread.yield();
              found =
                  Thread.getAllStackTraces().keySet().stream()
                      .filter(thread -> thread.getName().equals("ronsel-progressAfterMain"))
                      .toList();
            } while (found.isEmpty());
            found.forEach(Thread::interrupt);
            while (found.stream().anyMatch(Thread::isInterrupted)) {
              Thread.yield();
            }
          }
        });
  }

  @Test
  void ranksAreNotTakenForEnded() {
    Thread rank = thatLives();
    Thread.currentThread().interrupt();
    assertThat(ParkTimer.anyAlive(List.of(rank), 1)).isTrue();
    assertThat(Thread.interrupted()).as("the interrupt has been taken").isFalse();
    end.countDown();
    assertThat(ParkTimer.anyAlive(List.of(rank), 50_000)).isFalse();
  }

  @Test
  void theEndOfThreadsOfTheProgramIsToldWhenItHasCome() throws Exception {
    Thread user = thatLives();
    var toldOfOneThatLives = new LinkedBlockingQueue<Boolean>();
    Thread joining =
        Thread.ofPlatform()
            .daemon()
            .start(() -> UserThreads.join(user, () -> toldOfOneThatLives.add(user.isAlive())));
    joining.interrupt();
    while (joining.isInterrupted() && joining.isAlive()) {
      Thread.yield();
    }
    end.countDown();
    assertThat(toldOfOneThatLives.take()).isFalse();
  }
}
