package org.ronsel.job;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects that ranks of one JVM have in common, by key. The first rank that asks makes one; it is
 * forgotten when every rank that shares it has left. Any thread.
 */
public final class SharedObjects {
  private final ConcurrentHashMap<Object, Entry> entries = new ConcurrentHashMap<>();

  /** An object, if it has been made, and how many have left. */
  private record Entry(@Nullable Object value, int left) {}

  /** The object with a key, made now if need be. */
  @SuppressWarnings({
    "unchecked",
    "NullAway"
  }) // the key's type decides the value's; made here at last
  public <T> T join(Object key, Supplier<T> make) {
    Entry entry =
        entries.compute(
            key,
            (_, known) ->
                known == null
                    ? new Entry(make.get(), 0)
                    : known.value == null ? new Entry(make.get(), known.left) : known);
    return (T) entry.value;
  }

  /**
   * Says that a rank will not ask for the object any more, whether it has asked or not.
   *
   * @param sharers how many ranks share it; the last of them to leave makes it forgotten
   */
  public void leave(Object key, int sharers) {
    entries.compute(
        key,
        (_, known) -> {
          int left = known == null ? 1 : known.left + 1;
          return left == sharers ? null : new Entry(known == null ? null : known.value, left);
        });
  }

  /** Number of objects that are remembered. */
  public int size() {
    return entries.size();
  }
}
