package org.ronsel.launch.spi;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Describes problems of files in words: the message of an exception often has the file's name only.
 */
public final class FileProblem {
  private FileProblem() {}

  /** The reason why a file could not be read or written, without its name. */
  public static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> reasonOfMissing(missing.getFile());
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "there is a file of this name";
      case NotDirectoryException _ -> "it is not a folder";
      case DirectoryNotEmptyException _ -> "it is a folder, and not empty";
      case CharacterCodingException _ -> "it is not text in UTF-8";
      case FileSystemException other when other.getReason() != null ->
          small(String.valueOf(other.getReason()));
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }

  /**
   * The file and the reason why it could not be read or written, as far as the exception has both.
   */
  public static String text(IOException e) {
    return e instanceof FileSystemException of && of.getFile() != null
        ? of.getFile() + ": " + reason(e)
        : reason(e);
  }

  /** The reason as the system writes it, with a small first letter: no space left on device. */
  private static String small(String reason) {
    return reason.isEmpty()
        ? reason
        : Character.toLowerCase(reason.charAt(0)) + reason.substring(1);
  }

  private static String reasonOfMissing(@Nullable String file) {
    Path folder = file == null ? null : Path.of(file).toAbsolutePath().getParent();
    return folder == null || Files.isDirectory(folder)
        ? "there is no such file"
        : "its folder does not exist";
  }

  /** The reason why a file cannot be written; null if none is known. */
  public static @Nullable String ofOutput(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(file)) {
      return "it is a folder";
    }
    if (!Files.isDirectory(folder)) {
      return Files.exists(folder) ? folder + " is not a folder" : "its folder does not exist";
    }
    return Files.isWritable(Files.exists(file) ? file : folder) ? null : "permission denied";
  }
}
