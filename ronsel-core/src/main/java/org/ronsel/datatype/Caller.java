package org.ronsel.datatype;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;

/**
 * The object on whose behalf arguments are checked, such as a communicator: it names the place of
 * the call, and its error handler sees the errors. Datatypes have none.
 */
public interface Caller {
  /** How a message about a call begins: {@code rank 3, send: }. */
  String prefix(String call);

  /**
   * Gives an error that is about to be thrown to the error handler.
   *
   * @return the error, to be thrown
   */
  <E extends RonselException> E raise(E error);

  /** An error in an argument, which the caller's handler, if there is one, has seen. */
  static InvalidArgumentException raised(
      @Nullable Caller caller, String call, ErrorClass type, String problem) {
    InvalidArgumentException error =
        new InvalidArgumentException(type, prefix(caller, call) + problem);
    return caller == null ? error : caller.raise(error);
  }

  /** How a message about a call begins; calls on datatypes, without a caller, have no rank. */
  static String prefix(@Nullable Caller caller, String call) {
    return caller == null ? "Datatype." + call + ": " : caller.prefix(call);
  }
}
