package org.ronsel.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
  private static class Event extends Operation {
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

    /** Whether senders wake who is parked. */
    volatile boolean rings = true;

    @Override
    public long armDoorbell() {
      return rings ? Long.MAX_VALUE : 20_000;
    }

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

  /** Runs turns that wait, on virtual or on platform threads, and others. */
  private void together(boolean virtual, List<Turn> waiters, Turn... senders)
      throws InterruptedException {
    // Those then park without a time limit of their own.
    engine.waiting.wakeNowAndThen(virtual);
    List<Throwable> failures = new ArrayList<>();
    CountDownLatch ready = new CountDownLatch(waiters.size() + senders.length);
    List<Thread> threads = new ArrayList<>();
    for (Turn turn : waiters) {
      Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
      threads.add(builder.unstarted(rounds(turn, ready, failures)));
    }
    for (Turn turn : senders) {
      threads.add(Thread.ofPlatform().daemon().unstarted(rounds(turn, ready, failures)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  private static Runnable rounds(Turn turn, CountDownLatch ready, List<Throwable> failures) {
    return () -> {
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
    };
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
    if (events.rings) {
      engine.ringDoorbell();
    }
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

  @ParameterizedTest(name = "virtual threads: {0}")
  @ValueSource(booleans = {false, true})
  void aSenderWakesTheThreadThatParks(boolean virtual) throws Exception {
    Event[] all = some();
    together(virtual, List.of(waiter(all)), sender(0, all, 1));
  }

  /** Senders that need not look, because the rank has not parked for long, and then it does. */
  @ParameterizedTest(name = "virtual threads: {0}")
  @ValueSource(booleans = {false, true})
  void aSenderWakesTheThreadThatParksAfterTheDoorbellHasRested(boolean virtual) throws Exception {
    Event[] all = some();
    Turn waiter =
        round -> {
          engine.waiting.letRest();
          engine.await(all[round]);
        };
    together(virtual, List.of(waiter), sender(0, all, 8));
  }

  /** Each is the watcher now and then; when it leaves the other one has to take over. */
  @ParameterizedTest(name = "virtual threads: {0}")
  @ValueSource(booleans = {false, true})
  void aWatcherThatLeavesHandsTheWatchOn(boolean virtual) throws Exception {
    Event[] first = some();
    Event[] second = some();
    together(
        virtual, List.of(waiter(first), waiter(second)), sender(0, first, 2), sender(1, second, 3));
  }

  /** Parks end by themselves, whoever of both threads watches. */
  @ParameterizedTest(name = "virtual threads: {0}")
  @ValueSource(booleans = {false, true})
  void whereNobodyRingsTheWatcherLooksAgain(boolean virtual) throws Exception {
    events.rings = false;
    Event[] first = some();
    Event[] second = some();
    together(
        virtual,
        List.of(waiter(first), waiter(second)),
        sender(0, first, 9),
        sender(1, second, 10));
  }

  @ParameterizedTest(name = "virtual threads: {0}")
  @ValueSource(booleans = {false, true})
  void whoeverCompletesAnOperationWakesItsWaiter(boolean virtual) throws Exception {
    Event[] all = some();
    Random random = new Random(4);
    together(
        virtual,
        List.of(waiter(all)),
        round -> {
          pause(random);
          all[round].complete();
        });
  }

  @ParameterizedTest(name = "virtual threads: {0}")
  @ValueSource(booleans = {false, true})
  void allWhoWaitForOneOperationWake(boolean virtual) throws Exception {
    Event[] all = some();
    together(virtual, List.of(waiter(all), waiter(all)), sender(0, all, 5));
  }

  /** A waiter whose time is over leaves while the event comes; the other one stays. */
  @ParameterizedTest(name = "virtual threads: {0}")
  @ValueSource(booleans = {false, true})
  void aWaiterThatGivesUpLeavesTheWatchInOrder(boolean virtual) throws Exception {
    Event[] all = some();
    Event[] never = some();
    Random random = new Random(6);
    Turn impatient = round -> engine.waiting.await(never[round], random.nextInt(200_000));
    together(virtual, List.of(waiter(all), impatient), sender(0, all, 7));
  }

  /** A thread that parks without a time limit looks again now and then, and less often later. */
  @ParameterizedTest(name = "parked threads: {0}")
  @ValueSource(ints = {1, 3})
  void threadsThatParkForLongAreWoken(int threads) throws Exception {
    engine.waiting.firstPark(1);
    engine.waiting.wakeNowAndThen(true);
    CountDownLatch looks = new CountDownLatch(3 * threads);
    List<Thread> parked = new ArrayList<>();
    List<Event> awaited = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Event event =
          new Event(engine) {
            private int overdue;

            @Override
            protected void overdue() {
              if (overdue++ < 3) {
                looks.countDown();
              }
            }
          };
      awaited.add(event);
      parked.add(Thread.ofVirtual().start(() -> engine.await(event)));
    }
    while (!looks.await(Waiting.WAKE_INTERVAL_MS, TimeUnit.MILLISECONDS)) {
      engine.waiting.wakeLongParked();
    }
    awaited.forEach(Operation::complete);
    for (Thread thread : parked) {
      thread.join();
    }
    assertThat(engine.waiting.anyParked()).isFalse();
  }
}
