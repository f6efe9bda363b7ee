package org.ronsel.bench.method;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What else can be chosen about how a loop runs, the same for everybody who takes part in a
 * comparison. {@code settings.c} reads the same words.
 *
 * @param each whether each iteration is timed by itself, with a barrier before it, and counts as
 *     long as it took on the rank where it took longest
 * @param coldBytes how much other memory each rank reads and writes before an iteration, so that
 *     its data are not in the cache; 0 for none
 * @param root of operations that have one; {@link #ROTATING} for another in each iteration
 * @param memory where the data lie
 * @param layout how they lie there
 * @param threads of each rank, in loops of several
 */
public record Settings(
    boolean each, long coldBytes, int root, Memory memory, Layout layout, int threads) {
  /** Another root in each iteration. */
  public static final int ROTATING = -1;

  private static final String NONE = "-";
  private static final String EACH = "each";

  /** Where the data of a loop lie, in Java; a native library has its data in plain memory. */
  public enum Memory {
    /** In Java arrays. */
    ARRAY,
    /** In native memory of the program. */
    SEGMENT,
    /** In memory that Ronsel has allocated. */
    ALLOCATED,
    /** They are objects, which are serialised. */
    OBJECT;

    /** Name on the command line. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Nothing special. */
  public static final Settings DEFAULT =
      new Settings(false, 0, ROTATING, Memory.ARRAY, Layout.DENSE, 1);

  /** Checks the ranges. */
  public Settings {
    if (coldBytes < 0 || root < ROTATING) {
      throw new IllegalArgumentException("there is no root " + root + ", nor " + coldBytes + " B");
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

  /** The same without a layout. */
  public Settings dense() {
    return new Settings(each, coldBytes, root, memory, Layout.DENSE, threads);
  }

  /** What is not as in {@link #DEFAULT}, by name. */
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

  /** Takes back what {@link #options} gave; other names are passed over. */
  public static Settings of(Map<?, ?> options) {
    return new Settings(
        "max".equals(options.get("report")),
        options.get("cold") instanceof Number cold ? cold.longValue() : 0,
        options.get("root") instanceof Number root ? root.intValue() : ROTATING,
        options.get("memory") instanceof String memory
            ? Memory.valueOf(memory.toUpperCase(Locale.ROOT))
            : Memory.ARRAY,
        options.get("datatype") instanceof String type ? Layout.parse(type) : Layout.DENSE,
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
   * @throws IllegalArgumentException if it is something else
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
