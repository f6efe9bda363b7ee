package org.ronsel.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which classes have more and more live objects. A class is suspect when the number of its objects
 * has grown by more than one in four rounds, and leaks when it has done so several times in a row:
 * pools, which grow until they are as large as they need to be, do not.
 */
final class Growth {
  /** In a row: a pool that grows with how late ranks are does so by chance, and less and less. */
  static final int CONFIRMED = 10;

  private static final long RANKS = 32;

  /**
   * Pieces of memory that a JVM lends for collectives. One is lost with each communicator on which
   * ranks have made calls that differ, since some never learn of it.
   */
  private static final long BOARDS = 512;

  /** Most fragments of a rank. */
  private static final long FRAGMENTS = 128;

  /** What may grow for long, since it is bounded for each rank and fills slowly. */
  private static final Map<String, Long> BOUNDED =
      Map.of(
          "org.ronsel.transport.shm.Fragment", // one after the other, until each has been used
          RANKS * FRAGMENTS,
          "org.ronsel.transport.shm.GroupMemoryPool$Piece",
          BOARDS,
          "org.ronsel.transport.shm.SharedAllocations$Allocation",
          BOARDS,
          "org.ronsel.machine.SharedSegment",
          BOARDS,
          "org.ronsel.machine.SharedFile",
          BOARDS,
          "org.ronsel.engine.failure.FailedCalls$Failure",
          RANKS * 1024,
          "org.ronsel.engine.matching.UnexpectedMessage",
          RANKS * 256,
          "org.ronsel.machine.ArraySegments$View", // of the last 16 arrays, for each peer and board
          RANKS * 64 + BOARDS * 16,
          "org.ronsel.engine.transfer.BulkCopy",
          RANKS * 64,
          "org.ronsel.engine.transfer.InboundTransfer",
          RANKS * 64);

  /** Algorithms are values, kept in tables by what varies in them, such as the number of parts. */
  private static final String ALGORITHMS = "org.ronsel.collective.algorithm.";

  private static final long MOST_ALGORITHMS = 4096;

  private Map<String, Long> last;
  private Map<String, Integer> inARow = new HashMap<>();

  /** Compares with what is alive now. */
  Growth() {
    BOUNDED.keySet().forEach(Growth::requireClass);
    last = LiveObjects.count();
  }

  /** A class that has been renamed would have no bound. */
  private static void requireClass(String name) {
    try {
      Class.forName(name, false, Growth.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError("no such class has a bound", e);
    }
  }

  /** So many rounds have passed. */
  void passed(int rounds) {
    Map<String, Long> now = LiveObjects.count();
    Map<String, Integer> suspects = new HashMap<>();
    now.forEach(
        (name, count) -> {
          boolean grows = count - last.getOrDefault(name, 0L) > rounds / 4;
          if (grows && count > bound(name)) {
            suspects.put(name, inARow.getOrDefault(name, 0) + 1);
          }
        });
    last = now;
    inARow = suspects;
  }

  private static long bound(String name) {
    return name.startsWith(ALGORITHMS) ? MOST_ALGORITHMS : BOUNDED.getOrDefault(name, 0L);
  }

  /** Whether more rounds have to tell whether something leaks. */
  boolean isUncertain() {
    return !inARow.isEmpty() && leaks().isEmpty();
  }

  /** The classes that leak, with the number of their objects. */
  List<String> leaks() {
    List<String> leaks = new ArrayList<>();
    inARow.forEach(
        (name, times) -> {
          if (times >= CONFIRMED) {
            leaks.add(name + ": " + last.get(name));
          }
        });
    return leaks;
  }

  /** How many objects there are of how many classes, and which classes are suspect. */
  @Override
  public String toString() {
    long all = last.values().stream().mapToLong(Long::longValue).sum();
    return all
        + " objects of "
        + last.size()
        + " classes"
        + (inARow.isEmpty() ? "" : ", " + inARow);
  }
}
