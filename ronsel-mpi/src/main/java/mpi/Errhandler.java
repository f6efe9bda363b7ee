package mpi;

import org.ronsel.ErrorHandler;
import org.ronsel.RonselException;

/** A handler of errors of calls on a communicator or a window. */
public final class Errhandler {
  /** For {@link #Errhandler(int)}: as {@code MPI.ERRORS_ARE_FATAL}. */
  public static final int FATAL = 1;

  /** For {@link #Errhandler(int)}: as {@code MPI.ERRORS_RETURN}. */
  public static final int RETURN = 0;

  private final String name;
  private final boolean fatal;

  Errhandler(String name, boolean fatal) {
    this.name = name;
    this.fatal = fatal;
  }

  /**
   * Creates a handler that does what a predefined one does, in the spelling of mpiJava.
   *
   * @param type {@link #FATAL} or {@link #RETURN}
   */
  public Errhandler(int type) throws MPIException {
    if (type != FATAL && type != RETURN) {
      throw new MPIException(
          MPI.ERR_ARG, "an error handler is FATAL (1) or RETURN (0), not " + type);
    }
    name = type == FATAL ? "ERRORS_ARE_FATAL" : "ERRORS_RETURN";
    fatal = type == FATAL;
  }

  /** What Ronsel does about an error. */
  ErrorHandler core() {
    return fatal ? Errhandler::abort : ErrorHandler.THROW;
  }

  /** Ends the job, which reports the error in the words of the call that the program is in. */
  private static void abort(org.ronsel.Comm comm, RonselException error) {
    RonselException named =
        new RonselException(error.errorClass(), ErrorWords.of(error), error.getCause());
    named.setStackTrace(error.getStackTrace());
    ErrorHandler.ABORT.handle(comm, named);
  }

  /** Whether an error aborts the job. */
  boolean isFatal() {
    return fatal;
  }

  @Override
  public String toString() {
    return name;
  }
}
