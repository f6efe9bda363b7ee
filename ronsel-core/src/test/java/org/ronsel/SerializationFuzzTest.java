package org.ronsel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** A damaged object message is an error of the receive that decodes it, and nothing worse. */
class SerializationFuzzTest {
  private static final ClassLoader CLASSES = SerializationFuzzTest.class.getClassLoader();

  private record Point(int x, String name, double[] values) implements Serializable {}

  private static Object sample() {
    Map<String, Object> map = new HashMap<>();
    map.put("point", new Point(3, "p", new double[] {1, 2}));
    map.put("list", new ArrayList<>(List.of(1, 2, "three")));
    map.put("tree", new TreeMap<>(Map.of("a", new int[5], "b", new String[] {"x"})));
    map.put("set", new HashSet<>(List.of(4L, 5L)));
    return map;
  }

  private static byte[] encoded(Object object) {
    return ObjectCodec.serialization().encode(object);
  }

  private static Object decoded(byte[] message) {
    return ObjectCodec.serialization().decode(message, CLASSES);
  }

  @Test
  void everyTruncatedMessageIsAnError() {
    byte[] whole = encoded(sample());
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> decoded(part)).isInstanceOf(RonselException.class);
    }
  }

  @Property(tries = 3000, shrinking = ShrinkingMode.OFF)
  void aDamagedMessageIsAnErrorOrAnotherObject(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] message = encoded(sample());
    for (int i = random.nextInt(4); i >= 0; i--) {
      message[random.nextInt(message.length)] = (byte) random.nextInt(256);
    }
    try {
      decoded(message);
    } catch (RonselException refused) {
      assertThat(refused.errorClass()).isEqualTo(ErrorClass.TYPE);
    }
  }

  @Test
  void anArrayLongerThanItsMessageIsRefusedBeforeItIsMade() {
    byte[] message = encoded(new byte[] {1, 2, 3, 4});
    int length = message.length - 8;
    message[length] = 0x7f; // 2130706436 elements
    assertThatThrownBy(() -> decoded(message))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("2130706436 elements");
  }

  @Test
  void objectsWithTablesLargerThanTheirContentsPass() {
    Map<Object, Integer> identity = new IdentityHashMap<>();
    IntStream.range(0, 1000).forEach(i -> identity.put("key " + i, i));
    List<Object> each =
        List.of(
            new HashSet<>(List.of(1)),
            new HashMap<>(1 << 16),
            new ArrayList<>(1 << 16),
            new java.util.ArrayDeque<>(1 << 12),
            new java.util.PriorityQueue<>(1 << 12),
            new Object[1 << 16],
            new long[1 << 12],
            new boolean[0]);
    for (Object object : each) {
      assertThat(decoded(encoded(object))).hasSameClassAs(object);
    }
    assertThat((Map<?, ?>) decoded(encoded(identity))).hasSize(1000);
  }

  @Test
  void anObjectNestedTooDeeplyForTheStackIsAnError() throws Exception {
    AtomicReference<Object> result = new AtomicReference<>();
    Thread large =
        new Thread(
            null,
            () -> {
              Object nested = new Object[0];
              for (int i = 0; i < 9000; i++) {
                nested = new Object[] {nested};
              }
              result.set(encoded(nested));
            },
            "large stack",
            256 << 20);
    large.start();
    large.join();
    byte[] message = (byte[]) result.get();
    Thread small =
        new Thread(
            null,
            () -> {
              try {
                result.set(decoded(message));
              } catch (Throwable thrown) {
                result.set(thrown);
              }
            },
            "small stack",
            256 << 10);
    small.start();
    small.join();
    assertThat(result.get()).isInstanceOf(RonselException.class);
    assertThat((RonselException) result.get()).hasCauseInstanceOf(StackOverflowError.class);
  }
}
