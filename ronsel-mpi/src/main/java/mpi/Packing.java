package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.ObjectCodec;
import org.ronsel.RonselException;

/** Writes elements to arrays of bytes, to be sent as PACKED, and reads them. */
final class Packing {
  /** Before the bytes of objects stands how many there are. */
  private static final int LENGTH_BYTES = 4;

  /** Bytes that are allowed for an object whose size is not known before it is encoded. */
  private static final int OBJECT_BYTES = 1024;

  private Packing() {}

  static int size(int count, Datatype type) {
    ObjectLayout objects = Datatype.usable(type).objects;
    if (objects != null) {
      long all = (long) Required.notNegative(count, ObjectLayout.COUNT) * objects.size();
      return toInt(LENGTH_BYTES + all * OBJECT_BYTES);
    }
    try {
      return toInt(type.core().packSizeBytes(count));
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  private static int toInt(long bytes) {
    if (bytes != (int) bytes) {
      throw Required.refused(
          MPI.ERR_COUNT, bytes + " bytes are more than an array has; pack in several parts");
    }
    return (int) bytes;
  }

  static int pack(
      Comm comm,
      @Nullable Object from,
      int offset,
      int count,
      Datatype type,
      byte[] to,
      int position) {
    ObjectLayout objects = Datatype.usable(type).objects;
    try {
      if (objects != null) {
        byte[] encoded = comm.objectCodec().encode(objects.gather(from, offset, count));
        return write(encoded, to, position);
      }
      return toInt(
          type.core()
              .pack(
                  Memory.base(from, count, type),
                  Memory.start(from, offset, type),
                  count,
                  to,
                  position));
    } catch (RonselException e) {
      throw MPIException.of(e, ErrorWords.of(e, new ErrorWords.Passed(from, "packed")));
    }
  }

  private static int write(byte[] encoded, byte[] to, int position) {
    requireInside(Required.buffer(to), position, (long) LENGTH_BYTES + encoded.length);
    for (int i = 0; i < LENGTH_BYTES; i++) {
      to[position + i] = (byte) (encoded.length >> 8 * i);
    }
    System.arraycopy(encoded, 0, to, position + LENGTH_BYTES, encoded.length);
    return position + LENGTH_BYTES + encoded.length;
  }

  static int unpack(
      Comm comm,
      byte[] from,
      int position,
      @Nullable Object to,
      int offset,
      int count,
      Datatype type) {
    ObjectLayout objects = Datatype.usable(type).objects;
    try {
      if (objects != null) {
        byte[] encoded = read(from, position);
        objects.scatter(decode(comm.objectCodec(), encoded), to, offset, count);
        return position + LENGTH_BYTES + encoded.length;
      }
      return toInt(
          type.core()
              .unpack(
                  from,
                  position,
                  Memory.base(to, count, type),
                  Memory.start(to, offset, type),
                  count));
    } catch (RonselException e) {
      throw MPIException.of(e, ErrorWords.of(e, new ErrorWords.Passed(to, "unpacked")));
    }
  }

  /** The bytes of objects that {@link #write} has written. */
  private static byte[] read(byte[] from, int position) {
    requireInside(Required.buffer(from), position, LENGTH_BYTES);
    int length = 0;
    for (int i = 0; i < LENGTH_BYTES; i++) {
      length |= (from[position + i] & 0xff) << 8 * i;
    }
    if (length < 0) {
      throw Required.refused(
          MPI.ERR_BUFFER, "at position " + position + " no objects begin that were packed");
    }
    requireInside(from, position, (long) LENGTH_BYTES + length);
    int start = position + LENGTH_BYTES;
    return Arrays.copyOfRange(from, start, start + length);
  }

  private static void requireInside(byte[] packed, int position, long bytes) {
    if (position < 0 || bytes > packed.length - (long) position) {
      throw Required.refused(
          MPI.ERR_BUFFER,
          "position "
              + position
              + " and "
              + bytes
              + " bytes of objects lie outside packed of "
              + packed.length
              + " bytes");
    }
  }

  /** The objects of a message that this package has encoded. */
  static @Nullable Object[] decode(ObjectCodec codec, byte[] encoded) {
    if (codec.decode(encoded, classes()) instanceof Object[] objects) {
      return objects;
    }
    throw Required.refused(MPI.ERR_TYPE, "the bytes are not objects that this package has encoded");
  }

  /** The loader that knows the classes of the program. */
  private static ClassLoader classes() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context != null ? context : Packing.class.getClassLoader();
  }
}
