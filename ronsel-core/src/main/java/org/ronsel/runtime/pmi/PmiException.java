package org.ronsel.runtime.pmi;

import java.io.IOException;

/** What a process manager says is not what it should say. */
final class PmiException extends IOException {
  private static final long serialVersionUID = 1L;

  PmiException(String message) {
    super(message);
  }
}
