package org.ronsel.bench.report;

import java.util.List;
import java.util.Map;

/**
 * What a result file says about its run, besides what was measured.
 *
 * @param command the command line
 * @param peers native libraries that were requested, and the versions found
 * @param plan of the measurement; written as it is
 */
public record RunDescription(
    List<String> command, Map<String, String> peers, Map<String, Object> plan) {
  /** Copies the command line. */
  public RunDescription {
    command = List.copyOf(command);
  }
}
