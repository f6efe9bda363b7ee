package org.ronsel.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SleepersTest {
  private static final class Sleeper implements HostMemory.Sleeper {
    boolean ready;
    int woken;

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void wake() {
      woken++;
    }
  }

  @Test
  void whoeverIsReadyIsWokenAndNobodyElse() {
    Sleepers sleepers = new Sleepers();
    List<Sleeper> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) { // more than there is room for at first
      Sleeper sleeper = new Sleeper();
      sleeper.ready = i % 2 == 0;
      all.add(sleeper);
      sleepers.add(sleeper);
    }
    sleepers.wakeReady();
    assertThat(all).extracting(each -> each.woken).containsExactly(1, 0, 1, 0, 1);

    sleepers.remove(all.get(0));
    sleepers.remove(all.get(4));
    all.get(1).ready = true;
    sleepers.wakeReady();
    assertThat(all).extracting(each -> each.woken).containsExactly(1, 1, 2, 0, 1);

    all.forEach(sleepers::remove); // those that have gone are not missed
    sleepers.wakeReady();
    assertThat(all).extracting(each -> each.woken).containsExactly(1, 1, 2, 0, 1);
  }
}
