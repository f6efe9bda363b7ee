package org.ronsel.caches;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the JVMs that run tests share, made by the first of them while the others wait. A JVM that
 * is killed leaves no lock.
 */
public final class OneAtATime {
  /** Makes something, or finds that it has been made. */
  public interface Work {
    /** Does it. */
    void run() throws IOException, InterruptedException;
  }

  private OneAtATime() {}

  /**
   * Runs the work while no other JVM runs work of this name in this folder. Called once in each
   * JVM.
   */
  public static void run(Path folder, String name, Work work)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    try (FileChannel file =
            FileChannel.open(
                folder.resolve(name + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      assert lock.isValid();
      work.run();
    }
  }
}
