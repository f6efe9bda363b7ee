package org.ronsel.launch.console;

import java.io.OutputStream;

/** Receives the output of JVMs. */
public interface JvmOutput {
  /** A stream for the standard output of a JVM; closed at its end. */
  OutputStream newOut(int jvm);

  /** A stream for the standard error of a JVM; closed at its end. */
  OutputStream newErr(int jvm);
}
