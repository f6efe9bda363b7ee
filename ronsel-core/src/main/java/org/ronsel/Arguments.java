package org.ronsel;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;

/**
 * The one place that validates arguments of communication calls; every message names rank and
 * argument.
 */
final class Arguments {
  private Arguments() {}

  static void destAndTag(Comm comm, String call, int dest, int tag) {
    if ((dest < 0 || dest >= comm.size()) && dest != Ronsel.PROC_NULL) {
      throw rank(comm, call, "dest", dest);
    }
    if (tag < 0) {
      throw new InvalidArgumentException(
          ErrorClass.TAG, prefix(comm, call) + "tag " + tag + " is not in 0.." + Ronsel.MAX_TAG);
    }
  }

  static void sourceAndTag(Comm comm, String call, int source, int tag) {
    source(comm, call, source);
    receiveTag(comm, call, tag);
  }

  static void source(Comm comm, String call, int source) {
    if ((source < 0 || source >= comm.size())
        && source != Ronsel.ANY_SOURCE
        && source != Ronsel.PROC_NULL) {
      throw rank(comm, call, "source", source);
    }
  }

  static void receiveTag(Comm comm, String call, int tag) {
    if (tag < 0 && tag != Ronsel.ANY_TAG) {
      throw new InvalidArgumentException(
          ErrorClass.TAG,
          prefix(comm, call)
              + "tag "
              + tag
              + " is neither in 0.."
              + Ronsel.MAX_TAG
              + " nor ANY_TAG");
    }
  }

  static void root(Comm comm, String call, int root) {
    if (root < 0 || root >= comm.size()) {
      throw new InvalidArgumentException(
          ErrorClass.ROOT,
          prefix(comm, call) + "root " + root + " is not in 0.." + (comm.size() - 1));
    }
  }

  /** Checks a range of a buffer of {@code capacity} elements. */
  static void range(Comm comm, String call, long offset, long count, long capacity) {
    if ((offset | count) < 0 || count > capacity - offset) {
      throw outside(comm, call, offset, count, capacity, "elements");
    }
  }

  /**
   * Checks that the calling thread may use {@code count} elements of {@code elementBytes} bytes
   * from byte {@code byteOffset} of a segment on.
   */
  static void segment(
      Comm comm,
      String call,
      MemorySegment segment,
      long byteOffset,
      long count,
      long elementBytes,
      boolean forWriting) {
    long capacity = segment.byteSize();
    if ((byteOffset | count) < 0
        || byteOffset > capacity
        || count > (capacity - byteOffset) / elementBytes) {
      throw count < 0 || elementBytes == 1
          ? outside(comm, call, byteOffset, count, capacity, "bytes")
          : new InvalidArgumentException(
              ErrorClass.BUFFER,
              prefix(comm, call)
                  + "byte offset "
                  + byteOffset
                  + " and count "
                  + count
                  + " of "
                  + elementBytes
                  + " bytes each lie outside a segment of "
                  + capacity
                  + " bytes");
    }
    if (forWriting && segment.isReadOnly()) {
      throw buffer(comm, call, "the segment is read-only");
    }
    if (!segment.scope().isAlive()) {
      throw buffer(comm, call, "the arena of the segment is closed");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw buffer(
          comm,
          call,
          "the segment is confined to another thread than "
              + Thread.currentThread().getName()
              + "; allocate it from a shared or automatic arena");
    }
  }

  static InvalidArgumentException buffer(Comm comm, String call, String problem) {
    return new InvalidArgumentException(ErrorClass.BUFFER, prefix(comm, call) + problem);
  }

  /** What an operator is on a type. */
  static Reduction reduction(Comm comm, String call, Op op, ElementType type) {
    Reduction reduction = op.on(type);
    if (reduction == null) {
      throw new InvalidArgumentException(
          ErrorClass.OP, prefix(comm, call) + op + " is not defined for " + type.carrier());
    }
    return reduction;
  }

  /**
   * Checks that two ranges are in place of each other or do not overlap.
   *
   * @param inPlace where in {@code out} the input is if the operation is in place
   */
  static void overlap(
      Comm comm,
      String call,
      Object in,
      long inOffset,
      long inCount,
      Object out,
      long outOffset,
      long outCount,
      long inPlace) {
    if (in == out
        && inOffset != inPlace
        && inOffset < outOffset + outCount
        && outOffset < inOffset + inCount) {
      throw new InvalidArgumentException(
          ErrorClass.BUFFER,
          prefix(comm, call)
              + "in and out are parts of one array that overlap at "
              + inOffset
              + " and "
              + outOffset
              + "; in place, in must begin at "
              + inPlace);
    }
  }

  /** The output at the root, which must exist. */
  static <T> T output(Comm comm, String call, @Nullable T out) {
    if (out == null) {
      throw new InvalidArgumentException(
          ErrorClass.BUFFER, prefix(comm, call) + "out is null where the result is to go");
    }
    return out;
  }

  private static InvalidArgumentException outside(
      Comm comm, String call, long offset, long count, long capacity, String unit) {
    if (count < 0) {
      return new InvalidArgumentException(
          ErrorClass.COUNT, prefix(comm, call) + "count " + count + " is negative");
    }
    return buffer(
        comm,
        call,
        "offset "
            + offset
            + " and count "
            + count
            + " lie outside a buffer of "
            + capacity
            + " "
            + unit);
  }

  private static InvalidArgumentException rank(Comm comm, String call, String what, int rank) {
    return new InvalidArgumentException(
        ErrorClass.RANK,
        prefix(comm, call)
            + what
            + " "
            + rank
            + " is not a rank of "
            + comm.name()
            + ", which has "
            + comm.size());
  }

  private static String prefix(Comm comm, String call) {
    return "rank " + comm.rank() + ", " + call + ": ";
  }
}
