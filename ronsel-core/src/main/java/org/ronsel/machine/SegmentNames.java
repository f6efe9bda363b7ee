package org.ronsel.machine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of segment files that this process has made and not removed yet: files have a name from
 * their making until all peers have mapped them, and a process that halts in between has to remove
 * it. Any thread.
 */
final class SegmentNames {
  /** The prefix of all names; the process id and a dash follow. */
  static final String PREFIX = "ronsel-";

  private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,10})-.*");

  /**
   * The process that has made a file may live in another process-id namespace; no job takes that
   * long to start.
   */
  private static final Duration ABANDONED_AFTER = Duration.ofMinutes(10);

  private static final long MAKING_MS = 1000;

  private static final ReentrantLock LOCK = new ReentrantLock();

  /** Guarded by the lock, like what follows. */
  private static final Set<Path> NAMES = new HashSet<>();

  private static final Set<Path> SWEPT = new HashSet<>();

  private SegmentNames() {}

  /** How a file is made. */
  @FunctionalInterface
  interface Maker {
    /** Makes it. */
    FileChannel make() throws IOException;
  }

  /** Makes a file; its name is registered from then on. */
  static FileChannel make(Path file, Maker maker) throws IOException {
    LOCK.lock();
    try {
      Path directory = file.getParent();
      if (directory != null && SWEPT.add(directory)) {
        sweep(directory);
      }
      FileChannel made = maker.make();
      NAMES.add(file);
      return made;
    } finally {
      LOCK.unlock();
    }
  }

  /** The process that has made a file, by its path; empty if that is not such a name. */
  static OptionalLong owner(String path) {
    Matcher name = NAME.matcher(path.substring(path.lastIndexOf('/') + 1));
    return name.matches() ? OptionalLong.of(Long.parseLong(name.group(1))) : OptionalLong.empty();
  }

  /** Removes a name. */
  static void remove(Path file) throws IOException {
    LOCK.lock();
    try {
      Files.deleteIfExists(file);
      NAMES.remove(file);
    } finally {
      LOCK.unlock();
    }
  }

  /** Removes all names and keeps others from being made: the process is about to be halted. */
  static void removeForGood() {
    try {
      // If the lock is not to be had, another thread makes a file on a disk that hangs.
      if (LOCK.tryLock(MAKING_MS, TimeUnit.MILLISECONDS)) {
        NAMES.forEach(SegmentNames::removeQuietly);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Deletes what a process that was killed left in a directory.
   *
   * @return how many files
   */
  static int removeLeftovers(Path directory, long pid) throws IOException {
    int removed = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + pid + "-*")) {
      for (Path file : files) {
        if (Files.deleteIfExists(file)) {
          removed++;
        }
      }
    }
    return removed;
  }

  /**
   * Deletes files of processes after which no other one could clean up: a whole job that was killed
   * at once.
   */
  private static void sweep(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path file : files) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.matches()
            && ProcessLife.isEnding(Long.parseLong(name.group(1)))
            && Files.isRegularFile(file)
            && Files.isReadable(file)
            && Files.getLastModifiedTime(file)
                .toInstant()
                .isBefore(Instant.now().minus(ABANDONED_AFTER))) {
          removeQuietly(file);
        }
      }
    } catch (IOException unreadable) {
      // What is wrong with the directory, its use will tell.
      return;
    }
  }

  private static void removeQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // The file stays; there is no one to report it to.
      return;
    }
  }
}
