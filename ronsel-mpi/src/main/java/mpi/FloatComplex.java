package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * A complex number of two {@code float} values in a buffer: a view, through which it is changed.
 */
public final class FloatComplex {
  private final FloatBuffer buffer;
  private final int at;

  private FloatComplex(FloatBuffer buffer, int index) {
    this.buffer = buffer;
    this.at = 2 * index;
  }

  /** The first number of a buffer. */
  public static FloatComplex get(FloatBuffer buffer) {
    return new FloatComplex(buffer, 0);
  }

  /** The number at {@code index}, in complex numbers. */
  public static FloatComplex get(FloatBuffer buffer, int index) {
    return new FloatComplex(buffer, index);
  }

  /** The first number of an array. */
  public static FloatComplex get(float[] array) {
    return new FloatComplex(FloatBuffer.wrap(array), 0);
  }

  /** The number at {@code index}, in complex numbers. */
  public static FloatComplex get(float[] array, int index) {
    return new FloatComplex(FloatBuffer.wrap(array), index);
  }

  /** The first number of a buffer of bytes, in its byte order. */
  public static FloatComplex get(ByteBuffer buffer) {
    return new FloatComplex(buffer.asFloatBuffer(), 0);
  }

  /** The number at {@code index}, in complex numbers. */
  public static FloatComplex get(ByteBuffer buffer, int index) {
    return new FloatComplex(buffer.asFloatBuffer(), index);
  }

  /** The real part. */
  public float getReal() {
    return buffer.get(at);
  }

  /** The imaginary part. */
  public float getImag() {
    return buffer.get(at + 1);
  }

  /** Sets the real part. */
  public void putReal(float real) {
    buffer.put(at, real);
  }

  /** Sets the imaginary part. */
  public void putImag(float imag) {
    buffer.put(at + 1, imag);
  }

  /** The buffer that begins with this number. */
  public FloatBuffer getBuffer() {
    return at == 0 ? buffer : MPI.slice(buffer, at);
  }
}
