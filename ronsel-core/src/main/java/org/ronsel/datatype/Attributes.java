package org.ronsel.datatype;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.AttributeKey;

/**
 * The values that are kept with one object. Any thread. Callbacks are called without a lock, so
 * they may use the object.
 */
public final class Attributes {
  private Map<AttributeKey<?>, Object> values = Map.of();

  /** A value and its key, of matching types. */
  private record Entry<T>(AttributeKey<T> key, T value) {
    @SuppressWarnings("unchecked") // put() accepts fitting ones only
    static Entry<?> of(Map.Entry<AttributeKey<?>, Object> entry) {
      return new Entry<>((AttributeKey<Object>) entry.getKey(), entry.getValue());
    }

    void copyTo(Attributes copies, Object from) {
      T copy = key.copier().copy(from, value);
      if (copy != null) {
        copies.put(key, copy);
      }
    }

    void delete(Object from) {
      key.deleter().deleted(from, value);
    }
  }

  @SuppressWarnings("unchecked") // put() accepts fitting ones only
  public synchronized <T> @Nullable T get(AttributeKey<T> key) {
    return (T) values.get(key);
  }

  private synchronized <T> void put(AttributeKey<T> key, T value) {
    if (values.isEmpty()) {
      values = new LinkedHashMap<>();
    }
    values.put(key, value);
  }

  /** Sets a value; the one it replaces is deleted first. */
  public <T> void set(Object owner, AttributeKey<T> key, T value) {
    remove(owner, key);
    put(key, value);
  }

  /** Removes a value, if there is one. */
  public <T> boolean remove(Object owner, AttributeKey<T> key) {
    T old = take(key);
    if (old != null) {
      key.deleter().deleted(owner, old);
    }
    return old != null;
  }

  @SuppressWarnings("unchecked") // put() accepts fitting ones only
  private synchronized <T> @Nullable T take(AttributeKey<T> key) {
    return values.isEmpty() ? null : (T) values.remove(key);
  }

  private synchronized List<Map.Entry<AttributeKey<?>, Object>> entries() {
    return new ArrayList<>(values.entrySet());
  }

  /** Makes the attributes of a duplicate of {@code owner}. */
  public Attributes copy(Object owner) {
    Attributes copies = new Attributes();
    entries().forEach(entry -> Entry.of(entry).copyTo(copies, owner));
    return copies;
  }

  /**
   * Removes all values, those set last first, because what is built on others is set later. All
   * callbacks are called; then what the first of them has thrown is thrown, with what others have.
   */
  public void removeAll(Object owner) {
    Throwable first = null;
    for (Map.Entry<AttributeKey<?>, Object> entry : entries().reversed()) {
      try {
        if (take(entry.getKey()) != null) {
          Entry.of(entry).delete(owner);
        }
      } catch (RuntimeException | Error thrown) {
        if (first == null) {
          first = thrown;
        } else if (first != thrown) {
          first.addSuppressed(thrown);
        }
      }
    }
    switch (first) {
      case RuntimeException thrown -> throw thrown;
      case Error thrown -> throw thrown;
      case null, default -> {}
    }
  }
}
