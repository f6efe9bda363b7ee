package org.ronsel.conformance;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Window;

/**
 * Which orders of one-sided operations ranks may see, by the litmus tests of memory models. Each
 * rank repeats its part without waiting for the others, with numbers that only grow; whether a
 * forbidden order was seen is worked out from all that were read. A missing fence is found when the
 * code is compiled: {@code -J-Dronsel.conformance.litmus-ms=3000} gives it the time.
 */
final class WindowLitmusScenarios {
  private static final int MOST_ROUNDS = 1 << 18;
  private static final long ENOUGH_NS =
      Long.getLong("ronsel.conformance.litmus-ms", 40) * 1_000_000;
  private static final int X = 0;
  private static final int Y = 16; // on another line

  private WindowLitmusScenarios() {}

  /** What a rank does in a round, and two numbers that it reads there. */
  private interface Part {
    void run(long round, long[] read) throws Exception;
  }

  private record Seen(long[] first, long[] second) {
    static Seen nothing() {
      return new Seen(new long[0], new long[0]);
    }
  }

  private static Seen repeat(Part part) throws Exception {
    long[] first = new long[1 << 10];
    long[] second = new long[first.length];
    long[] read = new long[2];
    int rounds = 0;
    long until = System.nanoTime() + ENOUGH_NS;
    for (long round = 1; rounds < MOST_ROUNDS && System.nanoTime() - until < 0; round++) {
      part.run(round, read);
      if (rounds == first.length) {
        first = Arrays.copyOf(first, 2 * rounds);
        second = Arrays.copyOf(second, 2 * rounds);
      }
      first[rounds] = read[0];
      second[rounds] = read[1];
      rounds++;
    }
    return new Seen(Arrays.copyOf(first, rounds), Arrays.copyOf(second, rounds));
  }

  /** What rank {@code from} has read, at rank 0. */
  private static Seen at0(Comm world, int from, Seen mine) throws Exception {
    if (from == 0) {
      return mine;
    }
    if (world.rank() == from) {
      world.send(new int[] {mine.first.length}, 0, 1);
      world.send(mine.first, 0, 2);
      world.send(mine.second, 0, 3);
    }
    return world.rank() == 0 ? receive(world, from) : Seen.nothing();
  }

  private static Seen receive(Comm world, int from) throws Exception {
    int[] length = new int[1];
    world.receive(length, from, 1);
    long[] first = new long[length[0]];
    long[] second = new long[length[0]];
    world.receive(first, from, 2);
    world.receive(second, from, 3);
    return new Seen(first, second);
  }

  private static Window window(Comm world) throws Exception {
    Window window = Window.allocate(world, Datatype.LONG, 32);
    window.lockAll();
    world.barrier();
    return window;
  }

  private static void end(Comm world, Window window) throws Exception {
    window.unlockAll();
    world.barrier();
  }

  private static void put(Window window, long value, int target, int at) {
    window.put(new long[] {value}, target, at);
    window.flush(target);
  }

  private static long get(Window window, int target, int at) {
    long[] value = new long[1];
    window.get(value, target, at);
    window.flush(target);
    return value[0];
  }

  /** Of two ranks that put, flush, and get what the other one puts, one sees the other's. */
  @Ranks(min = 2)
  static void aGetComesAfterWhatWasFlushed(Comm world) throws Exception {
    try (Window window = window(world)) {
      Seen mine = Seen.nothing();
      if (world.rank() < 2) {
        int other = 1 - world.rank();
        mine =
            repeat(
                (round, read) -> {
                  put(window, round, other, X);
                  read[0] = get(window, world.rank(), X);
                });
      }
      end(world, window);
      long[] zero = at0(world, 0, mine).first;
      long[] one = at0(world, 1, mine).first;
      for (int i = 0; i < zero.length; i++) { // round i + 1
        int next = (int) zero[i]; // index of the round of rank 1 that was not seen
        if (next < one.length) {
          Check.that(
              one[next] >= i + 1,
              "round " + (i + 1) + " of rank 0 and round " + (next + 1) + " of rank 1 met neither");
        }
      }
    }
  }

  /** What was flushed first is seen first, by gets of a third rank or the target itself. */
  @Ranks(min = 2)
  static void putsAreSeenInTheOrderOfTheirFlushes(Comm world) throws Exception {
    try (Window window = window(world)) {
      int target = world.size() - 1;
      if (world.rank() == 0) {
        repeat(
            (round, read) -> {
              put(window, round, target, X);
              put(window, round, target, Y);
            });
      } else {
        Seen seen =
            repeat(
                (round, read) -> {
                  read[0] = get(window, target, Y);
                  read[1] = get(window, target, X);
                });
        for (int i = 0; i < seen.first.length; i++) {
          Check.that(
              seen.second[i] >= seen.first[i],
              "saw the second put " + seen.first[i] + ", and of the first one " + seen.second[i]);
        }
      }
      end(world, window);
    }
  }

  /** The same for loads of the memory's owner, which makes no call in between but sync. */
  @Ranks(min = 2)
  static void theOwnerLoadsWhatWasFlushedFirst(Comm world) throws Exception {
    try (Window window = window(world)) {
      int target = world.size() - 1;
      if (world.rank() == 0) {
        repeat(
            (round, read) -> {
              put(window, round, target, X);
              put(window, round, target, Y);
            });
      } else if (world.rank() == target) {
        Seen seen =
            repeat(
                (round, read) -> {
                  read[0] = window.memory().getAtIndex(ValueLayout.JAVA_LONG, Y);
                  window.sync();
                  read[1] = window.memory().getAtIndex(ValueLayout.JAVA_LONG, X);
                });
        for (int i = 0; i < seen.first.length; i++) {
          Check.that(
              seen.second[i] >= seen.first[i],
              "loaded the second put " + seen.first[i] + ", of the first one " + seen.second[i]);
        }
      }
      end(world, window);
    }
  }

  /** Two ranks that read what two others put agree on which of them was first. */
  @Ranks(min = 4)
  static void readersAgreeOnTheOrderOfWriters(Comm world) throws Exception {
    try (Window window = window(world)) {
      Seen mine = Seen.nothing();
      switch (world.rank()) {
        case 0 -> repeat((round, read) -> put(window, round, 0, X));
        case 1 -> repeat((round, read) -> put(window, round, 1, X));
        case 2 ->
            mine =
                repeat(
                    (round, read) -> {
                      read[0] = get(window, 0, X);
                      read[1] = get(window, 1, X);
                    });
        case 3 ->
            mine =
                repeat(
                    (round, read) -> {
                      read[0] = get(window, 1, X);
                      read[1] = get(window, 0, X);
                    });
        default -> {}
      }
      end(world, window);
      Seen two = at0(world, 2, mine);
      Seen three = at0(world, 3, mine);
      int k = 0;
      for (int i = 0; i < two.first.length; i++) {
        while (k < three.first.length && three.first[k] <= two.second[i]) {
          k++;
        }
        if (k < three.first.length) {
          Check.that(
              three.second[k] >= two.first[i],
              "rank 2 saw put "
                  + two.first[i]
                  + " of rank 0 before put "
                  + three.first[k]
                  + " of rank 1, and rank 3 the other way round");
        }
      }
    }
  }
}
