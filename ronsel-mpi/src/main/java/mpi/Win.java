package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
import org.ronsel.Window;

/**
 * Memory of every rank of a communicator that all of them read, write and combine with (MPI-4.1,
 * chapter 12). Any thread of the rank may use it.
 *
 * <p>Sizes and units of displacements count elements of the buffer that a window is made of, and a
 * displacement counts such units of the target. A buffer is the memory from its start on, whatever
 * its position and limit; it may be direct, or have an array, which those of Open MPI may not.
 *
 * <p>An operation is complete when the epoch ends in which it was made, or with a flush. Assertions
 * are sums of {@code MPI.MODE_...}, or 0.
 */
public final class Win extends ErrorOrigin implements Freeable {
  /** No window. */
  public static final int WIN_NULL = 0;

  /** Flavor of allocated memory that belongs to its rank. */
  public static final int FLAVOR_PRIVATE = 0;

  /** Flavor of allocated memory in which all ranks of a host load and store. */
  public static final int FLAVOR_SHARED = 1;

  private final Attributes attributes = new Attributes();
  private final AttachedBuffers attached = new AttachedBuffers(this);
  private final WindowTransfers operations = new WindowTransfers(this);
  private final WindowSynchronization synchronization = new WindowSynchronization(this);
  private @Nullable Window core;
  private @Nullable Errhandler errorHandler;

  /** Whether the name that Ronsel has for it is one of the program's. */
  private boolean named;

