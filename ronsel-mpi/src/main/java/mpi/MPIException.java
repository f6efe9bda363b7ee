package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.JobAbortedException;
import org.ronsel.RonselException;

/**
 * The exception that calls of this package throw. Unchecked, so that programs of both families
 * compile: those that declare it and those that do not.
 */
public class MPIException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Code and class of the error; Ronsel knows no codes but classes. */
  private final int errorClass;

  /** Creates an exception without a message. */
  public MPIException() {
    this.errorClass = MPI.ERR_OTHER;
  }

  /** Creates an exception of class {@link MPI#ERR_OTHER}. */
  public MPIException(@Nullable String message) {
    super(message);
    this.errorClass = MPI.ERR_OTHER;
  }

  /** Creates an exception of the class of its cause, if that is an error of Ronsel. */
  public MPIException(@Nullable Throwable cause) {
    super(cause);
    this.errorClass = classOf(cause);
  }

  MPIException(int errorClass, @Nullable String message) {
    super(message);
    this.errorClass = errorClass;
  }

  MPIException(int errorClass, String message, MPIException cause) {
    super(message, cause);
    this.errorClass = errorClass;
  }

  private MPIException(String message, RonselException cause) {
    super(message, cause);
    this.errorClass = classOf(cause);
  }

  /** The exception to throw for an error of Ronsel; the end of the job stays what it is. */
  static RuntimeException of(RonselException error) {
    return of(error, ErrorWords.of(error));
  }

  /** As {@link #of(RonselException)}, with these words. */
  static RuntimeException of(RonselException error, String words) {
    return error instanceof JobAbortedException ? error : new MPIException(words, error);
  }

  private static int classOf(@Nullable Throwable cause) {
    return switch (cause) {
      case MPIException same -> same.errorClass;
      case RonselException error -> error.errorClass().code();
      case null, default -> ErrorCodes.ERR_OTHER;
    };
  }

  /** The error code, which is the error class: there are no finer codes. */
  public int getErrorCode() {
    return errorClass;
  }

  /** The class of the error, one of {@code MPI.ERR_...}. */
  public int getErrorClass() {
    return errorClass;
  }
}
