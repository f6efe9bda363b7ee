package org.ronsel.launch.program;

/** Thrown when a source file does not compile; the message is that of the compiler. */
public final class CompilationFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  CompilationFailedException(String diagnostics) {
    super(diagnostics);
  }
}
