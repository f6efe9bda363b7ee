package org.ronsel.runtime.pmi;

import java.io.IOException;

/** A process manager has sent an unexpected message. */
final class PmiException extends IOException {
  private static final long serialVersionUID = 1L;

  PmiException(String message) {
    super(message);
  }
}
