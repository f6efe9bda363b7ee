package org.ronsel.launch;

/**
 * The command line cannot be carried out; the message says in one line what is wrong and what to
 * do.
 */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
