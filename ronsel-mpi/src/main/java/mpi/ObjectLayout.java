package mpi;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which elements of an array of objects belong to an element of a derived datatype: what a plan of
 * bytes is for primitive types.
 *
 * @param displacements of each object, in array elements from the start, in the type's order
 * @param lowerBound in array elements
 * @param extent array elements from one element of the type to the next
 */
record ObjectLayout(int[] displacements, int lowerBound, int extent) {
  /** What a count is called in errors. */
  static final String COUNT = "count";

  /** The layout of one object. */
  static final ObjectLayout SINGLE = new ObjectLayout(new int[] {0}, 0, 1);

  /** Objects in one element. */
  int size() {
    return displacements.length;
  }

  /** Whether elements are runs of neighbours without gaps. */
  private boolean isDense() {
    if (extent != displacements.length || lowerBound != 0) {
      return false;
    }
    for (int i = 0; i < displacements.length; i++) {
      if (displacements[i] != i) {
        return false;
      }
    }
    return true;
  }

  /** Whether all objects of an element lie behind its place and before that of the next one. */
  boolean staysWithinExtent() {
    for (int displacement : displacements) {
      if (displacement < 0 || displacement >= extent) {
        return false;
      }
    }
    return true;
  }

  /**
   * Blocks of elements at displacements.
   *
   * @param lengths elements in each block
   * @param displacements of the blocks, in array elements
   */
  static ObjectLayout blocks(int[] lengths, long[] displacements, ObjectLayout[] of) {
    long size = 0;
    for (int i = 0; i < lengths.length; i++) {
      size += (long) lengths[i] * of[i].size();
    }
    int[] all = new int[Required.inArrays(size)];
    int next = 0;
    long lower = Long.MAX_VALUE;
    long upper = Long.MIN_VALUE;
    for (int i = 0; i < lengths.length; i++) {
      ObjectLayout each = of[i];
      for (int element = 0; element < lengths[i]; element++) {
        long at = displacements[i] + (long) element * each.extent;
        for (int displacement : each.displacements) {
          all[next++] = Required.inArrays(at + displacement);
        }
        lower = Math.min(lower, at + each.lowerBound);
        upper = Math.max(upper, at + each.lowerBound + each.extent);
      }
    }
    return lower > upper
        ? new ObjectLayout(all, 0, 0)
        : new ObjectLayout(all, Required.inArrays(lower), Required.inArrays(upper - lower));
  }

  /** The objects of {@code count} elements, in an array of their own. */
  Object[] gather(@Nullable Object buffer, long offset, int count) {
    int length = Required.inArrays((long) Required.notNegative(count, COUNT) * size());
    Object[] from = array(buffer, count);
    if (isDense()) {
      check(from, offset, length);
      return Arrays.copyOfRange(from, (int) offset, (int) offset + length, Object[].class);
    }
    if (length > 0) {
      checkEnds(from, offset, count);
    }
    Object[] packed = new Object[length];
    int next = 0;
    for (int i = 0; i < count; i++) {
      for (int displacement : displacements) {
        packed[next++] = from[index(from, offset + (long) i * extent + displacement)];
      }
    }
    return packed;
  }

  /** All others lie between the first and the last element. */
  private void checkEnds(Object[] array, long offset, int count) {
    for (int displacement : displacements) {
      index(array, offset + displacement);
      index(array, offset + (count - 1L) * extent + displacement);
    }
  }

  /**
   * Puts received objects in their places.
   *
   * @param count elements that the program has room for
   */
  void scatter(@Nullable Object[] packed, @Nullable Object buffer, long offset, int count) {
    if (packed.length > (long) Required.notNegative(count, COUNT) * size()) {
      throw Required.refused(
          MPI.ERR_TRUNCATE,
          "a message of "
              + packed.length
              + " objects is longer than the receive buffer, "
              + (long) count * size());
    }
    @Nullable Object[] to = array(buffer, packed.length);
    try {
      if (isDense()) {
        check(to, offset, packed.length);
        System.arraycopy(packed, 0, to, (int) offset, packed.length);
        return;
      }
      for (int i = 0; i < packed.length; i++) {
        long at = offset + (long) (i / size()) * extent + displacements[i % size()];
        to[index(to, at)] = packed[i];
      }
    } catch (ArrayStoreException e) {
      throw Required.refused(
          MPI.ERR_TYPE,
          "an object that was received does not fit an array of "
              + to.getClass().getComponentType().getName()
              + ": "
              + e.getMessage());
    }
  }

  private static Object[] array(@Nullable Object buffer, int count) {
    if (buffer instanceof Object[] objects) {
      return objects;
    }
    if (count == 0) {
      return new Object[0];
    }
    throw Required.refused(
        MPI.ERR_BUFFER,
        "MPI.OBJECT needs an array of objects, not "
            + (buffer == null ? "null" : buffer.getClass().getSimpleName()));
  }

  private static void check(Object[] array, long offset, int length) {
    if (offset < 0 || offset > array.length - length) {
      throw outside(array, offset < 0 ? offset : offset + length - 1);
    }
  }

  private static int index(Object[] array, long at) {
    if (at < 0 || at >= array.length) {
      throw outside(array, at);
    }
    return (int) at;
  }

  private static MPIException outside(Object[] array, long at) {
    return Required.refused(
        MPI.ERR_BUFFER,
        "element " + at + " lies outside the array of " + Array.getLength(array) + " objects");
  }
}
