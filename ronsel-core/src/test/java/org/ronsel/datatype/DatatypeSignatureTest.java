package org.ronsel.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Status;
import org.ronsel.data.ElementType;
import org.ronsel.engine.EngineOptions;
import org.ronsel.harness.HostRanks;
import org.ronsel.harness.RankGroup;
import org.ronsel.harness.Ranks;
import org.ronsel.harness.ThreadRanks;
import org.ronsel.requirements.Requires;

/** A message sent as one type is received as another one of the same signature. */
class DatatypeSignatureTest {
  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void betweenThreads(@ForAll long seed) {
    exchange(ThreadRanks.start(2), seed, 20);
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void betweenThreadsInSmallPieces(@ForAll long seed) {
    EngineOptions options = new EngineOptions(40, 5000L, 300L, 100_000L, 50, 50);
    exchange(new ThreadRanks(2, 64, options), seed, 20);
  }

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void betweenJvms(@ForAll long seed) {
    Requires.sharedMemory();
    exchange(HostRanks.processes(2), seed, 60);
  }

  private static void exchange(RankGroup ranks, long seed, int messages) {
    try (ranks) {
      Ranks.run(
          ranks,
          world -> {
            Random random = new Random(seed);
            for (int i = 0; i < messages; i++) {
              one(world, random, i);
            }
          });
    }
  }

  /** Both ranks draw the same numbers. */
  private static void one(Comm world, Random random, int tag) {
    RandomType a = RandomType.any(random);
    int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 3000 : 20);
    while (a.type().sizeBytes() == 0 || a.type().sizeBytes() * count > 2_000_000) {
      a = RandomType.any(random);
      count = 1 + random.nextInt(20);
    }
    RandomType b = another(a.expected(), random);
    long[] from = a.expected().places(count);
    long[] to = b.expected().places(count);
    long fromLow = lowest(from);
    long toLow = lowest(to);
    byte[] sent = new byte[(int) (highest(from) - fromLow)];
    random.nextBytes(sent);
    byte[] received = new byte[(int) (highest(to) - toLow)];
    byte[] expected = received.clone();
    for (int i = 0; i < from.length; i++) {
      expected[(int) (to[i] - toLow)] = sent[(int) (from[i] - fromLow)];
    }
    boolean first = random.nextBoolean();
    if (world.rank() == 0) {
      MemorySegment out = MemorySegment.ofArray(sent);
      if (first) {
        world.send(out, a.type(), -fromLow, count, 1, tag);
      } else {
        world.sendSynchronous(out, a.type(), -fromLow, count, 1, tag);
      }
    } else {
      MemorySegment in = MemorySegment.ofArray(received);
      Status status = world.receive(in, b.type(), -toLow, count, 0, tag);
      assertThat(status.bytes()).isEqualTo(to.length);
      assertThat(received).as("%s to %s", a.type(), b.type()).isEqualTo(expected);
    }
  }

  private static long lowest(long[] places) {
    long low = 0;
    for (long place : places) {
      low = Math.min(low, place);
    }
    return low;
  }

  private static long highest(long[] places) {
    long high = 0;
    for (long place : places) {
      high = Math.max(high, place + 1);
    }
    return high;
  }

  /** The same values in the same order, elsewhere. */
  private static RandomType another(NaiveType a, Random random) {
    List<NaiveType.Value> values = a.values();
    long[] lengths = new long[values.size()];
    long[] places = new long[values.size()];
    Datatype<?>[] types = new Datatype<?>[values.size()];
    NaiveType.Part[] parts = new NaiveType.Part[values.size()];
    long place = 0;
    for (int i = 0; i < lengths.length; i++) {
      ElementType type = values.get(i).type();
      lengths[i] = 1;
      places[i] = place;
      types[i] = RandomType.basic(type);
      parts[i] = new NaiveType.Part(NaiveType.of(type), place);
      place += type.bytes() + (random.nextInt(3) == 0 ? random.nextInt(20) : 0);
    }
    return new RandomType(
        Datatype.struct(lengths, places, types), NaiveType.of(List.of(parts)).padded());
  }
}
