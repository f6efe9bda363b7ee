package org.ronsel.collective;

import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;

/** Keeps one idle scratch array per element type, if it is not too large. Any thread. */
final class ScratchPool {
  /**
   * Larger arrays are left to the collector, so that a communicator never holds more than 8 of
   * these.
   */
  private static final long LARGEST_BYTES = 4 << 20;

  private final AtomicReferenceArray<@Nullable Object> idle =
      new AtomicReferenceArray<>(ElementType.values().length);

  /** An array of at least {@code elements} elements. */
  Object take(ElementType type, long elements) {
    Object array = idle.getAndSet(type.ordinal(), null);
    if (array == null || Array.getLength(array) < elements) {
      array = Array.newInstance(type.carrier(), Math.toIntExact(elements));
    }
    return array;
  }

  /** Takes back what {@link #take} gave. */
  void giveBack(ElementType type, Object array) {
    if ((long) Array.getLength(array) << type.shift() <= LARGEST_BYTES) {
      idle.set(type.ordinal(), array);
    }
  }
}
