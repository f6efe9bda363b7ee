package org.ronsel.launch.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A process to start.
 *
 * @param command program and arguments
 * @param environment variables set in addition to this process's own
 * @param limit time after which it is ended and counts as failed
 */
public record ProcessSpec(List<String> command, Map<String, String> environment, Duration limit) {
  /** Copies the collections. */
  public ProcessSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
