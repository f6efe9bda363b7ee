package org.ronsel.runtime.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What JVMs give each other, with damage. */
class ValuesTest {
  @Test
  void whatIsGivenArrives() throws Exception {
    Values given = new Values();
    given.put(1, "a", "first");
    given.put(12, "a", "");
    Values known = new Values();
    known.add(given.encode(), "the test");
    assertThat(known.get(1, "a")).isEqualTo("first");
    assertThat(known.get(12, "a")).isEmpty();
    assertThatThrownBy(() -> known.get(2, "a")).hasMessageContaining("JVM 2 has given nothing");
  }

  @Test
  void damageIsAnErrorAndNothingElse() {
    Values given = new Values();
    given.put(1, "a", "first");
    byte[] whole = given.encode();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> new Values().add(cut, "the test"))
          .isInstanceOf(RendezvousException.class)
          .hasMessageContaining("what the test has given arrives damaged");
    }
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = whole.clone();
      random.nextBytes(damaged);
      try {
        new Values().add(damaged, "the test");
      } catch (RendezvousException expected) {
        assertThat(expected).hasMessageContaining("arrives damaged");
      }
    }
  }
}
