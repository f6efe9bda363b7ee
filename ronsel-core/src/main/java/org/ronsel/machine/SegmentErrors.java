package org.ronsel.machine;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.NoMemoryException;
import org.ronsel.RonselException;
import org.ronsel.memory.ByteSize;

/** Errors of shared segments, with advice for the user. */
final class SegmentErrors {
  private SegmentErrors() {}

  private static final String NAME_ONE = "Name a directory that exists with -Dronsel.shm.dir=DIR";

  private static final String SIZE_LIMIT =
      "The limit on the size of files of this process (ulimit -f) holds for shared memory, too:"
          + " raise it";

  /** Fails if {@code ronsel.shm.dir} is set and names no directory. */
  static void requireDirectory() {
    String why =
        Setting.SHM_DIRECTORY.text() == null ? null : noDirectory(SharedSegment.directory());
    if (why != null) {
      throw new InvalidArgumentException(ErrorClass.ARGUMENT, why + ". " + NAME_ONE);
    }
  }

  private static @Nullable String noDirectory(Path path) {
    return Files.isDirectory(path)
        ? null
        : path + (Files.exists(path) ? " is not a directory" : " does not exist");
  }

  /** A segment's file cannot be made in a directory. */
  static RonselException cannotCreate(String label, long bytes, Path directory, IOException e) {
    String why = noDirectory(directory);
    String todo = advice();
    if (why != null) {
      todo = NAME_ONE;
    } else if (!Files.isWritable(directory)) {
      why = directory + " is not writable";
    } else {
      why = reasonOf(e);
      boolean limited = why.contains(LinuxCalls.FILE_TOO_LARGE);
      todo = limited ? SIZE_LIMIT : todo;
      why = limited ? why : spaceText(directory) + ": " + why;
    }
    return new RonselException(
        ErrorClass.OTHER,
        "Cannot create "
            + ByteSize.describe(bytes)
            + " of shared memory for "
            + label
            + ": "
            + why
            + ". "
            + todo,
        e);
  }

  /** The text that a peer sent as a handle is invalid. */
  static RonselException badHandle(String handle, String why) {
    return new RonselException(
        ErrorClass.ARGUMENT, "\"" + handle + "\" is not the expected shared memory: " + why);
  }

  /** The kernel does not give the memory; without a directory it is anonymous memory. */
  static RonselException cannotGet(
      String label, long bytes, String why, @Nullable Path directory, @Nullable Exception cause) {
    return new NoMemoryException(
        "Cannot get "
            + ByteSize.describe(bytes)
            + " of shared memory for "
            + label
            + ": "
            + why
            + ". "
            + gettingAdvice(why, directory),
        cause);
  }

  private static String gettingAdvice(String why, @Nullable Path directory) {
    if (why.contains(LinuxCalls.FILE_TOO_LARGE)) {
      return SIZE_LIMIT;
    }
    return directory == null
        ? "The memory of this host, or the limit of its container, is used up: run fewer ranks per"
            + " host or give the container more"
        : spaceText(directory) + ". " + advice();
  }

  private static String spaceText(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return directory
          + " has "
          + ByteSize.describe(store.getUsableSpace())
          + " of "
          + ByteSize.describe(store.getTotalSpace())
          + " free";
    } catch (IOException e) {
      return directory + " cannot be examined (" + reasonOf(e) + ")";
    }
  }

  private static String advice() {
    return "Free or enlarge it (containers: --shm-size), or name another directory with"
        + " -Dronsel.shm.dir=DIR";
  }

  /** Advice about a peer's memory that cannot be opened. */
  static String openingAdvice(IOException e) {
    return ProcessLimits.isOfFiles(reasonOf(e))
        ? ProcessLimits.filesText()
        : "Both processes must run as the same user; where /proc/<pid>/fd is closed to it, name a"
            + " directory for shared memory with -Dronsel.shm.dir=DIR";
  }

  /** The shortest text that says why. */
  static String reasonOf(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getReason();
    }
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
