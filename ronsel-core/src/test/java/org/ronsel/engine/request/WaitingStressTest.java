package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.transport.Link;
import org.ronsel.transport.Sink;
import org.ronsel.transport.Transport;

/**
 * Threads that park while others bring what they wait for, with random delays: no wake-up is lost.
 * A park lasts an hour here, so a lost wake-up is a test that does not end.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WaitingStressTest {
  private static final int ROUNDS = 3000;

  /** Something that completes when it is told to, under the engine's lock or without. */
  private static final class Event extends Operation {
    Event(Engine engine) {
      super(engine);
    }

    @Override
    public String describe() {
      return "event";
    }
  }

  /** Places into which a sender puts events; whoever polls completes them. */
  private static final class EventTransport implements Transport {
    final AtomicReferenceArray<Event> arrived = new AtomicReferenceArray<>(2);

    @Override
    public String name() {
      return "events";
    }

    @Override
    public Link connect(int endpoint) {
      throw new IllegalStateException();
    }

    @Override
    public int poll(Sink sink, int limit) {
      int count = 0;
      for (int i = 0; i < arrived.length(); i++) {
        Event event = arrived.getAcquire(i);
        if (event != null) {
          arrived.setRelease(i, null);
          event.complete();
          count++;
        }
      }
      return count;
    }
  }

  private final EventTransport events = new EventTransport();
  private final Engine engine =
      new Engine(
          0,
          new Transport[] {events},
          peer -> events,
          new Doorbell(),
          new EngineOptions(0, 0, 0, 0, 0, 1));

  WaitingStressTest() {
    engine.waiting.firstPark(TimeUnit.HOURS.toNanos(1));
  }

  /** What a thread does in each round. */
  @FunctionalInterface
  private interface Turn {
    void run(int round) throws Exception;
  }

  private static void pause(Random random) {
    // From nothing up to about as long as it takes to park.
    for (int i = random.nextInt(1 << random.nextInt(14)); i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  private static void together(Turn... turns) throws InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    CountDownLatch ready = new CountDownLatch(turns.length);
    List<Thread> threads = new ArrayList<>();
    for (Turn turn : turns) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      ready.countDown();
                      ready.await();
                      for (int round = 0; round < ROUNDS; round++) {
                        turn.run(round);
                      }
                    } catch (Throwable failure) {
                      synchronized (failures) {
                        failures.add(failure);
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  /** Events of all rounds, made before, so that sender and waiter need not meet. */
  private Event[] some() {
    Event[] all = new Event[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      all[i] = new Event(engine);
    }
    return all;
  }

  /** Puts an event where it is found by a poll, as a sender in the same JVM would. */
  private void send(int place, Event event) {
    while (events.arrived.getAcquire(place) != null) {
      Thread.onSpinWait();
    }
    events.arrived.setRelease(place, event);
    engine.ring();
  }

  /** A sender that goes on once its event has been seen, after a delay. */
  private Turn sender(int place, Event[] all, long seed) {
    Random random = new Random(seed);
    return round -> {
      pause(random);
      send(place, all[round]);
      while (!all[round].isComplete()) {
        Thread.yield();
      }
    };
  }

  private Turn waiter(Event[] all) {
    return round -> engine.await(all[round]);
  }

  @Test
  void aSenderWakesTheThreadThatParks() throws Exception {
    Event[] all = some();
    together(waiter(all), sender(0, all, 1));
  }

  /** Senders that need not look, because the rank has not parked for long, and then it does. */
  @Test
  void aSenderWakesTheThreadThatParksAfterTheDoorbellHasRested() throws Exception {
    Event[] all = some();
    together(
        round -> {
          engine.waiting.letRest();
          engine.await(all[round]);
        },
        sender(0, all, 8));
  }

  /** Each is the watcher now and then; when it leaves the other one has to take over. */
  @Test
  void aWatcherThatLeavesHandsTheWatchOn() throws Exception {
    Event[] first = some();
    Event[] second = some();
    together(waiter(first), waiter(second), sender(0, first, 2), sender(1, second, 3));
  }

  @Test
  void whoeverCompletesAnOperationWakesItsWaiter() throws Exception {
    Event[] all = some();
    Random random = new Random(4);
    together(
        waiter(all),
        round -> {
          pause(random);
          all[round].complete();
        });
  }

  @Test
  void allWhoWaitForOneOperationWake() throws Exception {
    Event[] all = some();
    together(waiter(all), waiter(all), sender(0, all, 5));
  }

  /** A waiter whose time is over leaves while the event comes; the other one stays. */
  @Test
  void aWaiterThatGivesUpLeavesTheWatchInOrder() throws Exception {
    Event[] all = some();
    Event[] never = some();
    Random random = new Random(6);
    together(
        waiter(all),
        round -> engine.waiting.await(never[round], random.nextInt(200_000)),
        sender(0, all, 7));
  }
}
