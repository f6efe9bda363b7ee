package org.ronsel.launch.spi;

/**
 * Thrown when a command line cannot be carried out; the message says in one line what is wrong and
 * what to do.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
