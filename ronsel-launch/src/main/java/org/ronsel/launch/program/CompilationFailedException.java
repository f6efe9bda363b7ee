package org.ronsel.launch.program;

import org.jspecify.annotations.Nullable;

/** Thrown when a source file does not compile; the message is that of the compiler. */
public final class CompilationFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final @Nullable String undecodable;

  CompilationFailedException(String diagnostics, @Nullable String undecodable) {
    super(diagnostics);
    this.undecodable = undecodable;
  }

  /** The file that is not in the character set it was read in, or null. */
  @Nullable String undecodable() {
    return undecodable;
  }
}
