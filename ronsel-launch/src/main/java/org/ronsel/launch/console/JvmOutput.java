package org.ronsel.launch.console;

import java.io.OutputStream;

/** Where what JVMs print goes. */
public interface JvmOutput {
  /** For the standard output of a JVM; closed at its end. */
  OutputStream newOut(int jvm);

  /** For the standard error of a JVM; closed at its end. */
  OutputStream newErr(int jvm);
}
