package org.ronsel.collective.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.ronsel.memory.MemoryCopy;

/**
 * Executes the schedules of all ranks in one thread, without an engine, in a random order that the
 * dependencies allow: a step that may start starts at any later time, a message is copied at any
 * time after both its ends have started, and a send may buffer its data or not. So a dependency
 * that is missing shows as wrong data.
 */
public final class ScheduleSimulation {
  private final Random random;
  private final Schedule[] schedules;
  private final Bindings[] bindings;
  private final ScheduleCursor[] cursors;
  private final List<Runnable> events = new ArrayList<>();
  private final Map<Key, Ending> sends = new HashMap<>();
  private final Map<Key, Ending> receives = new HashMap<>();
  private final List<Message> messages = new ArrayList<>();
  private final BitSet[] heard;

  /** A message that was sent. */
  public record Message(int from, int to, long elements) {}

  private record Key(int from, int to, int label) {}

  /** One end of a message that has started. */
  private record Ending(
      int rank, int step, Object base, long element, long elements, BitSet knows) {}

  /** Makes a simulation of one schedule for each rank. */
  public ScheduleSimulation(int ranks, IntFunction<Schedule> schedule, long seed) {
    random = new Random(seed);
    schedules = new Schedule[ranks];
    bindings = new Bindings[ranks];
    heard = new BitSet[ranks];
    cursors = new ScheduleCursor[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      schedules[rank] = schedule.apply(rank);
      heard[rank] = new BitSet();
      heard[rank].set(rank);
      bindings[rank] = new Bindings(schedules[rank]);
      cursors[rank] = new ScheduleCursor(schedules[rank]);
    }
  }

  /** The schedule of a rank. */
  public Schedule schedule(int rank) {
    return schedules[rank];
  }

  /** What is to be bound before {@link #run()}. */
  public Bindings bindings(int rank) {
    return bindings[rank];
  }

  /** Runs to the end. */
  public void run() {
    for (int rank = 0; rank < schedules.length; rank++) {
      cursors[rank].reset();
      pump(rank);
    }
    while (!events.isEmpty()) {
      int chosen = random.nextInt(events.size());
      Runnable event = events.set(chosen, events.getLast());
      events.removeLast();
      event.run();
    }
    for (int rank = 0; rank < schedules.length; rank++) {
      if (!cursors[rank].isAtEnd()) {
        throw new AssertionError("rank " + rank + " waits for ever");
      }
    }
    if (!sends.isEmpty() || !receives.isEmpty()) {
      throw new AssertionError(
          "unmatched sends " + sends.keySet() + ", receives " + receives.keySet());
    }
  }

  /**
   * Of which ranks a rank has heard at the end: of those that messages to it were sent by, and of
   * whom they had heard when they started to send.
   */
  public BitSet heard(int rank) {
    return heard[rank];
  }

  /** The messages in the order in which they arrived. */
  public List<Message> messages() {
    return messages;
  }

  private void pump(int rank) {
    int step;
    while ((step = cursors[rank].next()) >= 0) {
      int ready = step;
      events.add(() -> start(rank, ready));
    }
  }

  private void done(int rank, int step) {
    cursors[rank].done(step);
    pump(rank);
  }

  private void start(int rank, int step) {
    Schedule schedule = schedules[rank];
    switch (schedule.kind(step)) {
      case COPY -> {
        bindings[rank].copy(step);
        done(rank, step);
      }
      case REDUCE -> {
        bindings[rank].reduce(step);
        done(rank, step);
      }
      case SEND -> {
        Key key = new Key(rank, schedule.peer(step), schedule.label(step));
        Ending sent = ending(rank, step);
        if (random.nextBoolean()) {
          sent = buffered(sent);
          put(sends, key, sent);
          done(rank, step);
        } else {
          put(sends, key, sent);
        }
        match(key);
      }
      case RECEIVE -> {
        Key key = new Key(schedule.peer(step), rank, schedule.label(step));
        put(receives, key, ending(rank, step));
        match(key);
      }
    }
  }

  private static void put(Map<Key, Ending> ends, Key key, Ending ending) {
    if (ends.put(key, ending) != null) {
      throw new AssertionError("two messages with one label: " + key);
    }
  }

  private Ending ending(int rank, int step) {
    Bindings bound = bindings[rank];
    return new Ending(
        rank,
        step,
        bound.base(step, 0),
        bound.element(step, 0),
        bound.elements(step),
        (BitSet) heard[rank].clone());
  }

  private Ending buffered(Ending sent) {
    int shift = bindings[sent.rank].type().shift();
    byte[] copy = new byte[(int) (sent.elements << shift)];
    if (copy.length > 0) {
      MemoryCopy.copy(sent.base, sent.element << shift, copy, 0, copy.length);
    }
    return new Ending(sent.rank, -1, copy, 0, sent.elements, sent.knows);
  }

  private void match(Key key) {
    if (sends.containsKey(key) && receives.containsKey(key)) {
      Ending from = sends.remove(key);
      Ending to = receives.remove(key);
      events.add(() -> deliver(from, to));
    }
  }

  private void deliver(Ending from, Ending to) {
    if (from.elements != to.elements) {
      throw new AssertionError(from + " does not fit " + to);
    }
    int shift = bindings[from.rank].type().shift();
    if (from.elements > 0) {
      MemoryCopy.copy(
          from.base, from.element << shift, to.base, to.element << shift, from.elements << shift);
    }
    heard[to.rank].or(from.knows);
    messages.add(new Message(from.rank, to.rank, from.elements));
    if (from.step >= 0) {
      done(from.rank, from.step);
    }
    done(to.rank, to.step);
  }
}
