package org.ronsel.bench.method;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Further choices of how a loop runs, the same for all entrants of a comparison. {@code settings.c}
 * reads the same words.
 *
 * @param each whether each iteration is timed by itself, with a barrier before it, by the time of
 *     the slowest rank
 * @param coldBytes bytes of other memory that each rank reads and writes before an iteration, so
 *     that its data are not in the cache; 0 for none
 * @param root of operations that have one; {@link #ROTATING} for another in each iteration
 * @param memory kind of memory that holds the data
 * @param layout layout of the data in it
 * @param threads of each rank, in loops of several
 */
public record Settings(
    boolean each, long coldBytes, int root, Memory memory, MessageLayout layout, int threads) {
  /** The root changes with each iteration. */
  public static final int ROTATING = -1;

  private static final String NONE = "-";
  private static final String EACH = "each";

  /** The memory of a loop's data, in Java; a native library has its data in plain memory. */
  public enum Memory {
    /** Data are in Java arrays. */
    ARRAY,
    /** Data are in native memory of the program. */
    SEGMENT,
    /** Data are in memory that Ronsel has allocated. */
    ALLOCATED,
    /** Data are objects, which are serialised. */
    OBJECT;

    /** Name on the command line. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The default settings. */
  public static final Settings DEFAULT =
      new Settings(false, 0, ROTATING, Memory.ARRAY, MessageLayout.DENSE, 1);

  /** Checks the ranges. */
  public Settings {
    if (coldBytes < 0) {
      throw new IllegalArgumentException(
          "memory that is read before an iteration has at least 0 bytes, not " + coldBytes);
    }
    if (root < ROTATING) {
      throw new IllegalArgumentException("a root must be a rank, at least 0, not " + root);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("a rank has at least 1 thread, not " + threads);
    }
    if (memory == Memory.OBJECT && !layout.isDense()) {
      throw new IllegalArgumentException("an object has no datatype");
    }
  }

  /** The same with another number of threads. */
  public Settings withThreads(int other) {
    return new Settings(each, coldBytes, root, memory, layout, other);
  }

  /** The same with another root in each iteration. */
  public Settings withRotatingRoot() {
    return new Settings(each, coldBytes, ROTATING, memory, layout, threads);
  }

  /** The same with all iterations timed together, and nothing between them. */
  public Settings timedTogether() {
    return new Settings(false, 0, root, memory, layout, threads);
  }

  /** The settings that differ from {@link #DEFAULT}, by name. */
  public Map<String, Object> options() {
    Map<String, Object> map = new LinkedHashMap<>();
    if (each) {
      map.put("report", "max");
    }
    if (coldBytes > 0) {
      map.put("cold", coldBytes);
    }
    if (root != ROTATING) {
      map.put("root", root);
    }
    if (memory != Memory.ARRAY) {
      map.put("memory", memory.label());
    }
    if (!layout.isDense()) {
      map.put("datatype", layout.toString());
    }
    if (threads > 1) {
      map.put("threads", threads);
    }
    return map;
  }

  /** Creates settings from {@link #options}; other names are ignored. */
  public static Settings of(Map<?, ?> options) {
    return new Settings(
        "max".equals(options.get("report")),
        options.get("cold") instanceof Number cold ? cold.longValue() : 0,
        options.get("root") instanceof Number root ? root.intValue() : ROTATING,
        options.get("memory") instanceof String memory
            ? Memory.valueOf(memory.toUpperCase(Locale.ROOT))
            : Memory.ARRAY,
        options.get("datatype") instanceof String type
            ? MessageLayout.parse(type)
            : MessageLayout.DENSE,
        options.get("threads") instanceof Number threads ? threads.intValue() : 1);
  }

  /** One word of an argument list that {@link #parse} reads. */
  public String toWord() {
    List<String> words = new ArrayList<>();
    options()
        .forEach((name, value) -> words.add("report".equals(name) ? EACH : name + "=" + value));
    return words.isEmpty() ? NONE : String.join(",", words);
  }

  /**
   * Reads what {@link #toWord} made.
   *
   * @throws IllegalArgumentException if it is another word
   */
  public static Settings parse(String word) {
    Map<String, Object> options = new LinkedHashMap<>();
    for (String each : NONE.equals(word) ? new String[0] : word.split(",")) {
      String[] parts = each.split("=", 2);
      switch (parts[0]) {
        case EACH -> options.put("report", "max");
        case "cold", "root", "threads" -> options.put(parts[0], Long.parseLong(parts[1]));
        case "memory", "datatype" -> options.put(parts[0], parts[1]);
        default -> throw new IllegalArgumentException("'" + each + "' is not a setting");
      }
    }
    return of(options);
  }
}
