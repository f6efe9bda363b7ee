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
  /** What a JVM passes on unfinished is meant so; this is for lines that come in several pieces. */
  private static final long QUIET_MS = 200;

  private final LineMerger out;
  private final LineMerger err;
  private final LineMerger.Source own;

  /** The console of this process. */
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
   * What could not be written, and why, in one line; null if all could, or nobody reads it any
   * more.
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

  /** Whether what is written to standard output is to stay. */
  public static boolean isOutputKept() {
    return isKept("1");
  }

  /**
   * Whether what is written is to stay, as in a file. Who has closed the other end of a pipe or
   * terminal wants no more; {@code head} does so. Where the system does not tell, that is assumed.
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
