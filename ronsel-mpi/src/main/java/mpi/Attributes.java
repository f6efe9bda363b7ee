package mpi;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that a program has attached to a communicator or a datatype, by key. Any thread.
 */
final class Attributes {
  /** Below are the keys of the standard. */
  private static final AtomicInteger NEXT = new AtomicInteger(100);

  private static final Set<Integer> KEYS = ConcurrentHashMap.newKeySet();

  private @Nullable Map<Integer, Object> values;

  static int createKey() {
    int key = NEXT.getAndIncrement();
    KEYS.add(key);
    return key;
  }

  /**
   * Says that a key will not be used any more. Where it has an attribute it can be, until that is
   * deleted (MPI-4.1, section 7.7.2).
   */
  static void freeKey(int key) {
    if (!KEYS.remove(key)) {
      throw unknown(key);
    }
  }

  private static MPIException unknown(int key) {
    return Required.refused(
        MPI.ERR_KEYVAL, "attribute key " + key + " was not made by createKeyval, or was freed");
  }

  synchronized void set(int key, Object value) {
    if (!KEYS.contains(key) && get(key) == null) {
      throw unknown(key);
    }
    if (values == null) {
      values = new HashMap<>();
    }
    values.put(key, value);
  }

  /** Throws an exception of class {@code ERR_KEYVAL} where there is no such key. */
  @Nullable Object getOfKey(int key) {
    Object value = get(key);
    if (value == null && !KEYS.contains(key)) {
      throw unknown(key);
    }
    return value;
  }

  synchronized @Nullable Object get(int key) {
    return values == null ? null : values.get(key);
  }

  synchronized void delete(int key) {
    if (values == null || values.remove(key) == null) {
      throw Required.refused(MPI.ERR_KEYVAL, "there is no attribute with key " + key);
    }
  }

  /** The attributes of a duplicate. */
  synchronized Attributes copy() {
    Attributes copy = new Attributes();
    if (values != null) {
      copy.values = new HashMap<>(values);
    }
    return copy;
  }
}
