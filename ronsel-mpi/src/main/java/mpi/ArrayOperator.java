package mpi;

/** Combines arrays with an operator: {@code inout = in op inout}, element by element. */
@FunctionalInterface
interface ArrayOperator {
  /**
   * Combines elements. Operands are arrays of the datatype's basic type, or of objects.
   *
   * @param inOffset in array elements
   * @param count elements of {@code type}
   */
  void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type);
}
