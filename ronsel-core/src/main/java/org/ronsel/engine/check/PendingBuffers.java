package org.ronsel.engine.check;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of pending requests by where they lie, so that an overlap is found without looking at
 * all of them. Not thread-safe.
 *
 * <p>Those that are written do not overlap each other, because that is refused; so of them at most
 * the neighbours of a range can overlap it.
 */
final class PendingBuffers {
  private final Map<Object, TreeMap<Long, BufferUse>> written = new IdentityHashMap<>();
  private final Map<Object, Set<BufferUse>> read = new IdentityHashMap<>();

  void add(BufferUse use) {
    if (!use.hasRange()) {
      return;
    }
    if (use.writes) {
      written.computeIfAbsent(use.place, place -> new TreeMap<>()).put(use.start, use);
    } else {
      read.computeIfAbsent(use.place, place -> new HashSet<>()).add(use);
    }
  }

  void remove(BufferUse use) {
    TreeMap<Long, BufferUse> ranges = use.writes ? written.get(use.place) : null;
    if (ranges != null && ranges.remove(use.start, use) && ranges.isEmpty()) {
      written.remove(use.place);
    }
    Set<BufferUse> readers = use.writes ? null : read.get(use.place);
    if (readers != null && readers.remove(use) && readers.isEmpty()) {
      read.remove(use.place);
    }
  }

  /** A pending use of bytes that another may not have at the same time, or null. */
  @Nullable BufferUse conflict(BufferUse use) {
    if (!use.hasRange()) {
      return null;
    }
    TreeMap<Long, BufferUse> ranges = written.get(use.place);
    if (ranges != null) {
      Map.Entry<Long, BufferUse> last = ranges.lowerEntry(use.start + use.bytes);
      if (last != null && last.getValue().overlaps(use)) {
        return last.getValue();
      }
    }
    if (use.writes) {
      for (BufferUse reader : read.getOrDefault(use.place, Set.of())) {
        if (reader.overlaps(use)) {
          return reader;
        }
      }
    }
    return null;
  }
}
