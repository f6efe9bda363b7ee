package org.ronsel.launch.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.output.LineMerger;

/** Standard output and error of the launcher, to which the JVMs of a job and the launcher write. */
public final class Console implements JvmOutput, AutoCloseable {
  /**
   * Time to wait for the rest of a line that arrives in several pieces, in milliseconds. A JVM
   * passes on an unfinished line deliberately.
   */
  private static final long QUIET_MS = 200;

  private final LineMerger out;
  private final LineMerger err;
  private final LineMerger.Source own;

  /** Creates the console of this process. */
  public Console() {
    out = new LineMerger(new FileOutputStream(FileDescriptor.out), QUIET_MS);
    err = new LineMerger(new FileOutputStream(FileDescriptor.err), QUIET_MS);
    own = err.source("");
  }

  @Override
  public LineMerger.Source newOut(int jvm) {
    return out.waitingSource();
  }

  @Override
  public LineMerger.Source newErr(int jvm) {
    return err.waitingSource();
  }

  /** Writes a message of the launcher to standard error. */
  public void say(String message) {
    byte[] bytes = ("ronsel: " + message + "\n").getBytes(Charset.defaultCharset());
    own.write(bytes, 0, bytes.length);
  }

  /**
   * The failure of writing, with its reason, in one line; null if all was written, or the reader is
   * gone.
   */
  public @Nullable String lost() {
    String lost = lost("standard output", "1", out);
    return lost != null ? lost : lost("standard error", "2", err);
  }

  private static @Nullable String lost(String name, String descriptor, LineMerger merger) {
    IOException failure = merger.failure();
    return failure == null || !isKept(descriptor)
        ? null
        : name + " cannot be written, and what the ranks print is lost: " + failure.getMessage();
  }

  /** Whether standard output is kept, as in a file. */
  public static boolean isOutputKept() {
    return isKept("1");
  }

  /**
   * Whether output is kept, as in a file. A closed pipe or terminal means that the reader, such as
   * {@code head}, wants no more. If the system does not know, this is assumed.
   */
  private static boolean isKept(String descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor)).toString();
      return target.startsWith("/")
          && !target.startsWith("/dev/pts/")
          && !target.equals("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  @Override
  public void close() {
    out.close();
    err.close();
  }
}
