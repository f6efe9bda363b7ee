package org.ronsel.datatype;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorMessage;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;

/**
 * The object on whose behalf arguments are checked, such as a communicator: it names the place of
 * the call, and its error handler sees the errors. Datatypes have none.
 */
public interface Caller {
  /** Where the errors of a call are found: {@code rank 3, send}. */
  ErrorPlace place(String call);

  /**
   * Gives an error that is about to be thrown to the error handler.
   *
   * @return the error, to be thrown
   */
  <E extends RonselException> E raise(E error);

  /** An error in an argument, which the caller's handler, if there is one, has seen. */
  static InvalidArgumentException raised(
      @Nullable Caller caller, String call, ErrorClass type, String problem) {
    return raised(caller, type, place(caller, call).message(problem));
  }

  /** As {@link #raised(Caller, String, ErrorClass, String)}, with a message of more parts. */
  static InvalidArgumentException raised(
      @Nullable Caller caller, ErrorClass type, ErrorMessage message) {
    InvalidArgumentException error = new InvalidArgumentException(type, message);
    return caller == null ? error : caller.raise(error);
  }

  /** Where the errors of a call are found; calls on datatypes, without a caller, have no rank. */
  static ErrorPlace place(@Nullable Caller caller, String call) {
    return caller == null ? ErrorPlace.of("Datatype." + call) : caller.place(call);
  }
}
