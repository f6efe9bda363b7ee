package org.ronsel.launch.program;

/** A source file does not compile; the message is what the compiler says. */
public final class CompilationFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  CompilationFailedException(String diagnostics) {
    super(diagnostics);
  }
}
