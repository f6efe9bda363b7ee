package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.ronsel.combinations.Combinations;
import org.ronsel.memory.NativeWords;

/**
 * The gate in all orders of its accesses: origins of the host, the owner and a ghost accumulate to
 * one place, at once and without handing it over to each other, and nothing is lost.
 */
class AccumulateGateInterleavingsTest {
  private static final Class<?> GATE = Stepped.like(AccumulateGate.class);
  private static final MethodType NOTHING = MethodType.methodType(void.class);
  private static final int STRIPES = 8;
  private static final long APART = AccumulateGate.BYTES / (1 + STRIPES);

  /** Who accumulates; ranks that differ by {@link #STRIPES} have one stripe. */
  private record Accumulator(int rank, boolean alone, int times) {
    static Accumulator passes(int rank, int times) {
      return new Accumulator(rank, false, times);
    }

    static Accumulator closes(int rank, int times) {
      return new Accumulator(rank, true, times);
    }
  }

  /** Memory of a gate and a sum behind it. */
  private static final class Run implements Interleavings.Beginning {
    private final MemorySegment memory =
        MemorySegment.ofArray(new long[(int) (AccumulateGate.BYTES + APART) / Long.BYTES]);
    private final List<Accumulator> accumulators;
    private final List<Object> gates = new ArrayList<>();
    private int passing;
    private int closed;

    Run(List<Accumulator> accumulators) {
      this.accumulators = accumulators;
      for (Accumulator each : accumulators) {
        IntConsumer nobodyFails = rank -> {};
        gates.add(
            Stepped.make(
                GATE,
                MethodType.methodType(
                    void.class,
                    int.class,
                    IntConsumer.class,
                    IntConsumer.class,
                    MemorySegment.class),
                each.rank,
                nobodyFails,
                nobodyFails,
                memory.asSlice(0, AccumulateGate.BYTES)));
      }
    }

    @Override
    public List<Interleavings.Part> parts() {
      List<Interleavings.Part> parts = new ArrayList<>();
      for (int i = 0; i < accumulators.size(); i++) {
        Accumulator each = accumulators.get(i);
        Object gate = gates.get(i);
        parts.add(
            () -> {
              for (int time = 0; time < each.times; time++) {
                if (each.alone) {
                  alone(gate);
                } else {
                  atOnce(gate);
                }
              }
            });
      }
      return parts;
    }

    /** By an atomic instruction, on the way through the gate. */
    private void atOnce(Object gate) {
      Stepped.call(gate, "enter", NOTHING);
      passing++;
      assertThat(closed).as("gates that are closed while somebody passes").isZero();
      var _ = Stepped.getAndAddLong(memory, AccumulateGate.BYTES, 1);
      passing--;
      Stepped.call(gate, "leave", NOTHING);
    }

    /** By a load and a store, behind the closed gate. */
    private void alone(Object gate) {
      Stepped.call(gate, "close", NOTHING);
      closed++;
      assertThat(passing).as("those who pass while the gate is closed").isZero();
      assertThat(closed).isEqualTo(1);
      long was = Stepped.getLongAcquire(memory, AccumulateGate.BYTES);
      Stepped.setLongRelease(memory, AccumulateGate.BYTES, was + 1);
      closed--;
      Stepped.call(gate, "open", NOTHING);
    }

    @Override
    public List<Long> memory() {
      List<Long> words = new ArrayList<>();
      for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
        if (Stepped.isShared.test(at)) {
          words.add(NativeWords.getLong(memory, at));
        }
      }
      words.add((long) passing);
      words.add((long) closed);
      return words;
    }

    @Override
    public void verify() {
      int all = accumulators.stream().mapToInt(Accumulator::times).sum();
      assertThat(NativeWords.getLong(memory, AccumulateGate.BYTES)).isEqualTo(all);
      assertThat(NativeWords.getLong(memory, 0)).as("the gate").isZero();
    }
  }

  private static int explore(Accumulator... accumulators) throws Exception {
    Set<Long> used = new HashSet<>();
    for (Accumulator each : accumulators) {
      used.add(1L + each.rank % STRIPES);
    }
    // The gate itself and which stripes are in use, these, and the sum.
    Stepped.isShared =
        at -> at < 2 * Long.BYTES || at >= AccumulateGate.BYTES || used.contains(at / APART);
    Supplier<Interleavings.Beginning> beginnings = () -> new Run(Arrays.asList(accumulators));
    return Interleavings.explore(beginnings);
  }

  @Test
  void oneThatPassesTwiceAndOneThatClosesTwice() throws Exception {
    int states = explore(Accumulator.passes(0, 2), Accumulator.closes(1, 2));
    assertThat(states).isGreaterThan(100);
  }

  @Test
  void twoThatPassByOneStripeAndOneThatCloses() throws Exception {
    int states =
        explore(
            Accumulator.passes(0, Combinations.allOr(2, 1)),
            Accumulator.passes(STRIPES, 1),
            Accumulator.closes(0, 1));
    assertThat(states).isGreaterThan(100);
  }

  @Test
  void anOriginAnOwnerAndAGhost() throws Exception {
    int states =
        explore(Accumulator.passes(0, 1), Accumulator.closes(1, 1), Accumulator.closes(2, 1));
    assertThat(states).isGreaterThan(100);
  }

  @Test
  void twoThatPassByDifferentStripesAndOneThatCloses() throws Exception {
    int states =
        explore(
            Accumulator.passes(0, Combinations.allOr(2, 1)),
            Accumulator.passes(1, 1),
            Accumulator.closes(2, 1));
    assertThat(states).isGreaterThan(100);
  }
}
