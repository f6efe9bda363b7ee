package org.ronsel.launch.files;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one job uses of a {@link FileCache}: a file beside those of the cache that has their names,
 * one a line, and on which the process that uses them holds a lock. The system releases the lock
 * when that process ends in any way; so whether a file is in use is no question of time, of which a
 * machine that was suspended, or whose clock was set, has another notion than its processes.
 */
public final class CacheUse implements AutoCloseable {
  private static final String SUFFIX = ".use";

  /**
   * The names that this process uses. Their files are not read: the system would release a lock
   * when this process closes the locked file by any channel.
   */
  private static final Map<Path, List<String>> OWN = new ConcurrentHashMap<>();

  private final Path file;
  private final FileChannel lock;

  private CacheUse(Path file, FileChannel lock) {
    this.file = file;
    this.lock = lock;
  }

  /** Notes that this process uses files, which lie in one directory. */
  static CacheUse of(Path directory, List<String> names) throws IOException {
    String name = UUID.randomUUID().toString();
    Path file = directory.resolve(name + SUFFIX);
    Path made = directory.resolve(name + FileCache.UNFINISHED);
    FileChannel lock = FileCache.open(made);
    try {
      // Locked before it has its name: what nobody has locked is taken away.
      if (lock.tryLock() == null) {
        throw new IOException("cannot lock " + made);
      }
      FileCache.write(lock, String.join("\n", names).getBytes(StandardCharsets.US_ASCII));
      OWN.put(file, List.copyOf(names));
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
      return new CacheUse(file, lock);
    } catch (IOException e) {
      OWN.remove(file);
      lock.close();
      Files.deleteIfExists(made);
      throw e;
    }
  }

  /** The files are not needed any more. */
  @Override
  public void close() throws IOException {
    try (lock) {
      Files.deleteIfExists(file);
    } finally {
      OWN.remove(file);
    }
  }

  /** The names of all files of a cache that a process uses; removes what ended ones have left. */
  static Set<String> of(Path directory) throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path each : all) {
        List<String> own = OWN.get(each);
        names.addAll(own != null ? own : ofOther(each));
      }
    }
    return names;
  }

  private static List<String> ofOther(Path file) {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
      if (channel.tryLock() != null) {
        Files.deleteIfExists(file);
        return List.of();
      }
      byte[] names = Channels.newInputStream(channel).readAllBytes();
      return new String(names, StandardCharsets.US_ASCII).lines().toList();
    } catch (IOException e) {
      return List.of(); // it has ended meanwhile, or there are no locks: then its files are young
    }
  }
}
