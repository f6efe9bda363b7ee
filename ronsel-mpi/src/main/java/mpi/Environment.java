package mpi;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;
import org.ronsel.comm.UntypedCommunicator;

/** The state of the package for one rank: whether it is initialized, and its attributes. */
final class Environment {
  /** The world of the rank for which these classes were loaded, or null if ranks share them. */
  static final org.ronsel.@Nullable Comm OWNER = Ronsel.worldOf(Environment.class);

  private static final Environment OF_OWNER = new Environment();

  /** The environments by world communicator, where ranks share these classes. */
  private static final Map<org.ronsel.Comm, Environment> OF_RANK =
      Collections.synchronizedMap(new WeakHashMap<>());

  private boolean initialized;
  private boolean finalized;
  private @Nullable Thread mainThread;

  private boolean attached;

  /** The array that the program has attached for buffered sends, if it was one. */
  private byte @Nullable [] buffer;

  final CommHandle.Properties world = new CommHandle.Properties();
  final CommHandle.Properties self = new CommHandle.Properties();

  private Environment() {}

  /** The environment of the calling rank. */
  static Environment current() {
    return OWNER != null ? OF_OWNER : OF_RANK.computeIfAbsent(world(), world -> new Environment());
  }

  /** The world of the calling rank. */
  static org.ronsel.Comm world() {
    org.ronsel.Comm owner = OWNER;
    return owner != null ? owner : Ronsel.world(Environment.class);
  }

  /** Where an error of a call is found; the rank is that in the world, where it is known. */
  static ErrorPlace place(String call) {
    try {
      return ErrorPlace.of(world().rank(), call);
    } catch (RonselException ofNoRank) { // a thread of the program, where ranks share these classes
      return ErrorPlace.of(call);
    }
  }

  private static UntypedCommunicator checked() {
    return UntypedCommunicator.of("MPI", world());
  }

  /** Says to the checks of a checked job that the program has something that it must free. */
  static void lent(Object what, String words) {
    if (UntypedComm.isChecked()) {
      checked().lent(what, words);
    }
  }

  /** Says that the program has freed it. */
  static void returned(Object what) {
    if (UntypedComm.isChecked()) {
      checked().returned(what);
    }
  }

  /** Says to the checks of a checked job that the program relies on what others do not allow. */
  static void notPortable(String words) {
    if (UntypedComm.isChecked()) {
      checked().notPortable(words);
    }
  }

  synchronized void initialize() {
    if (initialized && !finalized) {
      throw new MPIException(MPI.ERR_OTHER, "MPI.Init was called twice");
    }
    initialized = true;
    finalized = false;
    mainThread = Thread.currentThread();
  }

  synchronized void end() {
    requireInitialized();
    finalized = true;
  }

  synchronized void requireInitialized() {
    if (!initialized || finalized) {
      throw new MPIException(
          MPI.ERR_OTHER,
          finalized
              ? "MPI.Finalize has been called before this call, which is perhaps in a finally block:"
                  + " move it in front of MPI.Finalize"
              : "MPI.Init has not been called");
    }
  }

  synchronized boolean isInitialized() {
    return initialized;
  }

  synchronized boolean isFinalized() {
    return finalized;
  }

  synchronized boolean isMainThread() {
    return mainThread == Thread.currentThread();
  }

  synchronized void attached(byte @Nullable [] array) {
    attached = true;
    buffer = array;
  }

  synchronized boolean hasBuffer() {
    return attached;
  }

  synchronized byte @Nullable [] detached() {
    byte[] array = buffer;
    attached = false;
    buffer = null;
    return array;
  }
}
