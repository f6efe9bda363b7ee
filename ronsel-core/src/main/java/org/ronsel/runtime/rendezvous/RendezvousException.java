package org.ronsel.runtime.rendezvous;

import java.io.IOException;

/** The JVMs of a job cannot meet; the message says why and what to look at. */
final class RendezvousException extends IOException {
  private static final long serialVersionUID = 1L;

  RendezvousException(String message) {
    super(message);
  }

  RendezvousException(String message, IOException cause) {
    super(message, cause);
  }
}
