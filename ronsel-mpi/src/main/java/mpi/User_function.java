package mpi;

/** A program's own operator, in the spelling of mpiJava. */
public abstract class User_function {
  /** For a program's operators. */
  public User_function() {}

  /**
   * Combines {@code count} elements: {@code inoutvec = invec op inoutvec}, element by element. The
   * left operands come from lower ranks.
   *
   * <p>It gets all elements of a call at once, in arrays that hold nothing else, so that the
   * offsets are 0; those of a {@code Reduce_scatter} in one or more parts, the lengths of which are
   * multiples of what divides the lengths of all blocks. With a datatype whose data lie outside of
   * its extent the offsets are others.
   *
   * @param invec array of the left operands, from {@code inoffset} on
   * @param inoutvec array of the right operands and results, from {@code inoutoffset} on
   * @param count number of elements of {@code datatype}
   */
  public abstract void Call(
      Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
      throws MPIException;
}
