package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;

/**
 * Initialization and end of a program, and the objects that belong to the whole of it. All statics
 * mean the calling rank, also where ranks share these classes.
 */
public class MPI extends BufferFactory {
  /** All ranks of the job. */
  public static final Intracomm COMM_WORLD =
      new RankIntracomm("MPI_COMM_WORLD", world -> world, of -> of.world);

  /** The calling rank alone. */
  public static final Intracomm COMM_SELF =
      new RankIntracomm("MPI_COMM_SELF", world -> Ronsel.self(), of -> of.self);

  /** Set by the launcher where a program expects rank, size and device before its arguments. */
  private static final String MPJ_ARGUMENTS = "ronsel.mpj.args";

  private static final int LEADING_ARGUMENTS = 3;

  /** For programs that make one; there is nothing but statics. */
  public MPI() {}

  // ---- beginning and end ----

  /**
   * Begins the use of this package.
   *
   * @param args the program's arguments, as its main method got them
   * @return the arguments that are meant for the program
   */
  public static String[] Init(String @Nullable [] args) throws MPIException {
    Environment.current().initialize();
    ((RankIntracomm) COMM_WORLD).open();
    ((RankIntracomm) COMM_SELF).open();
    if (args == null) {
      return new String[0];
    }
    boolean leading = System.getProperty(MPJ_ARGUMENTS) != null && args.length >= LEADING_ARGUMENTS;
    return leading ? Arrays.copyOfRange(args, LEADING_ARGUMENTS, args.length) : args.clone();
  }

  /**
   * Begins the use of this package by several threads.
   *
   * @return what is provided: {@code THREAD_MULTIPLE}
   */
  public static int InitThread(String @Nullable [] args, int required) throws MPIException {
    Init(args);
    return THREAD_MULTIPLE;
  }

  /**
   * Begins the use of this package by several threads, in the spelling of MPJ Express.
   *
   * @return the arguments that are meant for the program
   */
  public static String[] initThread(int required, int provided, String @Nullable [] argv)
      throws MPIException {
    return Init(argv);
  }

  /**
   * Ends the use of this package, when all ranks have called it: the other libraries wait as well,
   * and there are programs that count on it. Messages under way arrive. What is attached to {@code
   * COMM_SELF}, also by {@code org.ronsel}, is deleted before anything else, that attached last
   * first, and the callbacks of {@code org.ronsel} are called (MPI-4.1, section 11.2.4).
   */
  public static void Finalize() throws MPIException {
    Environment environment = Environment.current();
    environment.requireInitialized();
    COMM_SELF.core().removeAttributes();
    COMM_SELF.properties().attributes = new Attributes();
    detachIfAttached();
    COMM_WORLD.barrier();
    environment.end();
    ((RankIntracomm) COMM_WORLD).close();
    ((RankIntracomm) COMM_SELF).close();
  }

  /** Whether {@code Init} has been called. */
  public static boolean isInitialized() throws MPIException {
    return Environment.current().isInitialized();
  }

  /**
   * Whether {@code Init} has been called, and {@code Finalize} not since then, as with MPJ Express:
   * programs that end in a finally block ask before they call it.
   */
  public static boolean Initialized() throws MPIException {
    return isInitialized() && !isFinalized();
  }

  /** Whether {@code Finalize} has been called. */
  public static boolean isFinalized() throws MPIException {
    return Environment.current().isFinalized();
  }

  /** {@code THREAD_MULTIPLE}. */
  public static int queryThread() throws MPIException {
    return THREAD_MULTIPLE;
  }

  /** Whether the calling thread has called {@code Init}. */
  public static boolean isThreadMain() throws MPIException {
    return Environment.current().isMainThread();
  }

  /** Whether the calling thread has called {@code Init}. */
  public static boolean isMainThread() {
    return isThreadMain();
  }

  // ---- where the program runs ----

  /** Seconds since some time in the past. */
  public static double wtime() throws MPIException {
    return Ronsel.wtime();
  }

  /** Seconds since some time in the past. */
  public static double Wtime() throws MPIException {
    return wtime();
  }

  /** Seconds between ticks of {@link #wtime}. */
  public static double wtick() throws MPIException {
    return Ronsel.wtick();
  }

  /** Seconds between ticks of {@link #wtime}. */
  public static double Wtick() throws MPIException {
    return wtick();
  }

  /** Name of this machine. */
  public static String getProcessorName() throws MPIException {
    return Ronsel.processorName();
  }

  /** Name of this machine. */
  public static String Get_processor_name() throws MPIException {
    return getProcessorName();
  }

  /** The version of the standard. */
  public static Version getVersion() {
    return new Version(VERSION, SUBVERSION);
  }

  /** Name and version of the library. */
  public static String getLibVersion() {
    return Ronsel.libraryVersion();
  }

  /** Advice to a profiler; there is none. */
  public static void pControl(int level, @Nullable Object obj) {
    // The standard asks for a call that does nothing.
  }

  // ---- the buffer of buffered sends ----

  private static void attach(int bytes, byte @Nullable [] array) {
    try {
      Ronsel.attachBuffer(bytes);
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
    Environment.current().attached(array);
  }

  /** Attaches a buffer for buffered sends. Its size counts; the array itself is not used. */
  public static void attachBuffer(byte[] buffer) throws MPIException {
    attach(Required.buffer(buffer).length, buffer);
  }

  /** Waits until all buffered messages have left; returns the array that was attached. */
  public static byte @Nullable [] detachBuffer() throws MPIException {
    try {
      Ronsel.detachBuffer();
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
    return Environment.current().detached();
  }

  /** Attaches a buffer for buffered sends. Its size counts; the array itself is not used. */
  public static void Buffer_attach(byte[] buffer) throws MPIException {
    attachBuffer(buffer);
  }

  /**
   * Attaches a buffer for buffered sends. Its size counts; the memory itself is not used. As with
   * MPJ Express it replaces one that is attached, when all messages in that one have left.
   */
  public static void Buffer_attach(ByteBuffer buffer) throws MPIException {
    Required.buffer(buffer);
    detachIfAttached();
    attach(buffer.capacity(), buffer.hasArray() ? buffer.array() : null);
  }

  /**
   * Waits until all buffered messages have left; returns the array that was attached, or null if it
   * was memory outside the heap. Class files compiled against MPJ Express, where it answers
   * nothing, find that method as well, which does nothing where no buffer is attached.
   */
  public static byte @Nullable [] Buffer_detach() throws MPIException {
    return detachBuffer();
  }

  /** The method that class files compiled against MPJ Express find as {@code Buffer_detach}. */
  static void detachIfAttached() {
    if (Environment.current().hasBuffer()) {
      detachBuffer();
    }
  }

  // ---- errors ----

  /** Sets what is done about errors of calls on {@code COMM_WORLD}. */
  public static void Errorhandler_set(Errhandler errhandler) throws MPIException {
    COMM_WORLD.setErrhandler(errhandler);
  }

  /** The handler of errors of calls on {@code COMM_WORLD}. */
  public static Errhandler Errorhandler_get() throws MPIException {
    return COMM_WORLD.Errhandler_get();
  }
}
