package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Datatype;

/**
 * The short way of the most frequent collective operations: arrays of a basic type that hold
 * elements of this type go to the methods which know it, and nothing has to be found out about the
 * buffer. Each method answers whether it was such a call; the others go the long way, and meet the
 * same algorithm.
 */
final class PlainArrays {
  private PlainArrays() {}

  static boolean broadcast(
      Comm comm, @Nullable Object buffer, int offset, int count, Datatype<?> type, int root) {
    switch (buffer) {
      case byte[] array when type == Datatype.BYTE -> comm.broadcast(array, offset, count, root);
      case boolean[] array when type == Datatype.BOOLEAN ->
          comm.broadcast(array, offset, count, root);
      case char[] array when type == Datatype.CHAR -> comm.broadcast(array, offset, count, root);
      case short[] array when type == Datatype.SHORT -> comm.broadcast(array, offset, count, root);
      case int[] array when type == Datatype.INT -> comm.broadcast(array, offset, count, root);
      case long[] array when type == Datatype.LONG -> comm.broadcast(array, offset, count, root);
      case float[] array when type == Datatype.FLOAT -> comm.broadcast(array, offset, count, root);
      case double[] array when type == Datatype.DOUBLE ->
          comm.broadcast(array, offset, count, root);
      case null, default -> {
        return false;
      }
    }
    return true;
  }

  static boolean allReduce(
      Comm comm,
      @Nullable Object in,
      int inOffset,
      @Nullable Object out,
      int outOffset,
      int count,
      Datatype<?> type,
      org.ronsel.Op op) {
    switch (in) {
      case byte[] from when type == Datatype.BYTE && out instanceof byte[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case boolean[] from when type == Datatype.BOOLEAN && out instanceof boolean[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case char[] from when type == Datatype.CHAR && out instanceof char[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case short[] from when type == Datatype.SHORT && out instanceof short[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case int[] from when type == Datatype.INT && out instanceof int[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case long[] from when type == Datatype.LONG && out instanceof long[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case float[] from when type == Datatype.FLOAT && out instanceof float[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case double[] from when type == Datatype.DOUBLE && out instanceof double[] to ->
          comm.allReduce(from, inOffset, to, outOffset, count, op);
      case null, default -> {
        return false;
      }
    }
    return true;
  }
}
