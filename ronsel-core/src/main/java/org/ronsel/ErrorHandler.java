package org.ronsel;

/**
 * Handles the failure of a call on a communicator (MPI-4.1, section 9.3). New communicators have
 * the handler of their parent; the world's is {@link #THROW}.
 *
 * <p>A handler is called on the thread whose call failed, with the error that the call is about to
 * throw. If it returns, the call throws that error; it may also throw another one in its place. An
 * error is handled once. Interruptions of the thread, and the end of the job, are not errors of a
 * communicator.
 */
@FunctionalInterface
public interface ErrorHandler {
  /** Does nothing: the call throws. */
  ErrorHandler THROW = (comm, error) -> {};

  /** Ends the job. Its exit status is the error class, or 1 if that is larger than 255. */
  ErrorHandler ABORT = (comm, error) -> Ronsel.implementation().abort(comm, error);

  /** Handles an error of a call on {@code comm}. */
  void handle(Comm comm, RonselException error);
}
