package mpi;

import java.nio.ByteBuffer;

/**
 * A program's own operator, in the spelling of Open MPI. A program overrides one of the two
 * methods: the one on buffers of bytes is called, except for {@code BOOLEAN} and objects, and hands
 * arrays to the other unless it is overridden.
 */
public abstract class UserFunction {
  /** For a program's operators. */
  public UserFunction() {}

  /**
   * Combines {@code count} elements: {@code inOutVec = inVec op inOutVec}, element by element. The
   * left operands come from lower ranks.
   *
   * @param inVec array of the left operands
   * @param inOutVec array of the right operands and results
   * @param count number of elements of {@code datatype}
   */
  public void call(Object inVec, Object inOutVec, int count, Datatype datatype)
      throws MPIException {
    throw new UnsupportedOperationException(
        "a UserFunction overrides call(Object, Object, ...) or call(ByteBuffer, ByteBuffer, ...)");
  }

  /**
   * Combines {@code count} elements that lie in buffers in native byte order; see {@link
   * #call(Object, Object, int, Datatype)}.
   */
  public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
      throws MPIException {
    int length = count * datatype.Extent();
    switch (datatype.base) {
      case BYTE, PACKED -> {
        byte[] left = new byte[length];
        byte[] right = new byte[length];
        in.duplicate().order(in.order()).get(left);
        inOut.duplicate().order(inOut.order()).get(right);
        call(left, right, count, datatype);
        inOut.duplicate().order(inOut.order()).put(right);
      }
      case CHAR -> {
        char[] left = new char[length];
        char[] right = new char[length];
        in.duplicate().order(in.order()).asCharBuffer().get(left);
        inOut.duplicate().order(inOut.order()).asCharBuffer().get(right);
        call(left, right, count, datatype);
        inOut.duplicate().order(inOut.order()).asCharBuffer().put(right);
      }
      case SHORT -> {
        short[] left = new short[length];
        short[] right = new short[length];
        in.duplicate().order(in.order()).asShortBuffer().get(left);
        inOut.duplicate().order(inOut.order()).asShortBuffer().get(right);
        call(left, right, count, datatype);
        inOut.duplicate().order(inOut.order()).asShortBuffer().put(right);
      }
      case INT -> {
        int[] left = new int[length];
        int[] right = new int[length];
        in.duplicate().order(in.order()).asIntBuffer().get(left);
        inOut.duplicate().order(inOut.order()).asIntBuffer().get(right);
        call(left, right, count, datatype);
        inOut.duplicate().order(inOut.order()).asIntBuffer().put(right);
      }
      case LONG -> {
        long[] left = new long[length];
        long[] right = new long[length];
        in.duplicate().order(in.order()).asLongBuffer().get(left);
        inOut.duplicate().order(inOut.order()).asLongBuffer().get(right);
        call(left, right, count, datatype);
        inOut.duplicate().order(inOut.order()).asLongBuffer().put(right);
      }
      case FLOAT -> {
        float[] left = new float[length];
        float[] right = new float[length];
        in.duplicate().order(in.order()).asFloatBuffer().get(left);
        inOut.duplicate().order(inOut.order()).asFloatBuffer().get(right);
        call(left, right, count, datatype);
        inOut.duplicate().order(inOut.order()).asFloatBuffer().put(right);
      }
      case DOUBLE -> {
        double[] left = new double[length];
        double[] right = new double[length];
        in.duplicate().order(in.order()).asDoubleBuffer().get(left);
        inOut.duplicate().order(inOut.order()).asDoubleBuffer().get(right);
        call(left, right, count, datatype);
        inOut.duplicate().order(inOut.order()).asDoubleBuffer().put(right);
      }
      default ->
          throw new MPIException(MPI.ERR_TYPE, "operators of programs do not know " + datatype);
    }
  }
}
