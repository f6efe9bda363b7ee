package org.ronsel.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ronsel.collective.schedule.Buffer.INPUT;
import static org.ronsel.collective.schedule.Buffer.OUTPUT;
import static org.ronsel.collective.schedule.Buffer.SCRATCH;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which steps wait for which. */
class ScheduleBuilderTest {
  private static List<Integer> successors(Schedule schedule, int step) {
    List<Integer> successors = new ArrayList<>();
    for (int i = 0; i < schedule.successors(step); i++) {
      successors.add(schedule.successor(step, i));
    }
    return successors;
  }

  @Test
  void aStepWaitsForWhatItReadsAndForReadersOfWhatItWrites() {
    ScheduleBuilder steps = new ScheduleBuilder(0, 4, 1);
    int receive = steps.receive(1, SCRATCH, 0, 2);
    int forward = steps.send(2, SCRATCH, 1, 1);
    int elsewhere = steps.send(3, SCRATCH, 2, 1);
    int again = steps.receive(1, SCRATCH, 1, 1);
    Schedule schedule = steps.build();
    assertThat(successors(schedule, receive)).containsExactly(forward, again);
    assertThat(successors(schedule, forward)).containsExactly(again);
    assertThat(schedule.prerequisites(elsewhere)).isZero();
    assertThat(schedule.prerequisites(again)).isEqualTo(2);
    assertThat(schedule.scratchUnits()).isEqualTo(3);
  }

  @Test
  void readersOfTheSameUnitsDoNotWaitForEachOther() {
    ScheduleBuilder steps = new ScheduleBuilder(0, 4, 1);
    steps.send(1, OUTPUT, 0, 1);
    steps.send(2, OUTPUT, 0, 1);
    Schedule schedule = steps.build();
    assertThat(schedule.prerequisites(1)).isZero();
  }

  @Test
  void inputAndOutputAreTheSameMemoryOnlyWhereTheOperationMayBeInPlace() {
    for (boolean inPlace : new boolean[] {false, true}) {
      ScheduleBuilder steps =
          inPlace ? new ScheduleBuilder(0, 2, 1, 3) : new ScheduleBuilder(0, 2, 1);
      steps.send(1, INPUT, 0, 1);
      steps.receive(1, OUTPUT, 3, 1);
      steps.receive(1, OUTPUT, 0, 1);
      Schedule schedule = steps.build();
      assertThat(schedule.prerequisites(1)).isEqualTo(inPlace ? 1 : 0);
      assertThat(schedule.prerequisites(2)).isZero();
    }
  }

  @Test
  void messagesOfAPairAreNumberedInEachDirection() {
    ScheduleBuilder steps = new ScheduleBuilder(0, 3, 1);
    steps.send(1, OUTPUT, 0, 1);
    steps.send(2, OUTPUT, 0, 1);
    steps.send(1, OUTPUT, 0, 1);
    steps.receive(1, SCRATCH, 0, 1);
    Schedule schedule = steps.build();
    assertThat(List.of(schedule.label(0), schedule.label(1), schedule.label(2), schedule.label(3)))
        .containsExactly(0, 0, 1, 0);
  }

  @Test
  void stepsThatCannotBeAreRefused() {
    ScheduleBuilder steps = new ScheduleBuilder(1, 3, 4);
    assertThatThrownBy(() -> steps.send(1, OUTPUT, 0, 1)).hasMessageContaining("no peer 1");
    assertThatThrownBy(() -> steps.send(3, OUTPUT, 0, 1)).hasMessageContaining("no peer 3");
    assertThatThrownBy(() -> steps.receive(0, OUTPUT, -1, 1)).hasMessageContaining("from -1");
    // Units 1 and 2 are parts that may differ in length.
    assertThatThrownBy(() -> steps.copy(INPUT, 1, OUTPUT, 2, 1)).hasMessageContaining("parts");
    assertThatThrownBy(() -> steps.order(0, 1)).hasMessageContaining("cannot wait");
    assertThat(steps.build().steps()).isZero();
  }

  /** The index of long schedules may leave out what follows from other edges, and nothing else. */
  @Test
  void aLongScheduleOrdersTheSameStepsAsOneThatIsComparedStepByStep() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      ScheduleBuilder steps = new ScheduleBuilder(0, 4, 1, 3);
      List<List<int[]>> reads = new ArrayList<>();
      List<int[]> writes = new ArrayList<>();
      for (int step = 0; step < 200; step++) {
        int units = 1 + random.nextInt(random.nextInt(10) == 0 ? 9 : 3);
        int[] from = {random.nextInt(3), random.nextInt(40), units};
        int[] to = {random.nextInt(3), random.nextInt(40), units};
        Buffer source = Buffer.of(from[0]);
        Buffer target = Buffer.of(to[0]);
        boolean sends = random.nextInt(3) == 0;
        if (sends) {
          steps.send(1 + random.nextInt(3), source, from[1], units);
        } else {
          steps.copy(source, from[1], target, to[1], units);
        }
        reads.add(List.of(from));
        writes.add(sends ? new int[] {0, 0, 0} : to);
      }
      Schedule schedule = steps.build();
      BitSet[] expected = new BitSet[200];
      BitSet[] found = new BitSet[200];
      for (int after = 0; after < 200; after++) {
        expected[after] = new BitSet();
        found[after] = new BitSet();
        for (int before = 0; before < after; before++) {
          int[] written = writes.get(before);
          if (overlap(written, reads.get(after).getFirst())
              || overlap(written, writes.get(after))
              || overlap(reads.get(before).getFirst(), writes.get(after))) {
            expected[after].set(before);
            expected[after].or(expected[before]);
          }
          if (successors(schedule, before).contains(after)) {
            found[after].set(before);
            found[after].or(found[before]);
          }
        }
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  private static boolean overlap(int[] a, int[] b) {
    boolean scratch = a[0] == SCRATCH.ordinal();
    if (scratch != (b[0] == SCRATCH.ordinal())) {
      return false;
    }
    int from = a[1] + (a[0] == INPUT.ordinal() ? 3 : 0);
    int otherFrom = b[1] + (b[0] == INPUT.ordinal() ? 3 : 0);
    return from < otherFrom + b[2] && otherFrom < from + a[2] && a[2] > 0 && b[2] > 0;
  }

  @Test
  void partsCoverTheWholeAndDifferByOneElement() {
    EvenBlockLayout layout = new EvenBlockLayout();
    layout.set(11, 4);
    assertThat(layout.offset(OUTPUT, 0)).isZero();
    assertThat(layout.offset(OUTPUT, 1)).isEqualTo(3);
    assertThat(layout.offset(OUTPUT, 3)).isEqualTo(9);
    assertThat(layout.offset(OUTPUT, 4)).isEqualTo(11);
    assertThat(layout.offset(SCRATCH, 5)).isEqualTo(14);
    layout.set(2, 4);
    assertThat(layout.offset(OUTPUT, 3)).isEqualTo(2);
  }
}
