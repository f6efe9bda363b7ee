package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.PersistentRequest;
import org.ronsel.UntypedComm;
import org.ronsel.comm.UntypedCommunicator;

/** The communicator of Ronsel behind one of this package. */
abstract class CommHandle extends ErrorOrigin {
  /** Null while it is asked for at each call, and for handles of nothing. */
  private @Nullable UntypedCommunicator untyped;

  /** The pending communicator while this one is being made. */
  private @Nullable PendingComm pending;

  /** The attributes and the error handler that the program has set for a communicator. */
  static final class Properties {
    Attributes attributes = new Attributes();

    /** The handler that the program has set, or null. */
    @Nullable Errhandler errorHandler;

    /** Whether the name that Ronsel has for it is one of the program's. */
    boolean named;

    /** The properties of a communicator that is made from this one (MPI-4.1, section 9.3). */
    Properties inherited() {
      Properties inherited = new Properties();
      inherited.errorHandler = errorHandler;
      return inherited;
    }

    /** The properties of a duplicate. */
    Properties copy() {
      Properties copy = inherited();
      copy.attributes = attributes.copy();
      return copy;
    }
  }

  private final Properties properties;
  private final BlockingCollectives blocking = new BlockingCollectives(this);

  CommHandle(org.ronsel.@Nullable Comm core, Properties properties) {
    this.untyped = core == null ? null : lenient(core);
    this.properties = properties;
  }

  CommHandle(PendingComm pending, Properties properties) {
    this.pending = pending;
    this.properties = properties;
  }

  /** The operations on buffers of any type. */
  final UntypedCommunicator untyped() {
    UntypedCommunicator known = untyped;
    return known != null ? known : resolve();
  }

  /** The communicator of Ronsel. */
  final org.ronsel.Comm core() {
    return untyped().comm();
  }

  /** Collective operations that block. */
  final BlockingCollectives blocking() {
    return blocking;
  }

  /** Collective operations that return a request. */
  final RequestCollectives<org.ronsel.Request, Request> started() {
    return new RequestCollectives<>(
        this, UntypedComm::started, made -> new Request(this, made, null), false);
  }

  /** Collective operations that return a request which can be started again and again. */
  final RequestCollectives<PersistentRequest, Prequest> persistent() {
    return new RequestCollectives<>(
        this, UntypedComm::persistent, made -> new Prequest(this, made, null), true);
  }

  /** Finds the communicator at each call, where the handle does not know it. */
  UntypedCommunicator resolve() {
    PendingComm coming = pending;
    if (coming == null) {
      throw Required.refused(MPI.ERR_COMM, "the communicator is null or has been freed");
    }
    if (!coming.request().test()) {
      throw Required.refused(
          MPI.ERR_COMM, "the communicator is not made yet: wait for its getRequest() first");
    }
    pending = null;
    UntypedCommunicator made = lenient(coming.comm());
    untyped = made;
    return made;
  }

  final void stand(org.ronsel.@Nullable Comm core) {
    untyped = core == null ? null : lenient(core);
  }

  /** As lenient as the libraries that programs of this package come from. */
  static UntypedCommunicator lenient(org.ronsel.Comm core) {
    UntypedCommunicator calls = UntypedCommunicator.of("Comm.of", core);
    calls.beLenient();
    return calls;
  }

  /** Whether it is a null handle, as MPI_COMM_NULL is. */
  boolean isNullHandle() {
    return untyped == null && pending == null;
  }

  Properties properties() {
    return properties;
  }

  final @Nullable PendingComm pending() {
    return pending;
  }

  @Override
  final @Nullable Errhandler errorHandler() {
    return properties().errorHandler;
  }
}
