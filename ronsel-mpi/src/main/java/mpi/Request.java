package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PersistentRequest;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/**
 * A started communication. A request that has completed, and the program has been told so, is null;
 * persistent ones are inactive then. Methods of arrays pass over entries that are null or inactive,
 * and over missing ones.
 *
 * <p>The spellings answer differently when nothing has completed: mpiJava's tests with null, Open
 * MPI's with false or null. Where there is nothing to wait for, all answer an empty status.
 */
public class Request implements Freeable {
  private org.ronsel.@Nullable Request core;
  private final @Nullable ErrorOrigin origin;

  /** The datatype of a receive; null where a status has no count. */
  private final @Nullable Datatype type;

  /** A request of nothing. */
  Request() {
    this.origin = null;
    this.type = null;
  }

  /**
   * A request of a communicator or a window.
   *
   * @param type of a receive; null where a status says nothing
   */
  Request(ErrorOrigin origin, org.ronsel.@Nullable Request core, @Nullable Datatype type) {
    this.origin = origin;
    this.core = core;
    this.type = type;
  }

  /** Does nothing, as with MPJ Express; being empty, it is not called by the JVM. */
  @Override
  @SuppressWarnings({"Finalize", "removal"})
  public void finalize() throws MPIException {}

  /** The request of Ronsel, or null. */
  public final org.ronsel.@Nullable Request ronsel() {
    return core;
  }

  final void restart(org.ronsel.@Nullable Request started) {
    core = started;
  }

  final @Nullable ErrorOrigin origin() {
    return origin;
  }

  /** The request of Ronsel to wait for, or null. */
  final org.ronsel.@Nullable Request active() {
    org.ronsel.Request known = core;
    return known instanceof PersistentRequest persistent && !persistent.isActive() ? null : known;
  }

  /** Called when the program has been told that the request is complete. */
  void told() {
    if (!(core instanceof PersistentRequest)) {
      core = null;
    }
  }

  /** Makes the status of the complete request. */
  Status status(org.ronsel.Status known) {
    return new Status(known, type);
  }

  final RuntimeException failed(RonselException error) {
    told();
    return origin == null ? MPIException.of(error) : origin.failed(error);
  }

