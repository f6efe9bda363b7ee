package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.JobAbortedException;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/** The origin of errors of calls and of requests: a communicator or a window. */
abstract class ErrorOrigin {
  /** The error handler that the program has set, or null. */
  abstract @Nullable Errhandler errorHandler();

  /** The exception to throw for an error that the handler has seen. */
  final RuntimeException failed(RonselException error) {
    return failed(error, ErrorWords.of(error));
  }

  /** The exception to throw for an error of a call with buffers, which may be null. */
  final RuntimeException failed(RonselException error, ErrorWords.Passed buffers) {
    return failed(error, ErrorWords.of(error, buffers));
  }

  private RuntimeException failed(RonselException error, String words) {
    Errhandler handler = errorHandler();
    if (handler == null && UntypedComm.isChecked() && ProgramCall.now().isInSpellingOfOpenMpi()) {
      Environment.notPortable(
          "the error is thrown, while Open MPI ends the job where no error handler is set; set"
              + " ERRORS_RETURN, or do not go on after it");
    } else if (handler != null && handler.isFatal()) {
      return new JobAbortedException(words, error);
    }
    return MPIException.of(error, words);
  }
}
