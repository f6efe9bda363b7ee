package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class MessageTest {
  @Property
  void theNumberOfAMessageIsReadBack(
      @ForAll @IntRange(max = 100) int size, @ForAll @LongRange(min = 0, max = 1L << 50) long n) {
    byte[] array = new byte[size + 3];

    Message.stamp(array, 3, size, n);

    assertThat(Message.readStamp(array, 3, size)).isEqualTo(Message.expectedStamp(size, n));
  }

  @Test
  void anotherNumberReadsDifferently() {
    assertThat(Message.expectedStamp(8, 1)).isNotEqualTo(Message.expectedStamp(8, 2));
    assertThat(Message.expectedStamp(1024, 1)).isNotEqualTo(Message.expectedStamp(1024, 2));
  }

  @Test
  void bothEndsOfAMessageAreNumbered() {
    byte[] array = new byte[64];
    Message.stamp(array, 0, 64, 5);

    array[56] = 0;

    assertThat(Message.readStamp(array, 0, 64)).isNotEqualTo(Message.expectedStamp(64, 5));
  }

  @Test
  void oneWrongByteIsFoundAndNamed() {
    byte[] array = new byte[5000];
    Message.fill(array, 5000, 3);
    array[4321]++;

    assertThatThrownBy(() -> Message.check(array, 5000, 3))
        .isInstanceOf(VerificationException.class)
        .hasMessageContaining("byte 4321 of 5000");
  }

  @Test
  void thePatternOfTheLastExchangeIsNotTakenForThisOne() {
    byte[] array = new byte[16];
    Message.fill(array, 16, 1);

    assertThatThrownBy(() -> Message.check(array, 16, 2)).isInstanceOf(VerificationException.class);
  }

  @Test
  void bytesBeyondTheMessageDoNotMatter() {
    byte[] array = new byte[16];
    Message.fill(array, 8, 1);
    array[8] = 99;

    Message.check(array, 8, 1);
  }
}
