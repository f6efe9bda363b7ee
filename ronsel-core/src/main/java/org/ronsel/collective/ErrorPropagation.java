package org.ronsel.collective;

import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.NoMemoryException;
import org.ronsel.RonselException;
import org.ronsel.collective.schedule.Members;
import org.ronsel.engine.failure.FailedCalls;
import org.ronsel.observe.FailureText;

/**
 * Propagates the error of a rank that cannot do its part in a collective call: the calls of the
 * communicator fail on all ranks, since others may wait for it, or take a later one of its calls
 * for this one.
 */
final class ErrorPropagation {
  private final Members members;
  private final FailedCalls failedCalls;
  private final int context;

  /**
   * Propagates the errors of a communicator.
   *
   * @param context matching context of its collective operations
   */
  ErrorPropagation(Members members, FailedCalls failedCalls, int context) {
    this.members = members;
    this.failedCalls = failedCalls;
    this.context = context;
  }

  /**
   * Fails all calls because of what a call has failed with.
   *
   * @param errorClass of a failure that has none
   * @return what the call throws; an {@link Error} is rethrown: a full heap, too, ends the job with
   *     advice
   */
  RonselException propagateOrRethrow(String call, ErrorClass errorClass, Throwable failed) {
    RonselException propagated = propagate(call, errorClass, failed);
    if (failed instanceof Error error && !(failed instanceof InternalError)) {
      throw error;
    }
    return propagated;
  }

  /** The same, whatever the failure is: for a request, which throws it later. */
  RonselException propagate(String call, ErrorClass errorClass, Throwable failed) {
    RonselException described = describe(call, errorClass, failed);
    failedCalls.failAll(context, described);
    return described;
  }

  private RonselException describe(String call, ErrorClass errorClass, Throwable cause) {
    if (cause instanceof RonselException known) {
      return known;
    }
    ErrorPlace place = members.place(call);
    String why = FailureText.of(cause);
    if (cause instanceof OutOfMemoryError) {
      return new NoMemoryException(place.message("has no memory for its part: " + why), cause);
    }
    String what = errorClass == ErrorClass.BUFFER ? "cannot read the data: " : "failed: ";
    return new RonselException(errorClass, place.message(what + why), cause);
  }
}
