package org.ronsel.launch.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A directory of this host that has files of one job and is removed at its end. Only its owner may
 * enter it. The process that has made it keeps a lock on a file in it, which the system releases
 * when that process ends in any way: so later processes can tell which directories are no longer
 * needed, even in a container that does not see the process.
 */
public final class JobDirectory implements AutoCloseable {
  private static final String PREFIX = "ronsel-job-";
  private static final String LOCK = "lock";

  /** A directory without a lock may be incomplete for this time; an older one is abandoned. */
  private static final Duration IN_THE_MAKING = Duration.ofHours(1);

  /**
   * The directories of this process. They are not checked: the system would release a lock when
   * this process closes the locked file by any channel.
   */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lock;
  private boolean closed;

  private JobDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Creates a directory. */
  public static JobDirectory create(Path parent) throws IOException {
    Path path = Files.createTempDirectory(parent, PREFIX, FileTrees.PRIVATE);
    OWN.add(path);
    // Locked before it has its name: a directory with a lock that nobody holds is a stale one.
    Path made = path.resolve(LOCK + ".new");
    FileChannel lock =
        FileChannel.open(made, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (lock.tryLock() == null) {
      throw new IOException("cannot lock " + made);
    }
    Files.move(made, path.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
    return new JobDirectory(path, lock);
  }

  /**
   * The parent of such directories: {@code TMPDIR}, which batch systems set, else Java's folder for
   * temporary files.
   */
  public static Path parent() {
    String named = System.getenv("TMPDIR");
    Path java = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    if (named == null || !named.startsWith("/")) {
      return java;
    }
    return Files.isWritable(Path.of(named)) && Files.isDirectory(Path.of(named))
        ? Path.of(named)
        : java;
  }

  /** The directory itself. */
  public Path path() {
    return path;
  }

  /**
   * Creates a directory in it, with its parents, unless they exist.
   *
   * @param name relative
   */
  public synchronized Path directory(String name) throws IOException {
    requireOpen();
    Path made = path.resolve(name);
    if (!made.normalize().startsWith(path)) {
      throw new IOException(name + " does not stay below " + path);
    }
    return Files.createDirectories(made, FileTrees.PRIVATE);
  }

  /** Creates a new file in one of its directories. */
  public synchronized FileChannel file(Path file) throws IOException {
    requireOpen();
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        FileTrees.PRIVATE_FILE);
  }

  /** Creates a link in one of its directories. */
  public synchronized void link(Path link, Path to) throws IOException {
    requireOpen();
    Files.createSymbolicLink(link, to);
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the job has ended");
    }
  }

  /** Removes the directory. Nothing can be created in it afterwards. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      try (lock) {
        FileTrees.remove(path);
      } finally {
        OWN.remove(path);
      }
    }
  }

  /** Removes directories of this user whose process has ended without removing them. */
  public static void removeStale(Path parent) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      int self = user();
      for (Path each : all) {
        if (!OWN.contains(each)
            && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
            && FileScan.owner(each) == self) {
          removeIfStale(each);
        }
      }
    } catch (IOException e) {
      // This is a mere clean-up; the next job tries again.
      return;
    }
  }

  private static void removeIfStale(Path directory) throws IOException {
    Path file = directory.resolve(LOCK);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Instant made = Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS).toInstant();
      if (made.isBefore(Instant.now().minus(IN_THE_MAKING))) {
        FileTrees.remove(directory);
      }
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.tryLock() != null) {
        FileTrees.remove(directory);
      }
    } catch (IOException e) {
      // Another process removes it at the same time.
      return;
    }
  }

  /** The number of the user of this process. */
  static int user() throws IOException {
    return FileScan.owner(Path.of("/proc", Long.toString(ProcessHandle.current().pid())));
  }
}
