package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Groups results of the same kind. */
final class Entrants {
  private Entrants() {}

  /** Groups results, in the order of the first member of each group. */
  static <K> Map<K, List<Result>> by(Collection<Result> results, Function<Result, K> key) {
    Map<K, List<Result>> groups = new LinkedHashMap<>();
    for (Result result : results) {
      groups.computeIfAbsent(key.apply(result), k -> new ArrayList<>()).add(result);
    }
    return groups;
  }

  /** The lines of a picture: Ronsel first. */
  static Map<String, List<Result>> lines(Collection<Result> results) {
    return by(results.stream().sorted(Comparator.comparing(Result::role)).toList(), Result::series);
  }

  /** The number of different values. */
  static long different(Collection<Result> results, Function<Result, ?> value) {
    return results.stream().map(value).distinct().count();
  }
}
