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
    if (type.objects != null) {
      return LENGTH_BYTES + Math.multiplyExact(count * type.objects.size(), OBJECT_BYTES);
    }
    try {
      return Math.toIntExact(type.core().packSizeBytes(count));
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  static int pack(
      Comm comm,
      @Nullable Object from,
      int offset,
      int count,
      Datatype type,
      byte[] to,
      int position) {
    ObjectLayout objects = type.objects;
    try {
      if (objects != null) {
        byte[] encoded = comm.objectCodec().encode(objects.gather(from, offset, count));
        return write(encoded, to, position);
      }
      return Math.toIntExact(
          type.core()
              .pack(
                  Memory.base(from, type), Memory.start(from, offset, type), count, to, position));
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  private static int write(byte[] encoded, byte[] to, int position) {
    if (position < 0 || position > to.length - LENGTH_BYTES - encoded.length) {
      throw new MPIException(
          MPI.ERR_BUFFER,
          "the objects need "
              + (LENGTH_BYTES + encoded.length)
              + " bytes, the array has "
              + (to.length - position)
              + " from position "
              + position);
    }
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
    ObjectLayout objects = type.objects;
    try {
      if (objects != null) {
        int length = 0;
        for (int i = 0; i < LENGTH_BYTES; i++) {
          length |= (from[position + i] & 0xff) << 8 * i;
        }
        int start = position + LENGTH_BYTES;
        byte[] encoded = Arrays.copyOfRange(from, start, start + length);
        objects.scatter(decode(comm.objectCodec(), encoded), to, offset, count);
        return start + length;
      }
      return Math.toIntExact(
          type.core()
              .unpack(
                  from, position, Memory.base(to, type), Memory.start(to, offset, type), count));
    } catch (RonselException e) {
      throw MPIException.of(e);
    }
  }

  /** The objects of a message that this package has encoded. */
  static @Nullable Object[] decode(ObjectCodec codec, byte[] encoded) {
    if (codec.decode(encoded, classes()) instanceof Object[] objects) {
      return objects;
    }
    throw new MPIException(MPI.ERR_TYPE, "the bytes are not objects that this package has encoded");
  }

  /** The loader that knows the classes of the program. */
  private static ClassLoader classes() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context != null ? context : Packing.class.getClassLoader();
  }
}
