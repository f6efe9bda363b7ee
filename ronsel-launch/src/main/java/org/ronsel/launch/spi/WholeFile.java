package org.ronsel.launch.spi;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Writes a file completely or not at all: first under another name beside it, then moved to its
 * place in one step. Who reads it meanwhile reads the old file or the new one.
 */
public final class WholeFile {
  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it; the caller closes the stream. */
    void writeTo(OutputStream out) throws IOException;
  }

  private WholeFile() {}

  /**
   * Writes or replaces a file; where the name is a link, the file that it leads to. What is no
   * file, such as a pipe or {@code /dev/stdout}, is written to as it is.
   *
   * @throws IOException if it cannot be written, or {@code content} throws, with the name of the
   *     file and the reason; a file is then unchanged
   */
  public static void write(Path file, Content content) throws IOException {
    boolean exists = Files.exists(file);
    if (exists && Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
      try (OutputStream out = Files.newOutputStream(file)) {
        content.writeTo(out);
      }
      return;
    }
    Path target = exists ? file.toRealPath() : file.toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null) {
      throw new IOException(file + " is not a file name");
    }
    if (Files.isDirectory(target)) { // a move would replace an empty folder
      throw new FileSystemException(file.toString(), null, "Is a directory");
    }
    Path work = folder.resolve(target.getFileName() + "." + ProcessHandle.current().pid());
    try {
      try (OutputStream out = Files.newOutputStream(work)) {
        content.writeTo(out);
      }
      move(work, target);
    } catch (IOException e) { // which names no file, or the one beside it
      IOException named = new FileSystemException(file.toString(), null, FileProblem.reason(e));
      named.initCause(e);
      throw named;
    } finally {
      Files.deleteIfExists(work);
    }
  }

  /**
   * Moves a file that is complete to its place on the same file system, and replaces what is there;
   * in one step where the file system can do that.
   */
  public static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
