package org.ronsel;

import java.lang.foreign.MemorySegment;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Entry points of the library. */
public final class Ronsel {
  /** Matches a message from any source. */
  public static final int ANY_SOURCE = -1;

  /** Matches a message with any user tag. */
  public static final int ANY_TAG = -2;

  /**
   * The peer that does not exist: sends to it and receives from it complete at once with no data.
   */
  public static final int PROC_NULL = -3;

  /**
   * The root of a collective call on an inter-communicator, as the root itself names it (MPI-4.1,
   * section 6.2.3).
   */
  public static final int ROOT = -4;

  /** The largest tag a program may use. */
  public static final int MAX_TAG = Integer.MAX_VALUE;

  /** Stands for "no value": no color, rank, index or count (MPI-4.1, section 2.5.4). */
  public static final int UNDEFINED = -32766;

  private static final double NANOSECOND = 1e-9;

  static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private Ronsel() {}

  /**
   * The communicator of all ranks of this job, as the calling rank sees it: by the class loader of
   * the calling class, else by the rank that started the calling thread. In a program that was
   * started without a launcher it is a world of one rank.
   *
   * @throws RonselException if the calling thread belongs to no rank of the jobs in this JVM, such
   *     as a pool thread that works for ranks which share their classes
   */
  public static Comm world() {
    return implementation().world(WALKER.getCallerClass());
  }

  /**
   * The communicator of all ranks, as {@link #world()}, for a class that is known: for interfaces
   * that are built upon this one, and loaded with the program.
   *
   * @param caller the class that calls
   * @throws RonselException as {@link #world()}
   */
  public static Comm world(Class<?> caller) {
    return implementation().world(caller);
  }

  /**
   * The communicator of all ranks as the one rank sees it that a class was loaded for, or null if
   * ranks share the class: then each call may belong to another rank.
   */
  public static @Nullable Comm worldOf(Class<?> type) {
    return implementation().worldOf(type);
  }

  /**
   * The communicator of the calling rank alone, found as {@link #world()} is. It is the same object
   * at each call.
   */
  public static Comm self() {
    return implementation().self(WALKER.getCallerClass());
  }

  /**
   * Allocates native memory, filled with zeros and aligned to 64 bytes, of which ranks in other
   * JVMs of this host read messages of 16 KB and more in place. From arrays they read such messages
   * by the kernel's copy where that works and measures faster, and else by two copies; so this
   * memory helps where that does not work (containers, other processors than x86, collectors that
   * move objects at any time), for native memory of up to 1 MB, and in windows. It may be used by
   * any thread, lives until the job ends, and is released then; so a program allocates what it
   * needs once.
   *
   * @param bytes its size, at least 0
   * @throws NoMemoryException if the machine has not so much memory to share
   * @throws RonselException as {@link #world()}, if the calling thread belongs to no rank
   */
  public static MemorySegment allocate(long bytes) {
    return implementation().allocate(WALKER.getCallerClass(), bytes);
  }

  /**
   * Attaches memory in which the messages of this rank's {@linkplain SendMode#BUFFERED buffered}
   * sends wait (MPI-4.1, section 3.6), in all communicators that have no {@linkplain
   * Comm#attachBuffer buffer of their own}. A message takes as many bytes as it has, and no more;
   * room is given back when it has left. Messages are stored in one piece each, so those of
   * different lengths may leave gaps.
   *
   * @param bytes how much the messages that wait at one time may take together, at least 0
   * @throws InvalidArgumentException if a buffer is attached already
   */
  public static void attachBuffer(long bytes) {
    implementation().attachBuffer(WALKER.getCallerClass(), bytes);
  }

  /**
   * Waits until all messages have left the buffer of {@link #attachBuffer}, and takes it away.
   *
   * @return its size in bytes
   * @throws InvalidArgumentException if none is attached
   */
  public static long detachBuffer() {
    return implementation().detachBuffer(WALKER.getCallerClass());
  }

