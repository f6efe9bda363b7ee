package org.ronsel.collective.schedule;

import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.WaitInterruptedException;

/** The members of a communicator as one of them sees them. Immutable. */
public interface Members {
  /** The rank that sees them. */
  int rank();

  /** Number of ranks. */
  int size();

  /** The endpoint that has a rank. */
  int endpoint(int rank);

  /** Name of the communicator, for messages. */
  String name();

  /** Where the errors of a collective call of the rank are found. */
  default ErrorPlace place(String call) {
    return ErrorPlace.of(rank(), call).on(name());
  }

  /** The exception for a thread that makes a collective call while another thread makes one. */
  default InvalidArgumentException calledByTwoThreads() {
    return new InvalidArgumentException(
        ErrorClass.COMM,
        ErrorPlace.of(rank())
            .message(
                "two threads call collective operations of "
                    + name()
                    + " at the same time; give each thread a communicator of its own (dup)"));
  }

  /** What a thread is told that was interrupted while it waited for a call that it left earlier. */
  default WaitInterruptedException interruptedBefore(Exception cause) {
    return new WaitInterruptedException(
        ErrorPlace.of(rank())
            .message(
                "interrupted before a collective call on "
                    + name()
                    + " had begun, while one that was interrupted earlier was awaited; call it"
                    + " again"),
        cause);
  }
}
