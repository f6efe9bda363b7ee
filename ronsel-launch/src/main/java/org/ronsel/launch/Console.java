package org.ronsel.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.Charset;
import org.ronsel.runtime.output.LineMerger;

/** Standard output and error of the launcher, to which the JVMs of a job and the launcher write. */
final class Console implements AutoCloseable {
  /** What a JVM passes on unfinished is meant so; this is for lines that come in several pieces. */
  private static final long QUIET_MS = 200;

  private final LineMerger out;
  private final LineMerger err;
  private final LineMerger.Source own;

  /** The console of this process. */
  Console() {
    out = new LineMerger(new FileOutputStream(FileDescriptor.out), QUIET_MS);
    err = new LineMerger(new FileOutputStream(FileDescriptor.err), QUIET_MS);
    own = err.source("");
  }

  /** Standard output of one more JVM. */
  LineMerger.Source newOut() {
    return out.source("");
  }

  /** Standard error of one more JVM. */
  LineMerger.Source newErr() {
    return err.source("");
  }

  /** Writes a message of the launcher to standard error. */
  void say(String message) {
    byte[] bytes = ("ronsel: " + message + "\n").getBytes(Charset.defaultCharset());
    own.write(bytes, 0, bytes.length);
  }

  @Override
  public void close() {
    out.close();
    err.close();
  }
}
