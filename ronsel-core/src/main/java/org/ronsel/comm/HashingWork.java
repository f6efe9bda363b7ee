package org.ronsel.comm;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much hashing the collections of one message ask for. Reading a hash table puts its elements
 * in again, which takes their hash codes, and that of a collection takes those of all that is in
 * it. Where collections share their elements a few hundred bytes can so ask for hours; a message in
 * which nothing is shared asks for no more than it is long, level by level.
 *
 * <p>Each collection is looked at when it has been read, before the one around it takes its hash
 * code. An object of any other class counts as one.
 */
final class HashingWork {
  /**
   * Collections with less work than this are not remembered, but counted again wherever they occur.
   */
  private static final int SMALL = 64;

  private static final int NOWHERE = Integer.MAX_VALUE;

  private final long limit;
  private final long messageBytes;
  private final Map<Object, Long> large = new IdentityHashMap<>(4);
  private long largestShared;
  private long spent;

  /** How deep the outermost hash table lies that is being read now. */
  private int tableAt = NOWHERE;

  /**
   * Makes a counter for a message of which nothing has been read.
   *
   * @param limit the number of objects that may be hashed; objects inside of others count again for
   *     each
   * @param messageBytes length of the message: what is longer shares its elements
   */
  HashingWork(long limit, long messageBytes) {
    this.limit = limit;
    this.messageBytes = messageBytes;
  }

  /**
   * An object, or a reference to one that has been read before, comes next.
   *
   * @param type its class; null for a reference, whose target is not known
   * @param depth how deep it lies
   * @return whether the message asks for no more than it may
   */
  boolean comes(@Nullable Class<?> type, long depth) {
    // A table asks whether it may make its array before its elements are read.
    boolean ofTable = depth == tableAt && type != null && type.isArray();
    if (depth <= tableAt && !ofTable) {
      tableAt = isTable(type) ? (int) depth : NOWHERE;
    }
    if (type == null && tableAt != NOWHERE) {
      spent += largestShared;
    }
    return spent <= limit;
  }

  private static boolean isTable(@Nullable Class<?> type) {
    return type != null
        && (Set.class.isAssignableFrom(type)
            || Map.class.isAssignableFrom(type)
            || type.getName().equals(IMMUTABLE));
  }

  /** The class that the JDK writes for its immutable collections. */
  private static final String IMMUTABLE = "java.util.CollSer";

  /**
   * An object has been read.
   *
   * @return whether the message asks for no more than it may
   */
  boolean read(Object object) {
    if (!isCollection(object)) {
      return true;
    }
    long steps = stepsIn(object, limit);
    if (steps >= SMALL) {
      large.put(object, steps);
      if (steps > messageBytes) {
        largestShared = Math.max(largestShared, steps);
      }
    }
    if (tableAt != NOWHERE) {
      spent += steps;
    }
    return spent <= limit;
  }

  private long steps(@Nullable Object object, long most) {
    if (object == null || !isCollection(object)) {
      return 1;
    }
    Long known = large.get(object);
    return known != null ? known : stepsIn(object, Math.min(most, SMALL));
  }

  /**
   * The number of objects that the hash code of a collection visits; a number above {@code most} if
   * there are more.
   */
  private long stepsIn(Object object, long most) {
    long sum = 1;
    try {
      switch (object) {
        case Map<?, ?> map -> {
          for (Map.Entry<?, ?> entry : map.entrySet()) {
            sum += steps(entry.getKey(), most - sum) + steps(entry.getValue(), most - sum);
            if (sum > most) {
              break;
            }
          }
        }
        case Collection<?> collection -> {
          for (Object element : collection) {
            sum += steps(element, most - sum);
            if (sum > most) {
              break;
            }
          }
        }
        case Map.Entry<?, ?> entry ->
            sum += steps(entry.getKey(), most - sum) + steps(entry.getValue(), most - sum);
        default -> {}
      }
    } catch (RuntimeException beingRead) {
      return sum; // it is inside itself, and not complete
    }
    return sum;
  }

  /** Whether it is a collection of the JDK, whose iterators can be relied on. */
  private static boolean isCollection(Object object) {
    return (object instanceof Collection<?>
            || object instanceof Map<?, ?>
            || object instanceof AbstractMap.SimpleEntry<?, ?>
            || object instanceof AbstractMap.SimpleImmutableEntry<?, ?>)
        && object.getClass().getClassLoader() == null;
  }
}
