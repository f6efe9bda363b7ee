package mpi;

/** A handler of errors of calls on a communicator or a window. */
public final class Errhandler {
  private final String name;
  private final boolean fatal;

  Errhandler(String name, boolean fatal) {
    this.name = name;
    this.fatal = fatal;
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
