package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/**
 * A complex number of two {@code double} values in a buffer: a view, through which it is changed.
 */
public final class DoubleComplex {
  private final DoubleBuffer buffer;
  private final int at;

  private DoubleComplex(DoubleBuffer buffer, int index) {
    this.buffer = buffer;
    this.at = 2 * index;
  }

  /** The first number of a buffer. */
  public static DoubleComplex get(DoubleBuffer buffer) {
    return new DoubleComplex(buffer, 0);
  }

  /** The number at {@code index}, in complex numbers. */
  public static DoubleComplex get(DoubleBuffer buffer, int index) {
    return new DoubleComplex(buffer, index);
  }

  /** The first number of an array. */
  public static DoubleComplex get(double[] array) {
    return new DoubleComplex(DoubleBuffer.wrap(array), 0);
  }

  /** The number at {@code index}, in complex numbers. */
  public static DoubleComplex get(double[] array, int index) {
    return new DoubleComplex(DoubleBuffer.wrap(array), index);
  }

  /** The first number of a buffer of bytes, in its byte order. */
  public static DoubleComplex get(ByteBuffer buffer) {
    return new DoubleComplex(buffer.asDoubleBuffer(), 0);
  }

  /** The number at {@code index}, in complex numbers. */
  public static DoubleComplex get(ByteBuffer buffer, int index) {
    return new DoubleComplex(buffer.asDoubleBuffer(), index);
  }

  /** The real part. */
  public double getReal() {
    return buffer.get(at);
  }

  /** The imaginary part. */
  public double getImag() {
    return buffer.get(at + 1);
  }

  /** Sets the real part. */
  public void putReal(double real) {
    buffer.put(at, real);
  }

  /** Sets the imaginary part. */
  public void putImag(double imag) {
    buffer.put(at + 1, imag);
  }

  /** The buffer that begins with this number. */
  public DoubleBuffer getBuffer() {
    return at == 0 ? buffer : MPI.slice(buffer, at);
  }
}
