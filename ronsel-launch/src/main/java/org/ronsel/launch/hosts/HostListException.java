package org.ronsel.launch.hosts;

/** Thrown when hosts cannot be used as they are named; the message says why in one line. */
public final class HostListException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason in one line. */
  public HostListException(String message) {
    super(message);
  }
}