  /** Waits until all messages have left the buffer of {@link #attachBuffer}; it stays attached. */
  public static void flushBuffer() {
    implementation().flushBuffer(WALKER.getCallerClass());
  }

  // ---- environment (MPI-4.1, chapter 9) ----

  /**
   * Seconds since some moment in the past; the ranks of a host read the same clock. For the time
   * between two calls.
   */
  public static double wtime() {
    return System.nanoTime() * NANOSECOND;
  }

  /** Seconds between two readings of {@link #wtime()} that the clock can tell apart. */
  public static double wtick() {
    return NANOSECOND;
  }

  /** Name of the host on which the calling thread runs. */
  public static String processorName() {
    return implementation().processorName();
  }

  /**
   * The version of the MPI standard that this library follows. Files ({@code MPI_File}) and dynamic
   * processes ({@code MPI_Comm_spawn}) are not there yet.
   */
  public static Version version() {
    return new Version(4, 1);
  }

  /** Name and version of this library, and the JVM it runs on, in one line. */
  public static String libraryVersion() {
    String built = Ronsel.class.getPackage().getImplementationVersion();
    return "Ronsel "
        + (built == null ? "development" : built)
        + ", MPI "
        + version()
        + ", Java "
        + Runtime.version();
  }

  /** The thread level: any thread of a rank may use the library at any time. */
  public static ThreadLevel threadLevel() {
    return ThreadLevel.MULTIPLE;
  }

  /**
   * Bytes of messages that the calling rank has handed to ranks in other JVMs, or read from their
   * memory, since its job began. For seeing what a placement, or {@linkplain Comm#createCart
   * reordering}, is worth.
   *
   * @throws RonselException as {@link #world()}, if the calling thread belongs to no rank
   */
  public static long bytesBetweenJvms() {
    return implementation().bytesBetweenJvms(WALKER.getCallerClass());
  }

  /**
   * A version of the standard.
   *
   * @param major the first number
   * @param minor the second number
   */
  public record Version(int major, int minor) {
    @Override
    public String toString() {
      return major + "." + minor;
    }
  }

  /**
   * Runs a job inside this JVM, without a launcher, and returns when all its ranks have ended.
   * Every rank is a thread that runs {@code body} with its own communicator. The ranks share their
   * classes, static fields included.
   *
   * <p>When a rank throws, the job is aborted: waits of the other ranks throw {@link
   * JobAbortedException} and their threads are interrupted. The JVM is never ended.
   *
   * @param ranks number of ranks, at least 1
   * @param body what every rank runs
   * @throws RankFailedException if a rank has thrown; its cause is what the rank threw, and further
   *     ranks that failed on their own account are suppressed in it
   * @throws WaitInterruptedException if the calling thread is interrupted; the job has been aborted
   */
  public static void run(int ranks, RankBody body) {
    if (ranks < 1) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT,
          ErrorPlace.of("run").message("a job needs at least 1 rank, not " + ranks));
    }
    if (body == null) {
      throw new InvalidArgumentException(
          ErrorClass.ARGUMENT, ErrorPlace.of("run").message("body is null"));
    }
    implementation().run(ranks, body);
  }

  // ---- the library behind these types ----

  /** Looked for when it is first asked for. */
  private static final class Found {
    static final Implementation IMPLEMENTATION =
        ServiceLoader.load(Implementation.class, Ronsel.class.getClassLoader())
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "no implementation of Ronsel is on the class path or module path: use"
                            + " ronsel-core as it is, with its META-INF/services"));
  }

  static Implementation implementation() {
    return Found.IMPLEMENTATION;
  }

  static Datatypes datatypes() {
    return Found.IMPLEMENTATION.datatypes();
  }

  static Operators operators() {
    return Found.IMPLEMENTATION.operators();
  }

  static Windows windows() {
    return Found.IMPLEMENTATION.windows();
  }
}
