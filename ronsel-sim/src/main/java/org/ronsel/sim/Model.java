package org.ronsel.sim;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The costs of a machine, in nanoseconds. Immutable.
 *
 * @param levels costs of a message, for each level
 * @param linkPerByte time that each byte occupies the link of its host, in each direction; messages
 *     that leave a host, or enter it, take turns at its link
 * @param copyPerByte a processor's time to copy a byte
 * @param reducePerByte a processor's time to combine a byte of two operands
 */
public record Model(
    Map<Level, LevelCosts> levels, double linkPerByte, double copyPerByte, double reducePerByte) {
  /** Checks that no level is missing and no cost negative or infinite. */
  public Model {
    if (levels.size() != Level.values().length) {
      throw new IllegalArgumentException("a model has costs for each level, not for " + levels);
    }
    levels = Collections.unmodifiableMap(new EnumMap<>(levels));
    requireCost("link.G", linkPerByte);
    requireCost("copy", copyPerByte);
    requireCost("reduce", reducePerByte);
  }

  /**
   * A model with round numbers, typical of servers, for comparisons without a machine: rank
   * threads, processes, and hosts with links of 100 Gbit/s, half of which one stream gets. Its
   * numbers were not fitted; a {@link Fit} describes a real machine.
   */
  public static Model common() {
    Map<Level, LevelCosts> levels = new EnumMap<>(Level.class);
    levels.put(Level.THREAD, new LevelCosts(20, 60, 60, 100, 0.05, 0.05, 0.05));
    levels.put(Level.PROCESS, new LevelCosts(40, 60, 60, 120, 0.1, 0.1, 0.1));
    levels.put(Level.HOST, new LevelCosts(1500, 500, 500, 500, 0.16, 0, 0));
    return new Model(levels, 0.08, 0.04, 0.08);
  }

  /** The costs of a level. */
  public LevelCosts costs(Level level) {
    LevelCosts costs = levels.get(level);
    if (costs == null) {
      throw new IllegalStateException("no costs of " + level);
    }
    return costs;
  }

  /** The same machine with other costs of a level. */
  public Model with(Level level, LevelCosts costs) {
    Map<Level, LevelCosts> changed = new EnumMap<>(levels);
    changed.put(level, costs);
    return new Model(changed, linkPerByte, copyPerByte, reducePerByte);
  }

  static void requireCost(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be a time of at least 0 ns, not " + value);
    }
  }
}
