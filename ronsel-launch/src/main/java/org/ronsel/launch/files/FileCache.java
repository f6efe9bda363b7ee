package org.ronsel.launch.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.UserFolders;

/**
 * Files that were sent to this host, each named by its SHA-256, for later jobs. The hash of a file
 * is checked each time it is used. Several processes, and hosts that share a file system, may use
 * one directory.
 */
public final class FileCache {
  /** How the names of files end that are being filled. */
  static final String UNFINISHED = ".new";

  /**
   * A file that was used within this time may be in use; processes touch the files that they use
   * more often. It serves where the file system has no locks, and for files that are being sent;
   * those that processes use have {@linkplain #use said so}.
   */
  static final Duration IN_USE = Duration.ofHours(1);

  private static final Set<PosixFilePermission> READ_ONLY =
      PosixFilePermissions.fromString("r--------");

  private final Path directory;
  private final int owner;
  private final Consumer<String> notices;

  private FileCache(Path directory, int owner, Consumer<String> notices) {
    this.directory = directory;
    this.owner = owner;
    this.notices = notices;
  }

  /** The folder of this user's cache: in {@code XDG_CACHE_HOME}, else {@code ~/.cache}. */
  public static Path place() {
    return UserFolders.cache().resolve("files");
  }

  /**
   * Opens the cache in a directory, which is created if it does not exist.
   *
   * @param notices receives notices of files that are deleted
   * @throws FilesException if other users could write files into it
   */
  public static FileCache open(Path directory, Consumer<String> notices) throws IOException {
    int self = JobDirectory.user();
    Path above = directory.getParent();
    if (above != null) {
      openOwn(above);
    }
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      // Another process may create it at the same time.
      Files.createDirectories(directory, FileTrees.PRIVATE);
    }
    requireOwn(directory, self);
    return new FileCache(directory, self, notices);
  }

  /**
   * Creates a directory of this user unless it exists, and closes it to others.
   *
   * @throws FilesException if other users could write files into it
   */
  public static void openOwn(Path directory) throws IOException {
    int self = JobDirectory.user();
    Files.createDirectories(directory, FileTrees.PRIVATE);
    closeToOthers(directory, self);
    requireOwn(directory, self);
  }

  /**
   * Takes the permission to write into a directory of this user from others, which it has if
   * another program has made it while the umask allowed that.
   */
  private static void closeToOthers(Path directory, int self) throws IOException {
    if (FileScan.owner(directory) == self) {
      Set<PosixFilePermission> own =
          EnumSet.copyOf(Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS));
      if (own.removeAll(
          Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE))) {
        Files.setPosixFilePermissions(directory, own);
      }
    }
  }

  private static void requireOwn(Path directory, int self) throws IOException {
    Ownership found = Ownership.of(directory);
    if (!found.isDirectory()) {
      throw new FilesException(directory + " is not a directory");
    }
    if (found.user() != self) {
      throw new FilesException(
          directory + " belongs to user " + found.user() + ", not to user " + self);
    }
    if (found.isOpenToOthers()) {
      throw new FilesException(directory + " may be written by others (chmod go-w)");
    }
  }

  /** The directory of the files. */
  public Path directory() {
    return directory;
  }

  /** The file with this hash, or null; a file with another content is deleted. */
  public @Nullable Path find(String hash, long size) throws IOException {
    Path file = directory.resolve(hash);
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
    if (attributes.isRegularFile()
        && FileScan.owner(file) == owner
        && attributes.size() == size
        && hash.equals(Sha256.of(file, LinkOption.NOFOLLOW_LINKS))) {
      touch(file);
      return file;
    }
    notices.accept(
        "the file "
            + hash
            + " of the cache "
            + directory
            + (attributes.isSymbolicLink() ? " is a link" : " has another content than it had")
            + "; it is thrown away and sent again");
    FileTrees.remove(file);
    return null;
  }

  /** Notes which of these files, perhaps of another directory, are in use until that is closed. */
  public CacheUse use(List<Path> files) throws IOException {
    return CacheUse.of(
        directory,
        files.stream()
            .filter(file -> directory.equals(file.getParent()))
            .map(file -> String.valueOf(file.getFileName()))
            .toList());
  }

  /** Notes that a file is in use now. */
  public static void touch(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException e) {
      // It may then be removed sooner and sent again.
      return;
    }
  }

  /** Creates a file to be filled and then {@linkplain #keep kept}. */
  Path newFile() {
    return directory.resolve(UUID.randomUUID() + UNFINISHED);
  }

  /** Opens such a file. */
  static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        FileTrees.PRIVATE_FILE);
  }

  /** Renames a file whose content has this hash to its final name. */
  Path keep(Path file, String hash) throws IOException {
    // Prevents programs from writing to files that they were sent.
    Files.setPosixFilePermissions(file, READ_ONLY);
    return Files.move(file, directory.resolve(hash), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Removes files that have not been used for {@code maxAge}, then the least recently used ones
   * until the rest has at most {@code maxBytes}. Files that may be in use stay.
   */
  public void clean(long maxBytes, Duration maxAge) throws IOException {
    List<Kept> all = new ArrayList<>();
    Set<String> inUse = CacheUse.of(directory);
    Instant now = Instant.now();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Kept found = kept(file);
        if (found == null) {
          continue;
        }
        Kept kept = inUse.contains(String.valueOf(file.getFileName())) ? found.withUse(now) : found;
        boolean isOld = kept.used().isBefore(now.minus(IN_USE));
        if (isOld && (kept.isUnfinished() || kept.used().isBefore(now.minus(maxAge)))) {
          Files.deleteIfExists(file);
        } else if (!kept.isUnfinished()) {
          all.add(kept);
        }
      }
    }
    all.sort(Comparator.comparing(Kept::used));
    long bytes = all.stream().mapToLong(Kept::bytes).sum();
    for (Kept each : all) {
      if (bytes <= maxBytes || !each.used().isBefore(now.minus(IN_USE))) {
        return;
      }
      Files.deleteIfExists(each.file());
      bytes -= each.bytes();
    }
  }

  private record Kept(Path file, Instant used, long bytes, boolean isUnfinished) {
    Kept withUse(Instant now) {
      return new Kept(file, now, bytes, isUnfinished);
    }
  }

  private static @Nullable Kept kept(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    boolean unfinished = name.endsWith(UNFINISHED);
    if (!unfinished && !Sha256.isOne(name)) {
      return null;
    }
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      Instant used = attributes.lastModifiedTime().toInstant();
      return new Kept(file, used, attributes.size(), unfinished);
    } catch (NoSuchFileException e) {
      return null; // another process cleans at the same time
    }
  }

  /** Writes all of these bytes. */
  static void write(FileChannel to, byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      to.write(left);
    }
  }
}
