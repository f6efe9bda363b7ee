package org.ronsel.launch;

import java.io.OutputStream;

/** Where what JVMs print goes. */
interface JvmOutput {
  /** For the standard output of a JVM; closed at its end. */
  OutputStream newOut(int jvm);

  /** For the standard error of a JVM; closed at its end. */
  OutputStream newErr(int jvm);
}
