package org.ronsel.machine;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;

/**
 * Memory that several JVMs of one host and one user share.
 *
 * <p>One JVM creates a segment and hands its {@link #handle()} to peers, which {@link #open} it. A
 * new segment is sparse: it costs address space only. Before a range is touched its pages are
 * {@linkplain #commit committed}, which either succeeds or throws; a page that the kernel cannot
 * supply at the moment of the first touch would kill the JVM.
 *
 * <p>By default the memory is anonymous ({@code memfd_create}): it has no name that could be left
 * behind, and ends with the last process that maps it. Where that is not possible, or when the
 * system property {@code ronsel.shm.dir} names a directory, it is a file there, readable by its
 * owner only, and {@link #unlink unlinked} as soon as the peers have opened it.
 *
 * <p>Any thread may use a segment. {@link #close} must not race with accesses to the memory of this
 * mapping; accesses after it throw {@link IllegalStateException}. Mappings in other JVMs live on.
 */
public final class SharedSegment implements AutoCloseable {

  /** The memory that holds the bytes of a segment. */
  public enum Backing {
    /** Anonymous memory where possible, else a file; a file if {@code ronsel.shm.dir} is set. */
    AUTO,
    /** Anonymous memory. */
    MEMORY,
    /** A file in {@link SharedSegment#directory()}. */
    FILE
  }

  private final SharedFile file;
  private final Arena arena;
  private final MemorySegment memory;

  private SharedSegment(SharedFile file, long bytes) {
    this.file = file;
    this.arena = Arena.ofShared();
    try {
      MemorySegment mapped = file.channel().map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      // The same memory as a plain native segment: one kind of segment less for the compiler (see
      // NativeWords); the arena still unmaps it.
      this.memory =
          NativeAccess.ENABLED
              ? MemorySegment.ofAddress(mapped.address()).reinterpret(bytes, arena, null)
              : mapped;
    } catch (IOException e) {
      arena.close();
      file.close();
      String why = "it cannot be mapped (" + e.getMessage() + ")";
      throw SegmentErrors.cannotGet(file.label(), bytes, why, null, e);
    }
  }

  /**
   * Creates a segment of which nothing is committed yet.
   *
   * @param label what it is for; shown in error messages and in {@code /proc/<pid>/maps}
   * @param bytes its size, rounded up to whole pages
   * @throws UnsupportedFeatureException if this backing does not exist here
   * @throws org.ronsel.NoMemoryException if there is not so much memory or address space
   * @throws RonselException if it cannot be created; the message says what to do
   */
  public static SharedSegment create(String label, long bytes, Backing backing) {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(backing, "backing");
    if (bytes <= 0) {
      throw new RonselException(
          ErrorClass.ARGUMENT, "The size of a shared segment must be positive, not " + bytes);
    }
    if (bytes > Long.MAX_VALUE - PageSize.BYTES) {
      throw SegmentErrors.cannotGet(label, bytes, "there can never be that much", null, null);
    }
    long size = PageSize.roundUp(bytes);
    boolean memory =
        switch (backing) {
          case MEMORY -> true;
          case FILE -> false;
          case AUTO -> Setting.SHM_DIRECTORY.text() == null && anonymous().usable();
        };
    if (memory && !anonymous().usable()) {
      throw new UnsupportedFeatureException(
          "Anonymous shared memory is unavailable: " + anonymous().detail());
    }
    return Uninterrupted.repeat(
        () -> {
          SharedFile file =
              memory
                  ? SharedFile.createMemory(label, size)
                  : SharedFile.createNamed(label, size, directory());
          return new SharedSegment(file, size);
        });
  }

  /**
   * Maps a segment that a peer has created.
   *
   * @param handle what the peer's {@link #handle()} said; checked, as it comes from outside
   * @param expectedBytes the size that the segment must have, rounded up to whole pages
   * @throws ProcessGoneException if the peer has ended
   * @throws RonselException if there is no such segment, or it is not of this user or size
   */
  public static SharedSegment open(String handle, long expectedBytes) {
    long size = PageSize.roundUp(expectedBytes);
    return Uninterrupted.repeat(() -> new SharedSegment(SharedFile.open(handle, size), size));
  }

  /**
   * Whether anonymous shared memory can be had, or why not. Makes a native call when first used.
   */
  public static Availability anonymous() {
    return Anonymous.AVAILABILITY;
  }

  private static final class Anonymous {
    static final Availability AVAILABILITY = probe();

    private static Availability probe() {
      if (!LinuxCalls.AVAILABILITY.usable()) {
        return LinuxCalls.AVAILABILITY;
      }
      try (SharedFile probe =
          Uninterrupted.repeat(() -> SharedFile.createMemory("probe", PageSize.BYTES))) {
        return Availability.usable("memfd_create, opened by peers as " + probe.handle());
      } catch (RonselException e) {
        return Availability.unavailable(String.valueOf(e.getMessage()));
      }
    }
  }

  /**
   * The directory for segments that are files: {@code ronsel.shm.dir}, else {@code /dev/shm}, else
   * the directory for temporary files.
   */
  public static Path directory() {
    String chosen = Setting.SHM_DIRECTORY.text();
    if (chosen != null) {
      return Path.of(chosen).toAbsolutePath();
    }
    Path usual = Path.of("/dev/shm");
    return Files.isDirectory(usual)
        ? usual
        : Path.of(System.getProperty("java.io.tmpdir", ".")).toAbsolutePath();
  }

  /** The kernel's page size in bytes. */
  public static long pageSize() {
    return PageSize.BYTES;
  }

  /**
   * Deletes segment files that a process which was killed left in a directory; anonymous memory
   * leaves nothing.
   *
   * @param chosen what {@code ronsel.shm.dir} was in that process, or null
   * @return how many files were deleted
   */
  public static int removeLeftovers(@Nullable Path chosen, long pid) {
    return SharedFile.removeLeftovers(chosen != null ? chosen : directory(), pid);
  }

  /**
   * Removes the names of all segments of this process, which is about to be halted; none can be
   * made any more.
   */
  public static void removeNames() {
    SegmentNames.removeForGood();
  }

  /** A path by which peers of the same user open this segment as long as it is not closed. */
  public String handle() {
    return file.handle();
  }

  /**
   * The process that made the segment of a handle, if the handle tells: that of anonymous memory
   * does.
   */
  public static OptionalLong ownerOf(String handle) {
    return SharedFile.isNamed(handle)
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(handle.split("/", 4)[2])); // "", "proc", the process, ...
  }

  /** The mapped memory: this many bytes, of which only committed ones may be touched. */
  public MemorySegment memory() {
    return memory;
  }

  /** The size in bytes, a multiple of the page size. */
  public long byteSize() {
    return memory.byteSize();
  }

  /**
   * Makes sure that a range has real pages, zero where they were not written. Call it before the
   * range is touched, from a thread that runs on the NUMA node where the pages shall lie. It costs
   * about 0.3 microseconds per KB; committing again costs little.
   *
   * <p>Where native calls are unavailable the pages are filled with zeros by writing them, so there
   * no two JVMs may commit the same range, nor one that a peer already uses.
   *
   * @throws RonselException if the memory is not to be had; the segment is unharmed
   * @throws IndexOutOfBoundsException if the range is not within the segment
   */
  public void commit(long offset, long bytes) {
    Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
    if (bytes > 0) {
      file.commit(offset, bytes);
    }
  }

  /** Removes the name, if the segment has one: call it when all peers have opened it. */
  public void unlink() {
    file.unlink();
  }

  /** Unmaps the memory, and removes the name if there still is one. */
  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
    file.close();
  }
}
