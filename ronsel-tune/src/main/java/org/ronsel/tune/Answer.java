package org.ronsel.tune;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The measured or predicted answer to a question.
 *
 * @param timesNs nanoseconds of one operation by name of algorithm, the fastest first; for those
 *     that were given up early a first impression only
 */
public record Answer(Question question, Map<String, Double> timesNs) {
  /** Sorts the times. */
  public Answer {
    Map<String, Double> sorted = new LinkedHashMap<>();
    timesNs.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(each -> sorted.put(each.getKey(), each.getValue()));
    timesNs = sorted;
  }

  /**
   * The algorithm to choose: the fastest, or the usual one if that is about as fast, so that a
   * table does not change with small variations of the machine.
   */
  public String best(String usual, double tolerance) {
    Map.Entry<String, Double> fastest = timesNs.entrySet().iterator().next();
    Double usualNs = timesNs.get(usual);
    return usualNs != null && usualNs <= fastest.getValue() * (1 + tolerance)
        ? usual
        : fastest.getKey();
  }
}
