package org.ronsel.collective.call;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;

/**
 * Private memory for operations that follow each other: an array of each element type, as long as
 * the longest that has been asked for. One thread at a time.
 */
public final class TypedScratch {
  private static final int SHORTEST = 64;

  private final @Nullable Object[] arrays = new Object[ElementType.values().length];

  /** Makes one without any memory. */
  public TypedScratch() {}

  /** The array of a type, of at least {@code length} elements. */
  public Object atLeast(ElementType type, int length) {
    Object known = arrays[type.ordinal()];
    return known != null && Array.getLength(known) >= length ? known : make(type, length);
  }

  private Object make(ElementType type, int length) {
    Object made = Array.newInstance(type.carrier(), Math.max(length, SHORTEST));
    arrays[type.ordinal()] = made;
    return made;
  }
}
