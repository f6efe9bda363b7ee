package org.ronsel.launch;

/** A source file does not compile; the message is what the compiler says. */
final class CompilationFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  CompilationFailedException(String diagnostics) {
    super(diagnostics);
  }
}
