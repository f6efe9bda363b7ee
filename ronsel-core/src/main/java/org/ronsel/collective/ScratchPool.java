package org.ronsel.collective;

import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.ObjectPool;
import org.ronsel.data.ElementType;

/**
 * Keeps idle scratch arrays, for as many calls as have been outstanding at once. Long ones are left
 * to the collector when memory is short. Any thread.
 */
final class ScratchPool {
  /** Longer arrays may be collected; for those a lock and a search cost nothing. */
  private static final int LONGEST_HELD_BYTES = 256 << 10;

  private static final int MOST_OF_TYPE = 16;

  private final List<ObjectPool<Object>> held;
  private final List<LongArrays> collectable;

  /** Makes an empty pool. */
  ScratchPool() {
    held = new ArrayList<>();
    collectable = new ArrayList<>();
    for (ElementType _ : ElementType.values()) {
      held.add(new ObjectPool<>(MOST_OF_TYPE));
      collectable.add(new LongArrays());
    }
  }

  /** An array of at least {@code length} elements. */
  Object take(ElementType type, int length) {
    Object idle =
        isLong(type, length)
            ? collectable.get(type.ordinal()).take(length)
            : held.get(type.ordinal()).take();
    return idle != null && Array.getLength(idle) >= length
        ? idle
        : Array.newInstance(type.carrier(), length);
  }

  /** Takes back what {@link #take} gave. */
  void giveBack(ElementType type, Object array) {
    if (isLong(type, Array.getLength(array))) {
      collectable.get(type.ordinal()).giveBack(array);
    } else {
      held.get(type.ordinal()).giveBack(array);
    }
  }

  private static boolean isLong(ElementType type, int length) {
    return (long) length << type.shift() > LONGEST_HELD_BYTES;
  }

  /** Arrays of one type that the collector may take while they are idle. */
  private static final class LongArrays {
    private final @Nullable Place[] places = new Place[MOST_OF_TYPE];

    /** Remembers an array in use as well, so that it comes back to the same reference. */
    private static final class Place {
      SoftReference<Object> reference;
      boolean taken;

      Place(Object array) {
        reference = new SoftReference<>(array);
      }
    }

    synchronized @Nullable Object take(int length) {
      for (Place place : places) {
        Object array = place == null || place.taken ? null : place.reference.get();
        if (place != null && array != null && Array.getLength(array) >= length) {
          place.taken = true;
          return array;
        }
      }
      return null;
    }

    synchronized void giveBack(Object array) {
      int free = -1;
      for (int i = 0; i < places.length; i++) {
        Place place = places[i];
        Object known = place == null ? null : place.reference.get();
        if (place != null && known == array) {
          place.taken = false;
          return;
        }
        // That of a call that has failed never comes back; a shorter one is of less use.
        if (place == null
            || known == null
            || !place.taken && Array.getLength(known) < Array.getLength(array)) {
          free = i;
        }
      }
      if (free >= 0) {
        places[free] = new Place(array);
      }
    }
  }
}
