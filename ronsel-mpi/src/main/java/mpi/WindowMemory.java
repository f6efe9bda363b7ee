package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.UntypedComm;

/**
 * The view that windows get of the buffers that a program makes them of: counts are in their
 * elements.
 */
final class WindowMemory {
  private WindowMemory() {}

  /** An error of the call that a rank is in. */
  static InvalidArgumentException wrong(int rank, ErrorClass type, String why) {
    return new InvalidArgumentException(type, ErrorPlace.of(rank).message(why));
  }

  /** The buffer of a call of a rank, which must not be null. */
  static Buffer present(int rank, @Nullable Buffer base) {
    if (base == null) {
      throw wrong(
          rank, ErrorClass.BASE, "the buffer of a window is null; pass an empty one for no memory");
    }
    return base;
  }

  /** Bytes of an element. */
  static int unit(Buffer base) {
    return switch (base) {
      case ByteBuffer b -> Byte.BYTES;
      case CharBuffer b -> Character.BYTES;
      case ShortBuffer b -> Short.BYTES;
      case IntBuffer b -> Integer.BYTES;
      case FloatBuffer b -> Float.BYTES;
      case LongBuffer b -> Long.BYTES;
      case DoubleBuffer b -> Double.BYTES;
    };
  }

  /** A unit of displacements, in bytes. */
  static int displacementUnit(int elements, Buffer base) {
    return (int) Math.clamp((long) elements * unit(base), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** The memory of a buffer from its start on, independently of its position. */
  static MemorySegment all(Buffer base) {
    return MemorySegment.ofBuffer(base.duplicate().clear());
  }

  /**
   * The first elements of a buffer. Open MPI takes an address and a size, so that there are
   * programs that name more than they have and never use it.
   *
   * @param rank that calls, for messages
   */
  static MemorySegment first(int rank, Buffer base, int size) {
    if (size < 0) {
      throw wrong(
          rank, ErrorClass.SIZE, "the size of a window is at least 0 elements, not " + size);
    }
    MemorySegment all = all(base);
    long bytes = (long) size * unit(base);
    if (bytes > all.byteSize() && UntypedComm.isChecked()) {
      Environment.notPortable(
          "the window is to have "
              + bytes
              + " bytes of a buffer of "
              + all.byteSize()
              + ", and ends with the buffer, which other libraries refuse");
    }
    return all.asSlice(0, Math.min(bytes, all.byteSize()));
  }

  /** Writes the address of allocated memory into a buffer that has room for one. */
  static void tellAddress(MemorySegment allocated, Buffer base) {
    MemorySegment into = all(base);
    if (allocated.isNative() && !into.isReadOnly() && into.byteSize() >= Long.BYTES) {
      into.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, allocated.address());
    }
  }

  /** Whether two segments begin at the same place. */
  static boolean beginTogether(MemorySegment one, MemorySegment other) {
    return one.address() == other.address() && one.heapBase().equals(other.heapBase());
  }
}
