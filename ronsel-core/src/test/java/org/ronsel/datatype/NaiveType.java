package org.ronsel.datatype;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.data.ElementType;

/**
 * A datatype as the standard defines it, value by value (MPI-4.1, section 5.1): the reference for
 * the flattened plans. Slow and obvious.
 *
 * @param values basic values and their places, in order
 * @param lower where the element begins
 * @param upper where it ends
 * @param given whether the bounds were given, and so hide others
 */
record NaiveType(List<Value> values, long lower, long upper, boolean given) {
  record Value(ElementType type, long at) {}

  /** A part of another type, and where it lies. */
  record Part(NaiveType type, long at) {}

  static NaiveType of(ElementType type) {
    return new NaiveType(List.of(new Value(type, 0)), 0, type.bytes(), false);
  }

  static NaiveType of(List<Part> parts) {
    List<Value> values = new ArrayList<>();
    boolean given = parts.stream().anyMatch(p -> p.type.given);
    long lower = Long.MAX_VALUE;
    long upper = Long.MIN_VALUE;
    for (Part part : parts) {
      for (Value value : part.type.values) {
        values.add(new Value(value.type, value.at + part.at));
      }
      boolean counts = part.type.given || !given && !part.type.values.isEmpty();
      if (counts) {
        lower = Math.min(lower, part.type.lower + part.at);
        upper = Math.max(upper, part.type.upper + part.at);
      }
    }
    return lower == Long.MAX_VALUE
        ? new NaiveType(values, 0, 0, false)
        : new NaiveType(values, lower, upper, given);
  }

  NaiveType padded() {
    long alignment = values.stream().mapToInt(v -> v.type().bytes()).max().orElse(1);
    long extent = given ? extent() : Math.ceilDiv(extent(), alignment) * alignment;
    return new NaiveType(values, lower, lower + extent, given);
  }

  NaiveType resized(long lowerBound, long extent) {
    return new NaiveType(values, lowerBound, lowerBound + extent, true);
  }

  long extent() {
    return upper - lower;
  }

  long size() {
    return values.stream().mapToLong(v -> v.type().bytes()).sum();
  }

  long trueLower() {
    return values.stream().mapToLong(Value::at).min().orElse(0);
  }

  long trueUpper() {
    return values.stream().mapToLong(v -> v.at() + v.type().bytes()).max().orElse(0);
  }

  /** Where each packed byte of {@code count} elements lies. */
  long[] places(long count) {
    long[] places = new long[Math.toIntExact(size() * count)];
    int next = 0;
    for (long element = 0; element < count; element++) {
      for (Value value : values) {
        for (int b = 0; b < value.type().bytes(); b++) {
          places[next++] = element * extent() + value.at() + b;
        }
      }
    }
    return places;
  }
}
