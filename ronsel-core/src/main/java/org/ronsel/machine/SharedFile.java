package org.ronsel.machine;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.memory.ByteSize;

/**
 * The file behind a {@link SharedSegment}: anonymous memory of the kernel, or a file with a name.
 */
final class SharedFile implements AutoCloseable {
  private static final int CLOEXEC = 1;
  private static final int ALLOW_SEALING = 2;
  private static final int NOEXEC_SEAL = 8;
  private static final int ADD_SEALS = 1033;
  private static final int SEAL_SHRINK_AND_GROW = 2 | 4;

  private static final long CURRENT_DIRECTORY = -100;
  private static final int READ_WRITE_CLOEXEC = 2 | 0x80000;

  private static final Pattern MEMORY_HANDLE = Pattern.compile("/proc/[0-9]{1,10}/fd/[0-9]{1,9}");
  private static final String NAME_PREFIX = SegmentNames.PREFIX;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 << 10).asReadOnlyBuffer();

  private final String handle;
  private final String label;
  private final FileChannel channel;

  /** The directory that holds or held the file, or null for anonymous memory. */
  private final @Nullable Path directory;

  /** The name to remove one day: the creator's, until it is removed. */
  private @Nullable Path name;

  /** A file descriptor of the kernel, or -1 where there are no native calls. */
  private int descriptor;

  /** Pages that were filled with zeros for want of {@code fallocate}: never twice. */
  private final BitSet zeroed = new BitSet();

  private SharedFile(
      String handle, String label, FileChannel channel, @Nullable Path directory, int descriptor) {
    this.handle = handle;
    this.label = label;
    this.channel = channel;
    this.directory = directory;
    this.descriptor = descriptor;
  }

  /** Makes anonymous memory of {@code bytes} bytes, none of them committed. */
  static SharedFile createMemory(String label, long bytes) {
    int descriptor = createDescriptor(label);
    try {
      long sized = LinuxCalls.call(LinuxCalls.FTRUNCATE, descriptor, bytes, 0);
      if (sized < 0) {
        throw SegmentErrors.cannotGet(label, bytes, LinuxCalls.errorText(sized), null, null);
      }
      // A peer that shrinks the segment would kill every JVM that touches the lost pages. Sealing
      // is a defence only: an old kernel may refuse it.
      LinuxCalls.call(LinuxCalls.FCNTL, descriptor, ADD_SEALS, SEAL_SHRINK_AND_GROW);
      String handle = "/proc/" + ProcessHandle.current().pid() + "/fd/" + descriptor;
      FileChannel channel =
          FileChannel.open(
              Path.of("/proc/self/fd/" + descriptor),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      return new SharedFile(handle, label, channel, null, descriptor);
    } catch (IOException e) {
      closeDescriptor(descriptor);
      throw new RonselException(
          ErrorClass.OTHER,
          "Cannot open the shared memory just made for " + label + " through /proc/self/fd: " + e,
          e);
    } catch (RuntimeException | Error e) {
      closeDescriptor(descriptor);
      throw e;
    }
  }

  private static int createDescriptor(String label) {
    try (Arena arena = Arena.ofConfined()) {
      long name = arena.allocateFrom(NAME_PREFIX + shortened(label)).address();
      int flags = CLOEXEC | ALLOW_SEALING;
      // Hardened kernels refuse memory that could become executable; old ones do not know the flag.
      long fd = LinuxCalls.call(LinuxCalls.MEMFD_CREATE, name, flags | NOEXEC_SEAL, 0);
      if (fd == -LinuxCalls.EINVAL) {
        fd = LinuxCalls.call(LinuxCalls.MEMFD_CREATE, name, flags, 0);
      }
      if (fd < 0) {
        throw new UnsupportedFeatureException(
            "memfd_create is refused on this host: " + LinuxCalls.errorText(fd));
      }
      return (int) fd;
    }
  }

  /** Makes a file of {@code bytes} bytes in a directory, readable by this user only. */
  static SharedFile createNamed(String label, long bytes, Path directory) {
    FileAttribute<Set<PosixFilePermission>> ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    SecureRandom random = new SecureRandom();
    byte[] suffix = new byte[8];
    while (true) {
      random.nextBytes(suffix);
      Path file =
          directory.resolve(
              NAME_PREFIX
                  + ProcessHandle.current().pid()
                  + "-"
                  + shortened(label)
                  + "-"
                  + HexFormat.of().formatHex(suffix));
      try {
        Set<StandardOpenOption> options =
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileChannel channel =
            SegmentNames.make(file, () -> FileChannel.open(file, options, ownerOnly));
        return extended(label, bytes, channel, file, directory);
      } catch (FileAlreadyExistsException taken) {
        continue;
      } catch (UnsupportedOperationException e) {
        throw new UnsupportedFeatureException(
            "The file system of "
                + directory
                + " has no POSIX permissions, which keep shared"
                + " memory from other users",
            e);
      } catch (IOException e) {
        throw SegmentErrors.cannotCreate(label, bytes, directory, e);
      }
    }
  }

  private static SharedFile extended(
      String label, long bytes, FileChannel channel, Path file, Path directory) throws IOException {
    String handle = file.toAbsolutePath().toString();
    SharedFile made = new SharedFile(handle, label, channel, directory, -1);
    made.name = file;
    try {
      // One byte at the end makes a sparse file; the page under it is real, so this can fail.
      channel.write(ByteBuffer.allocate(1), bytes - 1);
      made.descriptor = openDescriptor(handle);
      return made;
    } catch (IOException | RuntimeException | Error e) {
      made.close();
      throw e;
    }
  }

  /**
   * Opens the file that another JVM (or this one) has made.
   *
   * @throws ProcessGoneException if it was made by a process that has ended
   */
  static SharedFile open(String handle, long expectedBytes) {
    boolean memory = !isNamed(handle);
    try {
      return open(handle, memory, expectedBytes);
    } catch (RonselException e) {
      // A process that ends takes its descriptors away one by one, so this may fail in many ways. A
      // file that it leaves behind stays until it is removed by its name.
      OptionalLong owner =
          memory
              ? SharedSegment.ownerOf(handle)
              : e.getCause() instanceof NoSuchFileException
                  ? SegmentNames.owner(handle)
                  : OptionalLong.empty();
      throw owner.isPresent() && ProcessLife.isEnding(owner.getAsLong())
          ? new ProcessGoneException(owner.getAsLong(), handle, e)
          : e;
    }
  }

  /**
   * Whether a handle is the name of a file, and not of a descriptor of the process that made it.
   */
  static boolean isNamed(String handle) {
    return !MEMORY_HANDLE.matcher(handle).matches();
  }

  private static SharedFile open(String handle, boolean memory, long expectedBytes) {
    Path path = Path.of(handle);
    try {
      if (memory) {
        String target = Files.readSymbolicLink(path).toString();
        if (!target.startsWith("/memfd:" + NAME_PREFIX)) {
          throw SegmentErrors.badHandle(handle, "it leads to " + target);
        }
      } else {
        checkNamed(handle, path);
      }
      FileChannel channel =
          memory
              ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
              : FileChannel.open(
                  path,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE,
                  LinkOption.NOFOLLOW_LINKS);
      try {
        if (channel.size() != expectedBytes) {
          throw SegmentErrors.badHandle(
              handle, "it has " + channel.size() + " bytes and not " + expectedBytes);
        }
        Path directory = memory ? null : path.getParent();
        return new SharedFile(handle, handle, channel, directory, openDescriptor(handle));
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw new RonselException(
          ErrorClass.OTHER,
          "The shared memory " + handle + " is gone: who made it has closed it",
          e);
    } catch (IOException e) {
      throw new RonselException(
          ErrorClass.OTHER,
          "Cannot open the shared memory "
              + handle
              + " of a peer: "
              + SegmentErrors.reasonOf(e)
              + ". "
              + SegmentErrors.openingAdvice(e),
          e);
    }
  }

  private static void checkNamed(String handle, Path path) {
    Path fileName = path.getFileName();
    if (!path.isAbsolute() || fileName == null || !fileName.toString().startsWith(NAME_PREFIX)) {
      throw SegmentErrors.badHandle(handle, "it is not the name of a shared segment");
    }
  }

  FileChannel channel() {
    return channel;
  }

  String handle() {
    return handle;
  }

  /** The purpose of the file, in words. */
  String label() {
    return label;
  }

  /** Committing less than this is not worth a look at what is left. */
  private static final long LARGE = 64L << 20;

  /** Makes the kernel give pages for a range now, or throws. */
  synchronized void commit(long offset, long bytes) {
    if (directory == null && bytes >= LARGE) {
      // Anonymous memory has no size: the kernel would go on until it has to kill a process.
      long available = AvailableMemory.bytes();
      if (bytes > available) {
        String why = "only " + ByteSize.describe(available) + " are available";
        throw SegmentErrors.cannotGet(label, bytes, why, null, null);
      }
    }
    if (descriptor >= 0) {
      long result;
      do {
        result = LinuxCalls.call(LinuxCalls.FALLOCATE, descriptor, 0, offset, bytes, 0, 0);
      } while (result == -LinuxCalls.EINTR);
      if (result != -LinuxCalls.EOPNOTSUPP && result != -LinuxCalls.ENOSYS) {
        if (result < 0) {
          throw SegmentErrors.cannotGet(
              label, bytes, LinuxCalls.errorText(result), directory, null);
        }
        return;
      }
    }
    fillWithZeros(offset, bytes);
  }

  /** Opens a path a second time, as the descriptor that {@code fallocate} wants. */
  private static int openDescriptor(String path) {
    if (!LinuxCalls.AVAILABILITY.usable()) {
      return -1;
    }
    try (Arena arena = Arena.ofConfined()) {
      long text = arena.allocateFrom(path).address();
      long fd = LinuxCalls.call(LinuxCalls.OPENAT, CURRENT_DIRECTORY, text, READ_WRITE_CLOEXEC);
      if (fd < 0) {
        throw new RonselException(
            ErrorClass.OTHER,
            "Cannot open the shared memory "
                + path
                + ": "
                + LinuxCalls.errorText(fd)
                + (fd == -LinuxCalls.EMFILE ? ". " + ProcessLimits.filesText() : ""));
      }
      return (int) fd;
    }
  }

  private void fillWithZeros(long offset, long bytes) {
    int first = Math.toIntExact(offset / PageSize.BYTES);
    int end = Math.toIntExact(PageSize.roundUp(offset + bytes) / PageSize.BYTES);
    // The channel cannot be opened again. Only what interrupts in these moments still closes it.
    boolean interrupted = Thread.interrupted();
    try {
      for (int page = zeroed.nextClearBit(first); page < end; page = zeroed.nextClearBit(page)) {
        long position = page * PageSize.BYTES;
        int length = (int) Math.min(PageSize.BYTES, ZEROS.capacity());
        for (long at = position; at < position + PageSize.BYTES; ) {
          at += channel.write(ZEROS.duplicate().limit(length), at);
        }
        zeroed.set(page);
      }
    } catch (IOException e) {
      throw SegmentErrors.cannotGet(label, bytes, SegmentErrors.reasonOf(e), directory, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes the name away; JVMs that have mapped the file keep it. */
  synchronized void unlink() {
    Path file = name;
    if (file == null) {
      return;
    }
    try {
      SegmentNames.remove(file);
      name = null;
    } catch (IOException e) {
      throw new RonselException(
          ErrorClass.OTHER, "Cannot remove the shared memory file " + file + ": " + e, e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      unlink();
      channel.close();
    } catch (IOException e) {
      throw new RonselException(
          ErrorClass.OTHER, "Cannot close the shared memory " + handle + ": " + e, e);
    } finally {
      if (descriptor >= 0) {
        closeDescriptor(descriptor);
        descriptor = -1;
      }
    }
  }

  private static void closeDescriptor(int descriptor) {
    LinuxCalls.call(LinuxCalls.CLOSE, descriptor, 0, 0);
  }

  /** Deletes what a process that was killed left in a directory. */
  static int removeLeftovers(Path directory, long pid) {
    try {
      return SegmentNames.removeLeftovers(directory, pid);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return 0; // without the directory there are no files
    } catch (IOException e) {
      throw new RonselException(
          ErrorClass.OTHER,
          "Cannot remove the shared memory files of process " + pid + " in " + directory + ": " + e,
          e);
    }
  }

  private static String shortened(String label) {
    String safe = label.replaceAll("[^A-Za-z0-9_.-]", "_");
    return safe.length() <= 60 ? safe : safe.substring(0, 60);
  }
}
