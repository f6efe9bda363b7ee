package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** Makes direct buffers in native byte order, and slices of buffers and arrays. */
abstract class BufferFactory extends Handles {
  BufferFactory() {}

  private static ByteBuffer allocate(int capacity, int shift) {
    return DirectBuffers.made(
        ByteBuffer.allocateDirect(Math.multiplyExact(capacity, 1 << shift))
            .order(ByteOrder.nativeOrder()));
  }

  /** A direct buffer of {@code capacity} elements in native byte order. */
  public static ByteBuffer newByteBuffer(int capacity) {
    return allocate(capacity, 0);
  }

  /** A direct buffer of {@code capacity} elements in native byte order. */
  public static CharBuffer newCharBuffer(int capacity) {
    return allocate(capacity, 1).asCharBuffer();
  }

  /** A direct buffer of {@code capacity} elements in native byte order. */
  public static ShortBuffer newShortBuffer(int capacity) {
    return allocate(capacity, 1).asShortBuffer();
  }

  /** A direct buffer of {@code capacity} elements in native byte order. */
  public static IntBuffer newIntBuffer(int capacity) {
    return allocate(capacity, 2).asIntBuffer();
  }

  /** A direct buffer of {@code capacity} elements in native byte order. */
  public static LongBuffer newLongBuffer(int capacity) {
    return allocate(capacity, 3).asLongBuffer();
  }

  /** A direct buffer of {@code capacity} elements in native byte order. */
  public static FloatBuffer newFloatBuffer(int capacity) {
    return allocate(capacity, 2).asFloatBuffer();
  }

  /** A direct buffer of {@code capacity} elements in native byte order. */
  public static DoubleBuffer newDoubleBuffer(int capacity) {
    return allocate(capacity, 3).asDoubleBuffer();
  }

  /** The part of a buffer from {@code offset} on, in native byte order. */
  public static ByteBuffer slice(ByteBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice().order(ByteOrder.nativeOrder());
  }

  /** The part of an array from {@code offset} on, as a buffer in native byte order. */
  public static ByteBuffer slice(byte[] buf, int offset) {
    return ByteBuffer.wrap(buf, offset, buf.length - offset).slice().order(ByteOrder.nativeOrder());
  }

  /** The part of a buffer from element {@code offset} on. */
  public static CharBuffer slice(CharBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The part of an array from element {@code offset} on, as a buffer. */
  public static CharBuffer slice(char[] buf, int offset) {
    return CharBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /** The part of a buffer from element {@code offset} on. */
  public static ShortBuffer slice(ShortBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The part of an array from element {@code offset} on, as a buffer. */
  public static ShortBuffer slice(short[] buf, int offset) {
    return ShortBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /** The part of a buffer from element {@code offset} on. */
  public static IntBuffer slice(IntBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The part of an array from element {@code offset} on, as a buffer. */
  public static IntBuffer slice(int[] buf, int offset) {
    return IntBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /** The part of a buffer from element {@code offset} on. */
  public static LongBuffer slice(LongBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The part of an array from element {@code offset} on, as a buffer. */
  public static LongBuffer slice(long[] buf, int offset) {
    return LongBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /** The part of a buffer from element {@code offset} on. */
  public static FloatBuffer slice(FloatBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The part of an array from element {@code offset} on, as a buffer. */
  public static FloatBuffer slice(float[] buf, int offset) {
    return FloatBuffer.wrap(buf, offset, buf.length - offset).slice();
  }

  /** The part of a buffer from element {@code offset} on. */
  public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
    return buf.duplicate().clear().position(offset).slice();
  }

  /** The part of an array from element {@code offset} on, as a buffer. */
  public static DoubleBuffer slice(double[] buf, int offset) {
    return DoubleBuffer.wrap(buf, offset, buf.length - offset).slice();
  }
}
