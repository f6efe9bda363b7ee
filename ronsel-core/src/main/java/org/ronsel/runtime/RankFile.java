package org.ronsel.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The file that takes the standard output or error of a rank. A program does not notice that its
 * output is lost (a {@code PrintStream} throws nothing), so the first failure is told; after it
 * nothing more is written, lest lines be missing in the middle.
 */
final class RankFile extends OutputStream {
  private final Path path;
  private final OutputStream out;
  private final Consumer<String> lost;

  /** Set once, by the thread that tells of the failure; others need to see it soon, not at once. */
  private final AtomicBoolean failed = new AtomicBoolean();

  /**
   * Makes the file, or empties one that is there.
   *
   * @param lost told in one line what is lost and why, at most once
   */
  RankFile(Path path, Consumer<String> lost) throws IOException {
    this.path = path;
    this.lost = lost;
    out = new FileOutputStream(path.toFile());
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    if (failed.getPlain()) {
      return;
    }
    try {
      out.write(bytes, from, count);
    } catch (IOException e) {
      if (failed.compareAndSet(false, true)) {
        lost.accept(
            "--output: "
                + path
                + " cannot be written any more, and what follows of its rank's output is lost: "
                + e.getMessage());
      }
    }
  }
}
