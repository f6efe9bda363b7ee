package org.ronsel.launch.hosts;

/** Hosts cannot be used as they are named; the message says why in one line. */
public final class HostListException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says why in one line. */
  public HostListException(String message) {
    super(message);
  }
}
