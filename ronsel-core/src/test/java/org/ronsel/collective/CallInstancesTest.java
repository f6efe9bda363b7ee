package org.ronsel.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallInstancesTest {
  /** As many as may be in use at a time: each has a matching context of its own. */
  @Test
  void callsThatMayBeActiveTogetherHaveDifferentNumbers() {
    Random random = new Random(1);
    CallInstances instances = new CallInstances();
    Map<Integer, String> numbers = new HashMap<>();
    for (int i = 0; i < 1_000; i++) {
      numbers.put(instances.next(), "call " + i);
    }
    for (int i = 0; i < 100_000; i++) {
      int request = random.nextInt(1 << 18);
      int start = random.nextInt(1 << 12);
      String of = "start " + start + " of " + request;
      String before = numbers.put(CallInstances.ofStart(request, start), of);
      assertThat(before).as(of).isIn(null, of);
    }
    assertThat(numbers.keySet()).allMatch(number -> number >= 0);
  }
}
