package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class CpuSetTest {
  @Property
  void aListIsReadAsItWasWritten(@ForAll Set<@IntRange(max = 300) Integer> cpus) {
    BitSet bits = new BitSet();
    cpus.forEach(bits::set);
    CpuSet set = CpuSet.of(bits);
    assertThat(CpuSet.parseList(set.toString())).isEqualTo(set);
    assertThat(set.size()).isEqualTo(cpus.size());
    assertThat(set.stream().boxed().toList()).isSorted().containsExactlyInAnyOrderElementsOf(cpus);
  }

  @Property(tries = 2000)
  void anyTextIsReadOrRefusedAndNeverThrows(@ForAll String text) {
    readOrRefuse(text);
  }

  @Property(tries = 2000)
  void anyTextOfSuchCharactersIsReadOrRefused(
      @ForAll @StringLength(max = 6) @Chars({'0', '1', '2', '9', ',', '-', ' '}) String text) {
    readOrRefuse(text);
  }

  /** What is read is a set: it can be written and read again. */
  private static void readOrRefuse(String text) {
    CpuSet list = CpuSet.parseList(text);
    if (list != null) {
      assertThat(list.size()).isLessThanOrEqualTo(CpuSet.LIMIT);
      assertThat(CpuSet.parseList(list.toString())).isEqualTo(list);
    }
  }

  @Test
  void damagedListsAreRefused() {
    for (String text :
        new String[] {"a", "1-", "-1", "3-1", "1,,2", "0-4000000000", "65536", "1 2", "0x3"}) {
      assertThat(CpuSet.parseList(text)).as(text).isNull();
    }
    assertThat(CpuSet.parseList(" 0-3,8\n")).isEqualTo(CpuSet.of(0, 1, 2, 3, 8));
    assertThat(CpuSet.parseList("")).isEqualTo(CpuSet.empty());
  }

  @Test
  void changingTheBitsThatWereHandedOutDoesNotChangeTheSet() {
    BitSet bits = new BitSet();
    bits.set(3);
    CpuSet set = CpuSet.of(bits);
    bits.set(4);
    set.toBitSet().set(5);
    assertThat(set).hasToString("3");
  }
}
