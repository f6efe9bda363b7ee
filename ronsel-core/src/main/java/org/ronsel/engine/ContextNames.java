package org.ronsel.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of the communicators to which the contexts of a rank's messages belong, for reports.
 * Any thread.
 */
public final class ContextNames {
  /** Context ids have 30 bits; see {@code org.ronsel.collective.context}. */
  public static final int LARGEST_ID = (1 << 30) - 1;

  private final Map<Integer, String> names = new ConcurrentHashMap<>(2);

  ContextNames() {}

  /** Names the contexts of a communicator: those with its id in bits 1 to 30. */
  public void put(int contextId, String name) {
    names.put(contextId, name);
  }

  /** Forgets the name of a communicator that the rank has closed. */
  public void forget(int contextId) {
    names.remove(contextId);
  }

  /** The communicator to which a context belongs. */
  public String of(long context) {
    int id = (int) context >>> 1 & LARGEST_ID;
    return names.getOrDefault(id, "context " + id);
  }
}
