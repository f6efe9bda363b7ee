package org.ronsel;

import java.util.HashMap;
import java.util.Map;

/**
 * The members of a communicator: which endpoint has which rank. Immutable; shared by the ranks of a
 * JVM.
 */
final class Group {
  private final int size;
  private final int first;
  private final int @org.jspecify.annotations.Nullable [] endpoints;
  private final Map<Integer, Integer> ranks;

  private Group(int size, int first, int @org.jspecify.annotations.Nullable [] endpoints) {
    this.size = size;
    this.first = first;
    this.endpoints = endpoints;
    this.ranks = endpoints == null ? Map.of() : new HashMap<>();
    if (endpoints != null) {
      for (int i = 0; i < size; i++) {
        ranks.put(endpoints[i], i);
      }
    }
  }

  /** Endpoints {@code first} to {@code first + size - 1}, in that order; needs no table. */
  static Group range(int first, int size) {
    return new Group(size, first, null);
  }

  int size() {
    return size;
  }

  int endpoint(int rank) {
    return endpoints == null ? first + rank : endpoints[rank];
  }

  /** Whether all endpoints are at least {@code from} and less than {@code to}. */
  boolean isWithin(int from, int to) {
    if (endpoints == null) {
      return first >= from && first + size <= to;
    }
    for (int endpoint : endpoints) {
      if (endpoint < from || endpoint >= to) {
        return false;
      }
    }
    return true;
  }

  int rankOf(int endpoint) {
    return endpoints == null ? endpoint - first : ranks.getOrDefault(endpoint, Ronsel.ANY_SOURCE);
  }
}
