package org.ronsel.comm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.collective.selection.Rule;
import org.ronsel.collective.selection.SelectionTable;

/**
 * Hints that name an algorithm for a collective operation of a communicator, such as {@code
 * ronsel.collective.allReduce} with the value {@code ring}; {@code auto} leaves the choice to the
 * table. All ranks must give the same, so setting them is a collective call.
 */
final class CollectiveHints {
  private static final String AUTO = "auto";

  private CollectiveHints() {}

  /** Whether there are such hints. */
  static boolean areIn(Info hints) {
    return hints.keys().stream().anyMatch(CollectiveHints::isOne);
  }

  private static boolean isOne(String key) {
    return key.startsWith(SelectionTable.PREFIX);
  }

  /**
   * A number in which equal hints agree, and others hardly ever; 0 if there are none. The order in
   * which they were set does not matter.
   */
  static long signature(Info hints) {
    long sum = 0;
    for (String key : hints.keys()) {
      if (isOne(key)) {
        long hash = 31L * key.hashCode() + String.valueOf(hints.get(key)).hashCode();
        hash *= 0x9E3779B97F4A7C15L;
        sum += hash ^ hash >>> 32;
      }
    }
    return sum;
  }

  /**
   * The rules that hints mean.
   *
   * @throws InvalidArgumentException if one names no operation or no algorithm of it
   */
  static List<Rule> rules(Communicator comm, String call, Info hints) {
    List<Rule> rules = new ArrayList<>();
    for (String key : hints.keys()) {
      String name = isOne(key) ? hints.get(key) : null;
      if (name == null) {
        continue;
      }
      Collective collective = operation(key);
      if (collective == null) {
        throw Arguments.raised(
            comm,
            call,
            ErrorClass.INFO_KEY,
            "the hint " + key + " names no operation; there are " + KnownAlgorithms.operations());
      }
      if (!name.equals(AUTO)) {
        if (KnownAlgorithms.find(collective, name) == null) {
          throw Arguments.raised(
              comm,
              call,
              ErrorClass.INFO_VALUE,
              "the hint "
                  + key
                  + " must be auto or one of "
                  + KnownAlgorithms.names(collective)
                  + ", not \""
                  + name
                  + "\"");
        }
        rules.add(SelectionTable.wanted(key, collective, name));
      }
    }
    return rules;
  }

  private static @Nullable Collective operation(String key) {
    return KnownAlgorithms.operation(key.substring(SelectionTable.PREFIX.length()));
  }

  /** Serves the calls of a communicator as its hints say. */
  static void apply(Communicator comm, List<Rule> rules) {
    comm.collectives.unchecked().select(comm.state().table().preferring(rules));
  }
}