  /** The status of a complete request, of which the program is told. */
  final Status take(org.ronsel.Request complete) {
    try {
      Status status = status(complete.await());
      told();
      return status;
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  // ---- one request, mpiJava ----

  /** Waits. */
  public Status Wait() throws MPIException {
    org.ronsel.Request pending = active();
    return pending == null ? new Status() : take(pending);
  }

  /** The status if the request is complete, else null. */
  public @Nullable Status Test() throws MPIException {
    org.ronsel.Request pending = active();
    if (pending == null) {
      return new Status();
    }
    return Requests.isComplete(this, pending) ? take(pending) : null;
  }

  /** Whether there is no communication any more. */
  public boolean Is_null() throws MPIException {
    return isOver();
  }

  /** Lets the communication go on without this object. */
  public void Free() throws MPIException {
    free();
  }

  /** Cancels a receive that no message has matched yet. */
  public void Cancel() throws MPIException {
    cancel();
  }

  // ---- one request, Open MPI ----

  /** Lets the communication go on without this object. */
  @Override
  public void free() throws MPIException {
    org.ronsel.Request pending = core;
    if (pending != null) {
      pending.release();
    }
    core = null;
  }

  /** Cancels a receive that no message has matched yet. */
  public final void cancel() throws MPIException {
    org.ronsel.Request pending = active();
    if (pending != null) {
      try {
        pending.cancel();
      } catch (RonselException e) {
        throw failed(e);
      }
    }
  }

  /** Whether there is no communication any more. */
  public final boolean isNull() {
    return isOver();
  }

  /** Whether there is nothing behind it that can be waited for or started. */
  boolean isOver() {
    return core == null;
  }

  /** Waits. */
  public final Status waitStatus() throws MPIException {
    return Wait();
  }

  /** Waits. */
  public final void waitFor() throws MPIException {
    Wait();
  }

  /** The status if the request is complete, else null. */
  public final @Nullable Status testStatus() throws MPIException {
    return Test();
  }

  /** The status if the request is complete, else null; the request stays as it is. */
  public final @Nullable Status getStatus() throws MPIException {
    org.ronsel.Request pending = active();
    if (pending == null) {
      return new Status();
    }
    try {
      org.ronsel.Status known = UntypedComm.statusOf(pending);
      return known == null ? null : status(known);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Whether the request is complete. */
  public final boolean test() throws MPIException {
    return Test() != null;
  }

  // ---- several requests, mpiJava ----

  /** Waits for one; its place stands in the status, or {@code MPI.UNDEFINED} if there is none. */
  public static Status Waitany(@Nullable Request[] r) throws MPIException {
    return waitAnyStatus(r);
  }

  /** The status of one that is complete, or null. */
  public static @Nullable Status Testany(@Nullable Request[] r) throws MPIException {
    return testAnyStatus(r);
  }

  /** Waits for all. */
  public static Status[] Waitall(@Nullable Request[] r) throws MPIException {
    return waitAllStatus(r);
  }

  /** The statuses if all are complete, else null. */
  public static Status @Nullable [] Testall(@Nullable Request[] r) throws MPIException {
    return testAllStatus(r);
  }

  /** Waits for at least one. */
  public static Status[] Waitsome(@Nullable Request[] r) throws MPIException {
    return Requests.statuses(r, Requests.awaitSome(r));
  }

  /** The statuses of those that are complete. */
  public static Status[] Testsome(@Nullable Request[] r) throws MPIException {
    return Requests.statuses(r, Requests.testSome(r));
  }

  // ---- several requests, Open MPI ----

  /** Waits for one; its place stands in the status, or {@code MPI.UNDEFINED} if there is none. */
  public static Status waitAnyStatus(@Nullable Request[] requests) throws MPIException {
    return Requests.status(requests, Requests.awaitAny(requests));
  }

  /** Waits for one; answers its place, or {@code MPI.UNDEFINED} if there is none. */
  public static int waitAny(@Nullable Request[] requests) throws MPIException {
    return waitAnyStatus(requests).index;
  }

  /** The status of one that is complete, or null. */
  public static @Nullable Status testAnyStatus(@Nullable Request[] requests) throws MPIException {
    boolean isAny = Requests.isAnyActive(requests);
    int done = Requests.testAny(requests);
    return isAny && done == Ronsel.UNDEFINED ? null : Requests.status(requests, done);
  }

  /** The place of one that is complete, or {@code MPI.UNDEFINED}. */
  public static int testAny(@Nullable Request[] requests) throws MPIException {
    Status status = testAnyStatus(requests);
    return status == null ? MPI.UNDEFINED : status.index;
  }

  /** Waits for all. */
  public static Status[] waitAllStatus(@Nullable Request[] requests) throws MPIException {
    return Requests.awaitAll(requests);
  }

  /** Waits for all. */
  public static void waitAll(@Nullable Request[] requests) throws MPIException {
    Requests.awaitAll(requests);
  }

  /** The statuses if all are complete, else null. */
  public static Status @Nullable [] testAllStatus(@Nullable Request[] requests)
      throws MPIException {
    return Requests.testAll(requests);
  }

  /** Whether all are complete. */
  public static boolean testAll(@Nullable Request[] requests) throws MPIException {
    return testAllStatus(requests) != null;
  }

  /** Waits for at least one; null if there is none. */
  public static Status @Nullable [] waitSomeStatus(@Nullable Request[] requests)
      throws MPIException {
    return Requests.isAnyActive(requests) ? Waitsome(requests) : null;
  }

  /** Waits for at least one; answers the places of those that are complete; null if none is. */
  public static int @Nullable [] waitSome(@Nullable Request[] requests) throws MPIException {
    Status[] done = waitSomeStatus(requests);
    return done == null ? null : Requests.indices(done);
  }

  /** The statuses of those that are complete; null if there is nothing to wait for. */
  public static Status @Nullable [] testSomeStatus(@Nullable Request[] requests)
      throws MPIException {
    return Requests.isAnyActive(requests) ? Testsome(requests) : null;
  }

  /** The places of those that are complete; null if there is nothing to wait for. */
  public static int @Nullable [] testSome(@Nullable Request[] requests) throws MPIException {
    Status[] done = testSomeStatus(requests);
    return done == null ? null : Requests.indices(done);
  }
}
