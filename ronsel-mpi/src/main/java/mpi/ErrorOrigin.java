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
    Errhandler handler = errorHandler();
    if (handler == null && UntypedComm.isChecked() && isInSpellingOfOpenMpi()) {
      Environment.notPortable(
          "the error is thrown, while Open MPI ends the job where no error handler is set; set"
              + " ERRORS_RETURN, or do not go on after it");
    } else if (handler != null && handler.isFatal()) {
      return new JobAbortedException(String.valueOf(error.getMessage()), error);
    }
    return MPIException.of(error);
  }

  /** Whether the program is in a call whose name begins as those of Open MPI do. */
  private static boolean isInSpellingOfOpenMpi() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .takeWhile(frame -> frame.getClassName().startsWith("mpi."))
                    .reduce((inner, outer) -> outer))
        .filter(call -> Character.isLowerCase(call.getMethodName().charAt(0)))
        .isPresent();
  }
}
