package org.ronsel;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Memory of every rank of a communicator that all of them read, write and combine with, while its
 * owner takes no part (MPI-4.1, chapter 12):
 *
 * {@snippet :
 * try (Window window = Window.allocate(world, Datatype.LONG, 1)) {
 *   window.lockAll();
 *   long ticket = window.fetchAndOp(1L, 0, 0, Op.SUM);  // the counter of rank 0
 *   window.unlockAll();
 *   world.barrier();
 * }
 * }
 *
 * <table>
 *   <caption>Kinds of windows</caption>
 *   <tr><td>{@link #allocate allocate}</td><td>Ronsel allocates the memory, so that all ranks of
 *       the host reach it directly; the one to prefer</td></tr>
 *   <tr><td>{@link #allocateShared allocateShared}</td><td>the same for ranks of one host, which
 *       may also load and store in each other's memory: {@link #sharedQuery sharedQuery}</td></tr>
 *   <tr><td>{@link #create create}</td><td>memory of the program. Ranks of its JVM reach any, an
 *       array too, ranks of the host what {@link Ronsel#allocate} has given; for others the
 *       owner's progress does the operations</td></tr>
 *   <tr><td>{@link #createDynamic createDynamic}</td><td>no memory at first; {@link #attach attach}
 *       adds some</td></tr>
 * </table>
 *
 * <h2>Epochs</h2>
 *
 * <p>Operations are made in an epoch, and complete with it: between two calls of {@link #fence
 * fence}, between {@link #start start} and {@link #complete complete} for targets that {@link #post
 * post} and {@link #await await}, or between {@link #lock lock} and {@link #unlock unlock}, {@link
 * #lockAll lockAll} and {@link #unlockAll unlockAll}, where {@link #flush flush} completes them
 * earlier. A buffer must not be changed, or read, before the epoch or the flush that completes its
 * operation has ended; a {@link #flushLocal flushLocal} is enough for what is written. The scalar
 * forms {@code fetchAndOp} and {@code compareAndSwap} wait by themselves.
 *
 * <p>Loads and stores of a rank in its own memory are seen by operations of others, and the other
 * way round, after a synchronisation, {@link #sync sync} at the least. The memory model is the
 * unified one (section 12.4).
 *
 * <p>{@code accumulate} and its relatives are atomic for each basic value, with respect to each
 * other, and those of one rank to one place are done in the order of the calls. {@code put} and
 * {@code get} are neither.
 *
 * <p>Where ranks share a JVM or a host, the calling rank does its operations in the target's memory
 * itself, whatever the target does. Dynamic windows, memory of the program that is not shared, and
 * targets on other hosts need the progress of the target: it makes some in every call of Ronsel,
 * and all the time with {@code ronsel run --progress-thread}. {@link #progressIsAsynchronous}
 * tells.
 *
 * <p>Any thread may call any method. Calls that all ranks must make say so; they are ordered among
 * each other like collective operations. Errors are exceptions that name rank, call and argument,
 * and go to the {@link #errorHandler(ErrorHandler) error handler} before.
 */
public interface Window extends ArrayWindow, AutoCloseable {
  /** The way in which the memory of a window was made (MPI-4.1, section 12.2.7). */
  enum Kind {
    /** By {@link Window#create}. */
    CREATED,
    /** By {@link Window#allocate}. */
    ALLOCATED,
    /** By {@link Window#allocateShared}. */
    SHARED,
    /** By {@link Window#createDynamic}. */
    DYNAMIC
  }

  /** A promise of the program about an epoch, which saves work (section 12.5.5). */
  enum Assertion {
    /**
     * For {@link Window#start} and {@link Window#post}: all targets have posted already. For {@link
     * Window#lock} and {@link Window#lockAll}: no rank holds, or asks for, a lock that conflicts.
     */
    NO_CHECK,
    /**
     * For {@link Window#fence} and {@link Window#post}: this rank has not stored since. Saves
     * nothing here: a window has no second copy.
     */
    NO_STORE,
    /**
     * For {@link Window#fence} and {@link Window#post}: no rank will put or accumulate here. Saves
     * nothing here, for the same reason; {@code ronsel run --check} names who does so between
     * fences.
     */
    NO_PUT,
    /**
     * For {@link Window#fence}: no epoch ends here, so nothing is completed, which saves the wait
     * for it. All ranks say so or none does; {@code --check} names an operation that precedes.
     */
    NO_PRECEDE,
    /** For {@link Window#fence}: no epoch begins here. All ranks say so or none does. */
    NO_SUCCEED
  }

  // ---- making windows; collective ----

  /**
   * Allocates memory, of zeros, and makes a window of it; collective.
   *
   * @param bytes of this rank; may differ from rank to rank, and be 0
   * @param unitBytes of what displacements into this rank's memory count
   * @param hints {@code no_locks}, {@code accumulate_ordering} ({@code none} or all) and others of
   *     the standard; {@code epochs_used}: which of {@code fence,pscw,lock,lockall} the program
   *     begins, on all ranks alike; {@code ronsel_progress}: {@code ghost} (the default), {@code
   *     target} or {@code auto} (the target while it waits in calls, else its ghost), which carries
   *     out the operations of this rank on memory that it does not see, where the job has ghosts;
   *     {@code ronsel_binding}: to which ghost of a host puts and gets go, {@code rank} (that of
   *     the target, the default), {@code random}, {@code operations} or {@code bytes} (that which
   *     has been given the fewest), {@code segments} (each has a part of the memory; accumulates,
   *     too)
   * @throws NoMemoryException if there is not so much memory
   */
  static Window allocate(Comm comm, long bytes, int unitBytes, Info hints) {
    return Ronsel.windows().allocate(comm, bytes, unitBytes, hints);
  }

  /** Allocates memory for {@code count} elements; displacements count elements. Collective. */
  static Window allocate(Comm comm, Datatype<?> type, long count) {
    Datatype<?> elements = InvalidArgumentException.requireNonNull("Window.allocate", "type", type);
    return allocate(comm, bytes(elements, count), unit(elements), new Info());
  }

  /**
   * Allocates memory in which all ranks, which must run on one host, load and store; collective.
   * The parts of the ranks lie one behind the other, unless the hint {@code alloc_shared_noncontig}
   * is {@code true}.
   *
   * @throws UnsupportedFeatureException if ranks are on several hosts, or the host has no shared
   *     memory; {@link Comm#splitType} with {@link SplitType#SHARED} makes communicators of hosts
   */
  static Window allocateShared(Comm comm, long bytes, int unitBytes, Info hints) {
    return Ronsel.windows().allocateShared(comm, bytes, unitBytes, hints);
  }

  /** Allocates shared memory for {@code count} elements; collective. */
  static Window allocateShared(Comm comm, Datatype<?> type, long count) {
    Datatype<?> elements =
        InvalidArgumentException.requireNonNull("Window.allocateShared", "type", type);
    return allocateShared(comm, bytes(elements, count), unit(elements), new Info());
  }

  /**
   * Makes a window of memory of the program; collective.
   *
   * @param memory any thread may access it, until the window is closed; {@code
   *     MemorySegment.ofArray} for an array
   * @param unitBytes of what displacements into this rank's memory count
   */
  static Window create(Comm comm, MemorySegment memory, int unitBytes, Info hints) {
    return Ronsel.windows().create(comm, memory, unitBytes, hints);
  }

  /** Makes a window of elements in memory of the program; displacements count elements. */
  static Window create(Comm comm, Datatype<?> type, MemorySegment memory) {
    Datatype<?> elements = InvalidArgumentException.requireNonNull("Window.create", "type", type);
    return create(comm, memory, unit(elements), new Info());
  }

  /** Makes a window without memory, to which every rank {@link #attach}es some; collective. */
  static Window createDynamic(Comm comm, Info hints) {
    return Ronsel.windows().createDynamic(comm, hints);
  }

  private static int unit(Datatype<?> type) {
    return (int) Math.clamp(type.extentBytes(), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static long bytes(Datatype<?> type, long count) {
    try {
      return Math.multiplyExact(type.extentBytes(), count);
    } catch (ArithmeticException e) {
      throw new InvalidArgumentException(
          ErrorClass.SIZE, "Window: " + count + " elements of " + type + " are too many");
    }
  }

  // ---- what it is ----

  /** The calling rank in the window's group. */
  int rank();

  /** Number of ranks. */
  int size();

  /** The ranks of the window, in the order of the communicator it was made of. */
  Group group();

  /** The way in which the memory of this window was made. */
  Kind kind();

  /**
   * The memory of the calling rank; empty in a dynamic window. A segment that was got before must
   * not be used after {@link #close()}: where Ronsel has allocated it, another window may have the
   * memory then, and nothing but a checked job ({@code ronsel run --check}) says so.
   *
   * @throws ClosedException if the window is closed
   */
  MemorySegment memory();

  /** Bytes of what displacements into the calling rank's memory count. */
  int displacementUnit();

  /**
   * The memory of a rank, to load and store in; of length 0 where the calling rank cannot, which
   * happens in windows that are not {@linkplain #allocateShared shared}: of ranks of other hosts,
   * and of memory of the program in other JVMs.
   *
   * @param target a rank, or {@link Ronsel#PROC_NULL} for the first whose memory is not of length 0
   * @throws InvalidArgumentException of class {@link ErrorClass#RMA_FLAVOR} if the window is
   *     dynamic
   */
  MemorySegment sharedQuery(int target);

  /** Displacement unit of a rank; {@link Ronsel#PROC_NULL} as in {@link #sharedQuery}. */
  int sharedDisplacementUnit(int target);

  /** Whether operations of this rank on all ranks complete although their targets make no calls. */
  boolean progressIsAsynchronous();

  /**
   * Whether operations on a rank complete although it makes no calls; see {@link
   * #progressIsAsynchronous()}.
   */
  boolean progressIsAsynchronous(int target);

  // ---- memory of dynamic windows ----

  /**
   * Adds memory to a dynamic window; local.
   *
   * @param memory that is writable, and open as long as it is attached; not of a confined arena
   * @return the displacement, in bytes, at which others find it
   * @throws InvalidArgumentException of class {@link ErrorClass#RMA_ATTACH} if it overlaps what is
   *     attached, or {@link ErrorClass#BASE} if it cannot be in a window
   */
  long attach(MemorySegment memory);

  /**
   * Takes attached memory away; local. No operation may be under way to it.
   *
   * @throws InvalidArgumentException if it is not attached
   */
  void detach(MemorySegment memory);

  // ---- operations on segments ----

  /** Writes all bytes of a segment, which the target's memory has from a displacement on. */
  default void put(MemorySegment from, int target, long displacement) {
    put(from, Datatype.BYTE, 0, sizeOf(from), target, displacement);
  }

  /** Writes {@code count} elements from byte {@code byteOffset} on. */
  default void put(
      MemorySegment from,
      Datatype<?> type,
      long byteOffset,
      long count,
      int target,
      long displacement) {
    untyped().put(from, type, byteOffset, count, target, displacement, type, count);
  }

  /** Reads as many bytes as the segment has. */
  default void get(MemorySegment into, int target, long displacement) {
    get(into, Datatype.BYTE, 0, sizeOf(into), target, displacement);
  }

  /** Reads {@code count} elements to byte {@code byteOffset} and on. */
  default void get(
      MemorySegment into,
      Datatype<?> type,
      long byteOffset,
      long count,
      int target,
      long displacement) {
    untyped().get(into, type, byteOffset, count, target, displacement, type, count);
  }

  /** Combines {@code count} elements with those of the target. */
  default void accumulate(
      MemorySegment from,
      Datatype<?> type,
      long byteOffset,
      long count,
      int target,
      long displacement,
      Op op) {
    untyped().accumulate(from, type, byteOffset, count, target, displacement, type, count, op);
  }

  // ---- one value ----

  /**
   * Combines a {@code long} of the target with a value, atomically, and waits.
   *
   * <p>The Java type of the value says what lies at the target: a window does not know what it
   * consists of. So {@code fetchAndOp(1, ...)}, without the {@code L} of {@code 1L}, combines an
   * {@code int}, which of a counter of {@code long} is one half: no error, as long as it does not
   * overflow, and a wrong sum when it does.
   *
   * @return what it was
   */
  default long fetchAndOp(long value, int target, long displacement, Op op) {
    return untyped().fetchAndOp(Datatype.LONG, value, target, displacement, op);
  }

  /**
   * Combines an {@code int} of the target with a value; see {@link #fetchAndOp(long, int, long,
   * Op)}.
   */
  default int fetchAndOp(int value, int target, long displacement, Op op) {
    return (int) untyped().fetchAndOp(Datatype.INT, value, target, displacement, op);
  }

  /** Combines a {@code double} of the target; see {@link #fetchAndOp(long, int, long, Op)}. */
  default double fetchAndOp(double value, int target, long displacement, Op op) {
    long bits = Double.doubleToRawLongBits(value);
    return Double.longBitsToDouble(
        untyped().fetchAndOp(Datatype.DOUBLE, bits, target, displacement, op));
  }

  /** Combines a {@code float} of the target; see {@link #fetchAndOp(long, int, long, Op)}. */
  default float fetchAndOp(float value, int target, long displacement, Op op) {
    int bits = Float.floatToRawIntBits(value);
    return Float.intBitsToFloat(
        (int) untyped().fetchAndOp(Datatype.FLOAT, bits, target, displacement, op));
  }

  /**
   * Writes {@code desired} over a {@code long} of the target if that is {@code expected},
   * atomically, and waits. As with {@link #fetchAndOp(long, int, long, Op)}, {@code (0, 1, ...)} is
   * about an {@code int}.
   *
   * @return what it was
   */
  default long compareAndSwap(long expected, long desired, int target, long displacement) {
    return untyped().compareAndSwap(Datatype.LONG, expected, desired, target, displacement);
  }

  /** On an {@code int}; see {@link #compareAndSwap(long, long, int, long)}. */
  default int compareAndSwap(int expected, int desired, int target, long displacement) {
    return (int) untyped().compareAndSwap(Datatype.INT, expected, desired, target, displacement);
  }

  // ---- synchronisation with all ranks ----

  /**
   * Ends the epoch before and begins another one; collective. All operations of all ranks in the
   * epoch before are complete then.
   */
  void fence(Assertion... assertions);

  // ---- synchronisation of some ranks with some ----

  /** Lets the ranks of a group operate on this rank's memory, until {@link #await}. */
  void post(Group origins, Assertion... assertions);

  /** Begins operations on the ranks of a group, which post theirs; waits until they have. */
  void start(Group targets, Assertion... assertions);

  /** Ends what {@link #start} has begun; the operations are complete. */
  void complete();

  /** Waits until all ranks to which this one has posted have completed. */
  void await();

  /**
   * Whether all ranks to which this one has posted have completed; then it is as {@link #await}.
   */
  boolean test();

  // ---- synchronisation by the origin alone ----

  /** Locks the memory of a rank, and begins operations on it. */
  void lock(LockType type, int target, Assertion... assertions);

  /** Ends {@link #lock}; the operations are complete, here and at the target. */
  void unlock(int target);

  /**
   * Begins operations on all ranks, with a shared lock of each, which the first operation on the
   * rank takes. Not collective. Loads and stores in {@link #memory} or {@link #sharedQuery} take no
   * lock: where exclusive locks of others are to keep away from them, use {@link #lock}.
   */
  void lockAll(Assertion... assertions);

  /** Ends {@link #lockAll}; the operations are complete. */
  void unlockAll();

  /**
   * Completes the operations of this rank on another one, here and there. Loads by the program from
   * memory of the window that are to come after them need {@link #sync} in between.
   */
  void flush(int target);

  /** Completes the operations of this rank on all ranks. */
  void flushAll();

  /** Completes the operations of this rank on another one here: buffers may be used again. */
  void flushLocal(int target);

  /** Completes the operations of this rank on all ranks here. */
  void flushLocalAll();

  /** Makes loads, stores and operations in this rank's memory visible to each other. */
  void sync();

  // ---- the rest ----

  /** Operations on buffers of any type. */
  @Override
  UntypedWindow untyped();

  /** Name for messages. */
  String name();

  /** Sets the name for messages. */
  void name(String name);

  /** The hints of this window. */
  Info info();

  /**
   * Sets more hints; collective. With another {@code ronsel_progress} what this rank has started is
   * completed at its targets first; the ranks may differ in it.
   */
  void info(Info hints);

  /** The value kept under a key, or null. */
  <T> @Nullable T attribute(AttributeKey<T> key);

  /** Keeps a value under a key; an earlier one is deleted first. */
  <T> void attribute(AttributeKey<T> key, T value);

  /** Removes what is kept under a key; whether there was something. */
  <T> boolean removeAttribute(AttributeKey<T> key);

  /** The handler of errors of calls on this window; at first the one of the communicator. */
  ErrorHandler errorHandler();

  /** Sets what sees errors of calls on this window. */
  void errorHandler(ErrorHandler handler);

  /**
   * Gives an error to the error handler, as a call on this window does.
   *
   * @return the error, to be thrown
   */
  <E extends RonselException> E raise(E error);

  /**
   * Gives the window back; local, and never waits. Memory that it has allocated is used again when
   * all ranks have closed it. Locks that are held are released.
   */
  @Override
  void close();

  private static long sizeOf(@Nullable MemorySegment segment) {
    return segment == null ? 0 : segment.byteSize();
  }
}
