package org.ronsel.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.data.ElementType;

class ScratchPoolTest {
  /** Some of them are left to the collector while they are idle, which here has no reason. */
  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 100_000})
  void asManyAreKeptAsHaveBeenInUseAtOnce(int length) {
    ScratchPool pool = new ScratchPool();
    Set<Object> first = takeAndGiveBack(pool, length);
    assertThat(first).hasSize(5);
    assertThat(takeAndGiveBack(pool, length)).isEqualTo(first);
    assertThat(takeAndGiveBack(pool, length - 1)).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 100_000})
  void oneThatIsTooShortIsNotGiven(int length) {
    ScratchPool pool = new ScratchPool();
    takeAndGiveBack(pool, length);
    Object longer = pool.take(ElementType.DOUBLE, length + 1);
    assertThat(Array.getLength(longer)).isGreaterThan(length);
    assertThat(pool.take(ElementType.INT, length)).isInstanceOf(int[].class);
  }

  private static Set<Object> takeAndGiveBack(ScratchPool pool, int length) {
    List<Object> taken = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      taken.add(pool.take(ElementType.DOUBLE, length));
    }
    taken.forEach(array -> pool.giveBack(ElementType.DOUBLE, array));
    Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
    distinct.addAll(taken);
    return distinct;
  }
}
