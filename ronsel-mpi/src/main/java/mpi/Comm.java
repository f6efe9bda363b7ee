package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;

/**
 * Ranks that communicate apart from others, seen by one of them (MPI-4.1, chapter 7). Any thread of
 * the rank may use it. The operations stand in the classes that this one extends.
 */
public class Comm extends OpenMpiCollectives implements Freeable, Cloneable {
  /** For {@code splitType}: the ranks that can share memory. */
  public static final int TYPE_SHARED = 0;

  Comm(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  Comm(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  // ---- Ronsel ----

  /** This communicator as one of Ronsel: the same ranks, the same messages. */
  public final org.ronsel.Comm ronsel() {
    return core();
  }

  /** A communicator of Ronsel: the same ranks, the same messages. */
  public static Comm of(org.ronsel.Comm comm) {
    Required.present(comm, MPI.ERR_COMM, "the communicator");
    Properties properties = new Properties();
    properties.named = true;
    return CommHandles.of(comm, properties);
  }

  // ---- ranks ----

  /** Number of ranks. */
  public final int getSize() throws MPIException {
    return core().size();
  }

  /** Number of ranks. */
  public int Size() throws MPIException {
    return getSize();
  }

  /** The calling rank. */
  public final int getRank() throws MPIException {
    return core().rank();
  }

  /** The calling rank. */
  public int Rank() throws MPIException {
    return getRank();
  }

  /** The ranks; of an inter-communicator those of the caller's side. */
  public final Group getGroup() throws MPIException {
    return new Group(core().group());
  }

  /** The ranks; of an inter-communicator those of the caller's side. */
  public Group Group() throws MPIException {
    return getGroup();
  }

  /** {@code MPI.IDENT, CONGRUENT, SIMILAR} or {@code UNEQUAL}. */
  public static int compare(Comm comm1, Comm comm2) throws MPIException {
    Required.comm(comm1);
    try {
      return Group.number(comm1.core().compare(Required.comm(comm2).core()));
    } catch (RonselException e) {
      throw comm1.failed(e);
    }
  }

  /** {@code MPI.IDENT, CONGRUENT, SIMILAR} or {@code UNEQUAL}. */
  public static int Compare(Comm comm1, Comm comm2) throws MPIException {
    return compare(comm1, comm2);
  }

  // ---- duplicates ----

  /** A duplicate: a call that all ranks make. */
  @Override
  public Comm clone() throws MPIException {
    return dup();
  }

  /** A duplicate, with a copy of the attributes and the error handler. */
  public Comm dup() throws MPIException {
    try {
      return CommHandles.of(core().dup(), properties().copy());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Starts to make a duplicate, which may be used when {@link #getRequest} is complete. */
  public Comm iDup() throws MPIException {
    return new Comm(startDup(), properties().copy());
  }

  final PendingComm startDup() {
    try {
      return core().iDup();
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** A duplicate, with a copy of the attributes and with other advice. */
  public Comm dupWithInfo(Info info) throws MPIException {
    try {
      return CommHandles.of(core().dup(Required.info(info).advice()), properties().copy());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The request of the {@code iDup} that makes this communicator; null after its end. */
  public final Request getRequest() {
    PendingComm coming = pending();
    return coming == null ? MPI.REQUEST_NULL : new Request(this, coming.request(), null);
  }

  // ---- end ----

  @Override
  public final void free() throws MPIException {
    if (this instanceof RankIntracomm) {
      throw Required.refused(MPI.ERR_COMM, "COMM_WORLD and COMM_SELF cannot be freed");
    }
    try {
      core().close();
    } catch (RonselException e) {
      throw failed(e);
    }
    stand(null);
  }

  /** Frees this communicator. */
  public void Free() throws MPIException {
    free();
  }

  /** Waits for all that is under way on this communicator, and frees it. */
  public final void disconnect() throws MPIException {
    if (!isInter()) {
      barrier();
    }
    free();
  }

  /** Whether it stands for no communicator, or has been freed. */
  public final boolean isNull() {
    return isNullHandle();
  }

  /** Whether it stands for no communicator, or has been freed. */
  public boolean Is_null() throws MPIException {
    return isNull();
  }

  /** Ends the whole job. */
  public final void abort(int errorcode) throws MPIException {
    throw core().abort(errorcode);
  }

  /** Ends the whole job. */
  public void Abort(int errorcode) throws MPIException {
    abort(errorcode);
  }

  // ---- inter-communicators ----

  /** Whether it has two sides. */
  public final boolean isInter() throws MPIException {
    return core().isInter();
  }

  /** Whether it has two sides. */
  public boolean Test_inter() throws MPIException {
    return isInter();
  }

  /**
   * Makes an inter-communicator; both leaders are ranks of this communicator.
   *
   * @param localComm the ranks of the caller's side
   * @param localLeader of these the one that speaks to the other side
   * @param remoteLeader the other side's leader, in this communicator
   */
  public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
      throws MPIException {
    Required.comm(localComm);
    try {
      return new Intercomm(
          localComm
              .core()
              .createInter(
                  localLeader,
                  localComm.getRank() == localLeader ? core() : null,
                  remoteLeader,
                  tag),
          localComm.properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Makes an inter-communicator; see {@link #createIntercomm}. */
  public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
      throws MPIException {
    return createIntercomm(local_comm, local_leader, remote_leader, tag);
  }

  // ---- topology ----

  /** {@code MPI.CART, GRAPH, DIST_GRAPH} or {@code UNDEFINED}. */
  public final int getTopology() throws MPIException {
    return CommHandles.topology(core());
  }

  /** {@code MPI.CART, GRAPH, DIST_GRAPH} or {@code UNDEFINED}. */
  public int Topo_test() throws MPIException {
    return getTopology();
  }

  // ---- what belongs to a communicator ----

  /** Gives the communicator a name for messages. */
  public final void setName(String name) throws MPIException {
    try {
      core().name(Required.name(name));
    } catch (RonselException e) {
      throw failed(e);
    }
    properties().named = true;
  }

  /**
   * The name (MPI-4.1, section 7.8): empty unless one was set, but that of the standard of the
   * predefined communicators. Messages name such communicators by what they were made from.
   */
  public final String getName() throws MPIException {
    return properties().named ? core().name() : originalName();
  }

  /** The name of a communicator to which the program has given none. */
  String originalName() {
    core(); // null and freed ones are none
    return "";
  }

  /** Sets advice. */
  public final void setInfo(Info info) throws MPIException {
    try {
      core().info(Required.info(info).advice());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The advice that was taken. */
  public final Info getInfo() throws MPIException {
    return new Info(core().info());
  }

  /** A key under which something can be attached to communicators. */
  public static int createKeyval() throws MPIException {
    return Attributes.createKey();
  }

  /** Says that a key will not be used any more. */
  public static void freeKeyval(int keyval) throws MPIException {
    Attributes.freeKey(keyval);
  }

  /** Attaches something to this communicator; duplicates have it too. */
  public final void setAttr(int keyval, Object value) throws MPIException {
    properties().attributes.set(keyval, value);
  }

  /** Attaches something to this communicator; duplicates have it too. */
  public void Attr_put(int keyval, Object value) throws MPIException {
    setAttr(keyval, value);
  }

  /** Attaches a number to this communicator, which {@link #Attr_get} answers as an Integer. */
  public void Attr_put(int keyval, int value) throws MPIException {
    setAttr(keyval, value);
  }

  /** The attribute under a key, or null. */
  public final @Nullable Object getAttr(int keyval) throws MPIException {
    if (keyval == MPI.WTIME_IS_GLOBAL) {
      return false; // Open MPI answers a truth value, mpiJava a number
    }
    Object known = predefined(keyval);
    return known != null ? known : properties().attributes.getOfKey(keyval);
  }

  private static @Nullable Object predefined(int keyval) {
    return switch (keyval) {
      case MPI.TAG_UB -> Ronsel.MAX_TAG;
      case MPI.HOST -> MPI.PROC_NULL;
      case MPI.IO -> MPI.ANY_SOURCE;
      case MPI.WTIME_IS_GLOBAL -> 0;
      case MPI.APPNUM -> 0;
      case MPI.LASTUSEDCODE -> MPI.ERR_LASTCODE;
      case MPI.UNIVERSE_SIZE -> Environment.world().size();
      default -> null;
    };
  }

  /** The attribute under a key, or null, also if there is no such key. */
  public @Nullable Object Attr_get(int keyval) throws MPIException {
    Object known = predefined(keyval);
    return known != null ? known : properties().attributes.get(keyval);
  }

  /** Takes away what is attached under a key. */
  public final void deleteAttr(int keyval) throws MPIException {
    properties().attributes.delete(keyval);
  }

  /** Takes away what is attached under a key. */
  public void Attr_delete(int keyval) throws MPIException {
    deleteAttr(keyval);
  }

  // ---- errors ----

  /**
   * Sets what is done about errors of calls on this communicator. Communicators that are made from
   * it later inherit that.
   */
  public final void setErrhandler(Errhandler errhandler) throws MPIException {
    core().errorHandler(Required.handler(errhandler).core());
    properties().errorHandler = errhandler;
  }

  /** Sets what is done about errors of calls on this communicator. */
  public void Errhandler_set(Errhandler errhandler) throws MPIException {
    setErrhandler(errhandler);
  }

  /**
   * The handler of errors, {@code ERRORS_ARE_FATAL} unless it was set, as with Open MPI. As long as
   * it was not set errors are thrown all the same, and end the job if the program does not catch
   * them.
   */
  public final Errhandler getErrhandler() throws MPIException {
    Errhandler set = properties().errorHandler;
    return set == null ? MPI.ERRORS_ARE_FATAL : set;
  }

  /** The handler of errors: {@code ERRORS_RETURN}, which throws, unless it was set. */
  public Errhandler Errhandler_get() throws MPIException {
    Errhandler set = properties().errorHandler;
    return set == null ? MPI.ERRORS_RETURN : set;
  }

  /** As {@link #Errhandler_get}. */
  public Errhandler Errorhandler_get() throws MPIException {
    return Errhandler_get();
  }

  /** Does what is to be done about an error. */
  public void callErrhandler(int errorCode) throws MPIException {
    if (getErrhandler().isFatal()) {
      abort(errorCode);
    }
  }

  @Override
  public String toString() {
    return isNullHandle() ? "Comm[null]" : core().toString();
  }
}
