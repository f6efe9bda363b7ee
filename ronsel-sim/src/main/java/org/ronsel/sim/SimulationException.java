package org.ronsel.sim;

import java.io.Serial;

/** Thrown when an operation cannot be simulated; the message says why. */
public final class SimulationException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  SimulationException(String message) {
    super(message);
  }
}
