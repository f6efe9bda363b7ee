package org.ronsel.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the JVMs that run the tests of this module share, made by the first of them while the others
 * wait. A JVM that is killed leaves no lock.
 */
final class OneAtATime {
  /** Makes something, or finds that it has been made. */
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  private OneAtATime() {}

  /** Runs the work while no other JVM runs work of this name. Called once in each JVM. */
  static void run(String name, Work work) throws IOException, InterruptedException {
    Path folder = Path.of("target").toAbsolutePath();
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
