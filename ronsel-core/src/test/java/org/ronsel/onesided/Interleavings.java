package org.ronsel.onesided;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a few threads in all orders of their accesses to memory that they share, one access at a
 * time, and so finds each state that the threads can come into (under sequential consistency; what
 * weaker orders do is the subject of the stress tests).
 *
 * <p>A run is repeated from the beginning for each order. Two states are the same if the memory is,
 * and each thread has read the same values so far; what comes behind one that is known is not run
 * again. A thread that spins goes on only when the memory has changed.
 */
final class Interleavings {
  /** What a thread does; each call of {@link #step} is an access. */
  interface Part {
    void run();
  }

  /** A new beginning: memory, threads, and what must hold at the end. */
  interface Beginning {
    /** The parts of the threads. */
    List<Part> parts();

    /** What the memory is now, as far as threads see it. */
    List<Long> memory();

    /** When all have ended: throws if something does not hold. */
    void verify();
  }

  private static final int MOST_STEPS = 2000;

  private static final Map<Thread, Actor> ACTORS = new ConcurrentHashMap<>();

  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super(null, null, false, false);
    }
  }

  /** A thread of a run. */
  private static final class Actor {
    final int index;
    final Thread driver;
    final List<Long> read = new ArrayList<>();
    volatile boolean mayGo;
    volatile boolean waits;
    volatile boolean ended;
    volatile boolean stopped;

    /** The memory when it began to spin; null if it does not. */
    volatile @Nullable List<Long> spins;

    volatile @Nullable Throwable failure;

    Actor(int index, Thread driver) {
      this.index = index;
      this.driver = driver;
    }

    void await() {
      waits = true;
      LockSupport.unpark(driver);
      while (!mayGo) {
        LockSupport.park(this);
      }
      mayGo = false;
      if (stopped) {
        throw new Stopped();
      }
    }
  }

  private final Supplier<Beginning> beginnings;
  private final Set<List<Object>> known = new HashSet<>();
  private final Deque<int[]> todo = new ArrayDeque<>();
  private final Map<Actor, Thread> threads = new HashMap<>();
  private @Nullable Beginning current;

  private Interleavings(Supplier<Beginning> beginnings) {
    this.beginnings = beginnings;
  }

  /** Runs all orders; returns how many different states there are. */
  static int explore(Supplier<Beginning> beginnings) throws InterruptedException {
    Interleavings all = new Interleavings(beginnings);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    // A virtual thread too, since it and the actors take turns all the time.
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                all.exploreAll();
              } catch (Throwable e) {
                failure.set(e);
              }
            })
        .join();
    if (failure.get() != null) {
      throw new AssertionError(failure.get().getMessage(), failure.get());
    }
    return all.known.size();
  }

  /** The calling thread is about to access memory: others may come before. */
  static void step() {
    Actor self = ACTORS.get(Thread.currentThread());
    if (self != null) {
      self.await();
    }
  }

  /** It has read a value, on which depends what it does next. */
  static void hasRead(long value) {
    Actor self = ACTORS.get(Thread.currentThread());
    if (self != null) {
      self.read.add(value);
    }
  }

  /** It spins: there is no need to run it before something has changed. */
  static void spin() {
    Actor self = ACTORS.get(Thread.currentThread());
    if (self != null) {
      self.spins = List.of();
    }
  }

  /** The number of the calling thread among those of its run: the same in all runs. */
  static long threadNumber(Thread thread) {
    Actor actor = ACTORS.get(thread);
    return actor == null ? 1 << 20 : actor.index + 1;
  }

  private void exploreAll() {
    todo.push(new int[0]);
    while (!todo.isEmpty()) {
      run(todo.pop());
    }
  }

  private void run(int[] prefix) {
    Beginning beginning = beginnings.get();
    current = beginning;
    List<Actor> actors = start(beginning);
    int[] order = Arrays.copyOf(prefix, MOST_STEPS);
    try {
      for (int at = 0; at < MOST_STEPS; at++) {
        if (at >= prefix.length) {
          List<Actor> ready = ready(actors, beginning);
          if (!known.add(state(actors, beginning))) {
            return;
          }
          if (ready.isEmpty()) {
            if (!actors.stream().allMatch(actor -> actor.ended)) {
              throw new AssertionError("some threads wait for ever" + after(order, at));
            }
            beginning.verify();
            return;
          }
          order[at] = ready.getFirst().index;
          for (Actor other : ready.subList(1, ready.size())) {
            int[] alternative = Arrays.copyOf(order, at + 1);
            alternative[at] = other.index;
            todo.push(alternative);
          }
        }
        go(actors.get(order[at]));
        Throwable failed = actors.get(order[at]).failure;
        if (failed != null) {
          throw new AssertionError(failed.getMessage() + after(order, at + 1), failed);
        }
      }
      throw new AssertionError("no end" + after(order, MOST_STEPS));
    } finally {
      stop(actors);
    }
  }

  private static String after(int[] order, int steps) {
    return ", after steps of threads " + Arrays.toString(Arrays.copyOf(order, steps));
  }

  private List<Actor> start(Beginning beginning) {
    List<Actor> actors = new ArrayList<>();
    List<Part> parts = beginning.parts();
    for (int i = 0; i < parts.size(); i++) {
      Actor actor = new Actor(i, Thread.currentThread());
      Part part = parts.get(i);
      Thread thread =
          Thread.ofVirtual()
              .unstarted(
                  () -> {
                    try {
                      actor.await(); // before all else
                      part.run();
                    } catch (Stopped over) {
                      // the run has ended
                    } catch (Throwable e) {
                      actor.failure = e;
                    }
                    actor.ended = true;
                    LockSupport.unpark(actor.driver);
                  });
      ACTORS.put(thread, actor);
      threads.put(actor, thread);
      actors.add(actor);
      thread.start();
      awaitStep(actor);
      go(actor); // to its first access
    }
    return actors;
  }

  private void go(Actor actor) {
    Beginning beginning = current;
    actor.waits = false;
    actor.spins = null;
    actor.mayGo = true;
    LockSupport.unpark(threads.get(actor));
    awaitStep(actor);
    if (actor.spins != null && beginning != null) {
      actor.spins = beginning.memory();
    }
  }

  private static void awaitStep(Actor actor) {
    while (!actor.waits && !actor.ended) {
      LockSupport.park(actor);
    }
  }

  private static List<Actor> ready(List<Actor> actors, Beginning beginning) {
    List<Long> memory = beginning.memory();
    return actors.stream().filter(actor -> !actor.ended && !memory.equals(actor.spins)).toList();
  }

  private static List<Object> state(List<Actor> actors, Beginning beginning) {
    List<Object> state = new ArrayList<>();
    state.add(beginning.memory());
    for (Actor actor : actors) {
      state.add(List.copyOf(actor.read));
      state.add(actor.ended);
    }
    return state;
  }

  private void stop(List<Actor> actors) {
    for (Actor actor : actors) {
      while (!actor.ended) {
        actor.stopped = true;
        go(actor);
      }
      ACTORS.remove(threads.remove(actor));
    }
  }
}
