package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.transport.tcp.ShortKeyLimits;

/**
 * Long messages between hosts are whole wherever their data come from and go to, by one connection
 * or by several, and while others are under way.
 */
class LongMessagesBetweenHostsTest {
  static {
    ShortKeyLimits.set();
  }

  private static final int LONGEST = 3 << 20;

  /** Where data of a message lie. */
  private static MemorySegment memory(SplittableRandom random, Arena confined, int bytes) {
    int before = random.nextInt(3) * 8;
    MemorySegment all =
        switch (random.nextInt(4)) {
          case 0 -> MemorySegment.ofArray(new long[(before + bytes + 7) / 8]);
          case 1 -> confined.allocate(before + bytes);
          case 2 -> Arena.ofAuto().allocate(before + bytes);
          default -> Arena.global().allocate(before + bytes);
        };
    return all.asSlice(before, bytes);
  }

  private static void fill(MemorySegment memory, long seed) {
    SplittableRandom values = new SplittableRandom(seed);
    for (long at = 0; at + 8 <= memory.byteSize(); at += 8) {
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, values.nextLong());
    }
  }

  private static <T> T with(String property, int value, Supplier<T> start) {
    System.setProperty(property, Integer.toString(value));
    try {
      return start.get();
    } finally {
      System.clearProperty(property);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, false", "3, 2, false", "4, 3, false", "3, 4, true"})
  void allBytesArrive(int connections, long seed, boolean encrypted) {
    if (encrypted) {
      System.setProperty("ronsel.tcp.encrypt", "true");
    }
    HostRanks ranks;
    try {
      ranks = with("ronsel.tcp.connections", connections, () -> new HostRanks(3, 3, "a", "b", "c"));
    } finally {
      System.clearProperty("ronsel.tcp.encrypt");
    }
    try (ranks) {
      Ranks.run(ranks, world -> exchange(world, seed, encrypted ? 4 : 12));
    }
  }

  private static void exchange(Comm world, long seed, int messages) {
    SplittableRandom random = new SplittableRandom(seed * 31 + world.rank());
    int size = world.size();
    for (int round = 0; round < 3; round++) {
      // Which lengths come from whom, all know.
      SplittableRandom common = new SplittableRandom(seed * 1009 + round);
      List<Request> requests = new ArrayList<>();
      List<Runnable> checks = new ArrayList<>();
      try (Arena confined = Arena.ofConfined()) {
        for (int message = 0; message < messages; message++) {
          int bytes = 8 * (1 + common.nextInt((common.nextBoolean() ? LONGEST : 300_000) / 8));
          int from = common.nextInt(size);
          int to = (from + 1 + common.nextInt(size - 1)) % size;
          long content = common.nextLong();
          if (world.rank() == from) {
            MemorySegment out = memory(random, confined, bytes);
            fill(out, content);
            requests.add(world.iSend(out, to, message));
          } else if (world.rank() == to) {
            MemorySegment in = memory(random, confined, bytes);
            requests.add(world.iReceive(in, from, message));
            checks.add(
                () -> {
                  MemorySegment expected = Arena.ofAuto().allocate(bytes);
                  fill(expected, content);
                  assertThat(in.mismatch(expected)).isEqualTo(-1);
                });
          }
        }
        Request.awaitAll(requests.toArray(Request[]::new));
        checks.forEach(Runnable::run);
      }
      world.barrier();
    }
  }

  /** The receiver's memory is confined to a thread that waits elsewhere while data arrive. */
  @ParameterizedTest
  @CsvSource({"1", "3"})
  void anotherThreadMakesProgressMeanwhile(int connections) {
    try (HostRanks ranks =
        with("ronsel.tcp.connections", connections, () -> new HostRanks(2, 2, "a", "b"))) {
      Ranks.run(
          ranks,
          world -> {
            int bytes = LONGEST;
            if (world.rank() == 0) {
              MemorySegment out = Arena.ofAuto().allocate(bytes);
              fill(out, 5);
              Request long1 = world.iSend(out, 1, 1);
              world.receive(new byte[1], 1, 2);
              long1.await();
            } else {
              try (Arena confined = Arena.ofConfined()) {
                MemorySegment in = confined.allocate(bytes);
                Request receive = world.iReceive(in, 0, 1);
                // This thread has begun to take the data in; another goes on.
                for (int i = 0; i < 3; i++) {
                  var _ = receive.test();
                }
                Thread other =
                    Thread.ofPlatform()
                        .start(
                            () -> {
                              for (int i = 0; i < 100; i++) {
                                var _ = world.iProbe(0, 99);
                              }
                              world.send(new byte[1], 0, 2);
                            });
                join(other);
                receive.await();
                MemorySegment expected = Arena.ofAuto().allocate(bytes);
                fill(expected, 5);
                assertThat(in.mismatch(expected)).isEqualTo(-1);
              }
            }
          });
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
