package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads of a rank accumulate to one memory, a ghost or the owner carries that out, and each
 * thread changes who does whenever it may: the accumulates of each are done in its order.
 */
class ServerChangeInterleavingsTest {
  private static final Class<?> SERVER_CHANGE = Stepped.like(ServerChange.class);
  private static final int SIDES = 2;

  private record Accumulate(int thread, int number) {}

  private static final class Run implements Interleavings.Beginning {
    private final Object change = Stepped.make(SERVER_CHANGE, MethodType.methodType(void.class));
    private final int threads;
    private final int times;

    /** What is under way at each side: what has been begun there and is not done. */
    private final List<List<Accumulate>> underWay =
        Stream.<List<Accumulate>>generate(ArrayList::new).limit(SIDES).toList();

    private final List<Accumulate> done = new ArrayList<>();

    Run(int threads, int times) {
      this.threads = threads;
      this.times = times;
    }

    @Override
    public List<Interleavings.Part> parts() {
      List<Interleavings.Part> parts = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int self = thread;
        parts.add(() -> accumulate(self));
      }
      for (int side = 0; side < SIDES; side++) {
        int self = side;
        parts.add(() -> serve(self));
      }
      return parts;
    }

    private void accumulate(int thread) {
      for (int number = 0; number < times; number++) {
        MethodType taker = MethodType.methodType(long.class);
        long entered = (long) Stepped.call(change, "enter", taker);
        int side = ServerChange.isOtherSide(entered) ? 1 : 0;
        Interleavings.step();
        boolean nothing = underWay.get(side).isEmpty();
        Interleavings.hasRead(nothing ? 1 : 0);
        if (nothing) {
          MethodType changer = MethodType.methodType(long.class, long.class);
          entered = (long) Stepped.call(change, "tryChange", changer, entered);
          side = ServerChange.isOtherSide(entered) ? 1 : 0;
        }
        Interleavings.step();
        underWay.get(side).add(new Accumulate(thread, number));
        Stepped.call(change, "leave", MethodType.methodType(void.class));
      }
    }

    /** Carries out what has come, in the order in which it has, and remembers nothing. */
    private void serve(int side) {
      while (true) {
        Interleavings.step();
        boolean over = done.size() == threads * times;
        List<Accumulate> mine = underWay.get(side);
        if (over) {
          return;
        }
        if (mine.isEmpty()) {
          Interleavings.spin();
        } else {
          Accumulate next = mine.removeFirst();
          long before = done.stream().filter(each -> each.thread == next.thread).count();
          assertThat(next.number).as("of thread " + next.thread).isEqualTo((int) before);
          done.add(next);
        }
      }
    }

    @Override
    public List<Long> memory() {
      List<Long> words = new ArrayList<>();
      for (List<Accumulate> each : List.of(underWay.get(0), underWay.get(1), done)) {
        words.add(-1L);
        each.forEach(accumulate -> words.add(accumulate.thread * 100L + accumulate.number));
      }
      return words;
    }

    @Override
    public void verify() {
      assertThat(done).hasSize(threads * times);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "2, 2"})
  void accumulatesOfEachThreadKeepTheirOrder(int threads, int times) throws Exception {
    int states = Interleavings.explore(() -> new Run(threads, times));
    assertThat(states).isGreaterThan(50);
  }
}