  /**
   * Makes a window of memory of the program; all ranks call it.
   *
   * @param base the memory of this rank
   * @param size in elements of {@code base}; what the buffer does not have is no part of the window
   * @param dispUnit what displacements count, in elements of {@code base}
   */
  public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) throws MPIException {
    Required.comm(comm);
    try {
      int rank = comm.core().rank();
      Buffer given = WindowMemory.present(rank, base);
      MemorySegment memory = WindowMemory.first(rank, given, size);
      int unit = WindowMemory.displacementUnit(dispUnit, given);
      core = Window.create(comm.core(), memory, unit, Required.info(info).advice());
    } catch (RonselException e) {
      throw comm.failed(e);
    }
    inherit(comm);
  }

  /**
   * Allocates memory and makes a window of it; all ranks call it. The memory is that of {@code
   * ronsel().memory()}. As with Open MPI its address stands at the beginning of the buffer then, if
   * there is room for 8 bytes; the buffer is not the memory.
   *
   * @param size in elements of {@code base}
   * @param dispUnit what displacements count, in elements of {@code base}
   * @param base says by its type how long an element is; gets the address
   * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
   */
  public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor)
      throws MPIException {
    Required.comm(comm);
    try {
      int rank = comm.core().rank();
      Buffer given = WindowMemory.present(rank, base);
      int unit = WindowMemory.displacementUnit(dispUnit, given);
      long bytes = (long) size * WindowMemory.unit(given);
      Window made =
          switch (flavor) {
            case FLAVOR_PRIVATE ->
                Window.allocate(comm.core(), bytes, unit, Required.info(info).advice());
            case FLAVOR_SHARED ->
                Window.allocateShared(comm.core(), bytes, unit, Required.info(info).advice());
            default ->
                throw WindowMemory.wrong(
                    rank,
                    ErrorClass.RMA_FLAVOR,
                    "flavor " + flavor + " is neither FLAVOR_PRIVATE nor FLAVOR_SHARED");
          };
      WindowMemory.tellAddress(made.memory(), given);
      core = made;
    } catch (RonselException e) {
      throw comm.failed(e);
    }
    inherit(comm);
  }

  /** Makes a window to which memory is {@linkplain #attach attached}; all ranks call it. */
  public Win(Info info, Comm comm) throws MPIException {
    Required.comm(comm);
    try {
      core = Window.createDynamic(comm.core(), Required.info(info).advice());
    } catch (RonselException e) {
      throw comm.failed(e);
    }
    inherit(comm);
  }

  private Win(Window core) {
    this.core = core;
    named = true;
  }

  /** Errors of a window are fatal where those of its communicator are. */
  private void inherit(Comm comm) {
    Errhandler handler = comm.errorHandler();
    errorHandler = handler != null && handler.isFatal() ? handler : null;
  }

  // ---- Ronsel ----

  /** This window as one of Ronsel: the same memory, the same epochs. */
  public Window ronsel() {
    return core();
  }

  /** A window of Ronsel: the same memory, the same epochs. */
  public static Win of(Window window) {
    return new Win(Required.present(window, MPI.ERR_WIN, "the window"));
  }

  Window core() {
    Window known = core;
    if (known == null) {
      throw Required.refused(MPI.ERR_WIN, "the window has been freed");
    }
    return known;
  }

  @Override
  @Nullable Errhandler errorHandler() {
    return errorHandler;
  }

  /** An error of a call, to be thrown, which the handler of the window has seen. */
  static InvalidArgumentException refused(Window window, ErrorClass type, String call, String why) {
    return window.raise(
        new InvalidArgumentException(type, ErrorPlace.of(window.rank(), call).message(why)));
  }

  // ---- memory of dynamic windows ----

  /**
   * Adds memory to a dynamic window; this rank alone calls it.
   *
   * @param size in elements of {@code base}
   */
  public void attach(Buffer base, int size) throws MPIException {
    attached.attach(base, size);
  }

  /** Takes attached memory away; this rank alone calls it. */
  public void detach(Buffer base) throws MPIException {
    attached.detach(base);
  }

  /**
   * The displacement, in bytes, at which other ranks find attached memory. Open MPI has no such
   * call: displacements in its dynamic windows are addresses.
   */
  public int getDisplacement(Buffer base) throws MPIException {
    return attached.getDisplacement(base);
  }

  // ---- operations ----

  /** Writes elements into the memory of a rank. */
  public void put(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    operations.put(origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** Reads elements of the memory of a rank. */
  public void get(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    operations.get(origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** Combines elements with those of a rank, each basic value atomically. */
  public void accumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    operations.accumulate(
        origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /**
   * Combines elements with those of a rank, and reads what these were. With {@code MPI.NO_OP} the
   * origin's buffer, count and datatype are not looked at.
   */
  public void getAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      Buffer resultAddr,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    operations.getAccumulate(
        origin,
        orgCount,
        orgType,
        resultAddr,
        resultCount,
        resultType,
        targetRank,
        targetDisp,
        targetCount,
        targetType,
        op);
  }

  /** {@link #getAccumulate} of one element. */
  public void fetchAndOp(
      Buffer origin, Buffer resultAddr, Datatype dataType, int targetRank, int targetDisp, Op op)
      throws MPIException {
    operations.fetchAndOp(origin, resultAddr, dataType, targetRank, targetDisp, op);
  }

  /**
   * Writes one element into the memory of a rank if that is equal to the one in {@code
   * compareAddr}, atomically, and reads what it was.
   */
  public void compareAndSwap(
      Buffer origin,
      Buffer compareAddr,
      Buffer resultAddr,
      Datatype targetType,
      int targetRank,
      int targetDisp)
      throws MPIException {
    operations.compareAndSwap(origin, compareAddr, resultAddr, targetType, targetRank, targetDisp);
  }

  // ---- operations with a request ----

  /** {@link #put} with a request, which is complete when the buffer may be changed. */
  public final Request rPut(
      Buffer origin_addr,
      int origin_count,
      Datatype origin_datatype,
      int target_rank,
      int target_disp,
      int target_count,
      Datatype target_datatype)
      throws MPIException {
    return operations.rPut(
        origin_addr,
        origin_count,
        origin_datatype,
        target_rank,
        target_disp,
        target_count,
        target_datatype);
  }

  /** {@link #get} with a request, which is complete when the data are there. */
  public final Request rGet(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    return operations.rGet(
        origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType);
  }

  /** {@link #accumulate} with a request, which is complete when the buffer may be changed. */
  public Request rAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    return operations.rAccumulate(
        origin, orgCount, orgType, targetRank, targetDisp, targetCount, targetType, op);
  }

  /** {@link #getAccumulate} with a request, which is complete when the result is there. */
  public Request rGetAccumulate(
      Buffer origin,
      int orgCount,
      Datatype orgType,
      Buffer resultAddr,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    return operations.rGetAccumulate(
        origin,
        orgCount,
        orgType,
        resultAddr,
        resultCount,
        resultType,
        targetRank,
        targetDisp,
        targetCount,
        targetType,
        op);
  }

  // ---- synchronisation with all ranks ----

  /** Ends the epoch before and begins another one; all ranks call it. */
  public void fence(int assertion) throws MPIException {
    synchronization.fence(assertion);
  }

  // ---- synchronisation of some ranks with some ----

  /** Begins operations on the ranks of a group, which {@link #post}. */
  public void start(Group group, int assertion) throws MPIException {
    synchronization.start(group, assertion);
  }

  /** Ends what {@link #start} has begun. */
  public void complete() throws MPIException {
    synchronization.complete();
  }

  /** Lets the ranks of a group operate on the memory of this one. */
  public void post(Group group, int assertion) throws MPIException {
    synchronization.post(group, assertion);
  }

  /** Waits until all ranks to which this one has posted have completed. */
  public void waitFor() throws MPIException {
    synchronization.waitFor();
  }

  /** Whether all ranks to which this one has posted have completed. */
  public boolean test() throws MPIException {
    return synchronization.test();
  }

  // ---- synchronisation by the origin alone ----

  /**
   * Locks the memory of a rank.
   *
   * @param lockType {@code MPI.LOCK_EXCLUSIVE} or {@code MPI.LOCK_SHARED}
   */
  public void lock(int lockType, int rank, int assertion) throws MPIException {
    synchronization.lock(lockType, rank, assertion);
  }

  /** Ends {@link #lock}; the operations are complete, here and there. */
  public void unlock(int rank) throws MPIException {
    synchronization.unlock(rank);
  }

  /** Begins operations on all ranks, with a shared lock of each; this rank alone calls it. */
  public void lockAll(int assertion) throws MPIException {
    synchronization.lockAll(assertion);
  }

  /** Ends {@link #lockAll}; the operations are complete. */
  public void unlockAll() throws MPIException {
    synchronization.unlockAll();
  }

  /** Makes loads, stores and operations in the memory of this rank visible to each other. */
  public void sync() throws MPIException {
    synchronization.sync();
  }

  /** Completes the operations on a rank, here and there. */
  public void flush(int targetRank) throws MPIException {
    synchronization.flush(targetRank);
  }

  /** Completes the operations on all ranks, here and there. */
  public void flushAll() throws MPIException {
    synchronization.flushAll();
  }

  /** Completes the operations on a rank here: buffers may be used again. */
  public void flushLocal(int targetRank) throws MPIException {
    synchronization.flushLocal(targetRank);
  }

  /** Completes the operations on all ranks here. */
  public void flushLocalAll() throws MPIException {
    synchronization.flushLocalAll();
  }

  // ---- what belongs to a window ----

  /** The ranks. */
  public Group getGroup() throws MPIException {
    return new Group(core().group());
  }

  /** Gives the window a name for messages. */
  public void setName(String name) throws MPIException {
    try {
      core().name(Required.name(name));
    } catch (RonselException e) {
      throw failed(e);
    }
    named = true;
  }

  /** The name: empty unless one was set. */
  public String getName() throws MPIException {
    return named ? core().name() : "";
  }

  /** Sets advice; all ranks call it. */
  public void setInfo(Info info) throws MPIException {
    try {
      core().info(Required.info(info).advice());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The advice that was taken. */
  public Info getInfo() throws MPIException {
    return new Info(core().info());
  }

  /** A key under which something can be attached to windows. */
  public static int createKeyval() throws MPIException {
    return Attributes.createKey();
  }

  /** Says that a key will not be used any more. */
  public static void freeKeyval(int keyval) throws MPIException {
    Attributes.freeKey(keyval);
  }

  /** Attaches something to this window. */
  public void setAttr(int keyval, Object value) throws MPIException {
    core();
    attributes.set(keyval, value);
  }

  /**
   * The attribute under a key, or null. Of the memory of this rank {@code MPI.WIN_BASE} is the
   * address, a {@code Long}, which is 0 for an array; {@code MPI.WIN_SIZE} and {@code
   * MPI.WIN_DISP_UNIT} are the size and the unit of displacements, each an {@code Integer}, in
   * bytes.
   */
  public @Nullable Object getAttr(int keyval) throws MPIException {
    Window window = core();
    return switch (keyval) {
      case MPI.WIN_BASE -> window.memory().isNative() ? window.memory().address() : 0L;
      case MPI.WIN_SIZE -> (int) Math.min(window.memory().byteSize(), Integer.MAX_VALUE);
      case MPI.WIN_DISP_UNIT -> window.displacementUnit();
      default -> attributes.getOfKey(keyval);
    };
  }

  /** Takes away what is attached under a key. */
  public void deleteAttr(int keyval) throws MPIException {
    core();
    attributes.delete(keyval);
  }

  // ---- errors ----

  /** Sets what is done about errors of calls on this window. */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    core().errorHandler(Required.handler(errhandler).core());
    errorHandler = errhandler;
  }

  /**
   * The handler of errors, {@code ERRORS_ARE_FATAL} unless it was set. As long as it was not set
   * errors are thrown all the same; see {@link Comm#getErrhandler}.
   */
  public Errhandler getErrhandler() throws MPIException {
    Errhandler set = errorHandler;
    return set == null ? MPI.ERRORS_ARE_FATAL : set;
  }

  /** Does what is to be done about an error. */
  public void callErrhandler(int errorCode) throws MPIException {
    core();
    if (getErrhandler().isFatal()) {
      throw Environment.world().abort(errorCode);
    }
  }

  // ---- end ----

  /**
   * Frees the window; all ranks call it, and it waits for all of them. No other epoch than one of
   * fences may be open. Where an operation has failed the error is thrown when the window is freed.
   */
  @Override
  public void free() throws MPIException {
    Window window = core();
    RonselException late;
    try {
      // The fence of the window's own ranks: what others still do here is done then.
      late = window.untyped().free();
    } catch (RonselException e) {
      throw failed(e);
    }
    core = null;
    if (late != null) {
      throw failed(late);
    }
  }

  @Override
  public String toString() {
    Window known = core;
    return known == null ? "Win[null]" : known.toString();
  }
}
