package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;

/** Waits for and tests of several requests, on those of Ronsel. */
final class Requests {
  private Requests() {}

  private static @Nullable Request[] present(@Nullable Request @Nullable [] requests) {
    return Required.array(requests, "the array of requests");
  }

  /** The requests of Ronsel to wait for: an entry for each request, null for inactive ones. */
  private static org.ronsel.@Nullable Request[] active(@Nullable Request[] requests) {
    present(requests);
    org.ronsel.@Nullable Request[] active = new org.ronsel.@Nullable Request[requests.length];
    for (int i = 0; i < requests.length; i++) {
      active[i] = active(requests[i]);
    }
    return active;
  }

  private static org.ronsel.@Nullable Request active(@Nullable Request request) {
    return request == null ? null : request.active();
  }

  static boolean isComplete(Request request, org.ronsel.Request pending) {
    try {
      return pending.isComplete() || org.ronsel.Request.testAny(pending) != Ronsel.UNDEFINED;
    } catch (RonselException e) {
      throw request.failed(e);
    }
  }

  private static <T> T call(
      @Nullable Request[] requests, Function<org.ronsel.@Nullable Request[], T> body) {
    org.ronsel.@Nullable Request[] active = active(requests);
    try {
      return body.apply(active);
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  static int awaitAny(@Nullable Request[] requests) {
    return call(requests, org.ronsel.Request::awaitAny);
  }

  static int testAny(@Nullable Request[] requests) {
    return call(requests, org.ronsel.Request::testAny);
  }

  /** Whether one of them is to be waited for. */
  static boolean isAnyActive(@Nullable Request[] requests) {
    for (Request request : present(requests)) {
      if (request != null && request.active() != null) {
        return true;
      }
    }
    return false;
  }

  static int[] awaitSome(@Nullable Request[] requests) {
    return call(requests, org.ronsel.Request::awaitSome);
  }

  static int[] testSome(@Nullable Request[] requests) {
    return call(requests, org.ronsel.Request::testSome);
  }

  /** The statuses if all are complete, else null. */
  static Status @Nullable [] testAll(@Nullable Request[] requests) {
    // Those that are persistent are inactive once Ronsel has told of them.
    org.ronsel.@Nullable Request[] started = active(requests);
    return call(requests, org.ronsel.Request::testAll) ? awaitAll(requests, started) : null;
  }

  /**
   * Waits for all, also behind one that fails.
   *
   * @throws MPIException of class {@link MPI#ERR_IN_STATUS} if some fail (MPI-4.1, section 3.7.5):
   *     the error of the first is its cause, those of others are suppressed in it
   */
  static Status[] awaitAll(@Nullable Request[] requests) {
    return awaitAll(requests, null);
  }

  /** As {@link #awaitAll(Request[])}, for requests that were started as these, or null. */
  private static Status[] awaitAll(
      @Nullable Request[] requests, org.ronsel.@Nullable Request @Nullable [] started) {
    Status[] statuses = new Status[present(requests).length];
    List<MPIException> failures = List.of();
    int first = 0;
    for (int i = 0; i < requests.length; i++) {
      Request request = requests[i];
      try {
        org.ronsel.Request known = started == null ? active(request) : started[i];
        statuses[i] = request == null || known == null ? new Status() : request.take(known);
        statuses[i].index = i;
      } catch (MPIException failure) {
        // The others complete all the same.
        if (failures.isEmpty()) {
          first = i;
          failures = new ArrayList<>();
        }
        failures.add(failure);
      }
    }
    if (!failures.isEmpty()) {
      throw inStatus(requests.length, first, failures);
    }
    return statuses;
  }

  private static MPIException inStatus(int requests, int first, List<MPIException> failures) {
    MPIException cause = failures.getFirst();
    MPIException error =
        new MPIException(
            MPI.ERR_IN_STATUS,
            failures.size()
                + " of "
                + requests
                + (failures.size() == 1 ? " requests has failed" : " requests have failed")
                + ", request "
                + first
                + ": "
                + cause.getMessage(),
            cause);
    failures.stream().skip(1).forEach(error::addSuppressed);
    return error;
  }

  /** The status of the complete request at {@code index}, which may be UNDEFINED. */
  static Status status(@Nullable Request[] requests, int index) {
    Request request = index == Ronsel.UNDEFINED ? null : requests[index];
    org.ronsel.Request complete = request == null ? null : request.ronsel();
    // Ronsel has told of a persistent request already: it is inactive.
    Status status = request == null || complete == null ? new Status() : request.take(complete);
    status.index = index;
    return status;
  }

  /**
   * The statuses of the complete requests at these indices, of all of which the program is told.
   *
   * @throws MPIException as {@link #awaitAll(Request[])} if some have failed
   */
  static Status[] statuses(@Nullable Request[] requests, int[] indices) {
    Status[] statuses = new Status[indices.length];
    List<MPIException> failures = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < indices.length; i++) {
      try {
        statuses[i] = status(requests, indices[i]);
      } catch (MPIException failure) {
        first = failures.isEmpty() ? indices[i] : first;
        failures.add(failure);
      }
    }
    if (!failures.isEmpty()) {
      throw inStatus(indices.length, first, failures);
    }
    return statuses;
  }

  static int[] indices(Status[] statuses) {
    return Arrays.stream(statuses).mapToInt(each -> each.index).toArray();
  }
}
