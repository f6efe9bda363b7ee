package org.ronsel;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;

/**
 * The one place that validates arguments of communication calls; every message names rank and
 * argument.
 */
final class Arguments {
  private Arguments() {}

  static void destAndTag(Comm comm, String call, int dest, int tag) {
    if ((dest < 0 || dest >= comm.peers.size()) && dest != Ronsel.PROC_NULL) {
      throw rank(comm, call, "dest", dest);
    }
    sendTag(comm, call, tag);
  }

  static void sendTag(Comm comm, String call, int tag) {
    if (tag < 0) {
      throw invalid(
          comm,
          ErrorClass.TAG,
          prefix(comm, call)
              + "tag "
              + tag
              + " is not in 0.."
              + Ronsel.MAX_TAG
              + (tag == Ronsel.ANY_TAG ? "; ANY_TAG is for receives" : ""));
    }
  }

  static void sourceAndTag(Comm comm, String call, int source, int tag) {
    source(comm, call, source);
    receiveTag(comm, call, tag);
  }

  static void source(Comm comm, String call, int source) {
    if ((source < 0 || source >= comm.peers.size())
        && source != Ronsel.ANY_SOURCE
        && source != Ronsel.PROC_NULL) {
      throw rank(comm, call, "source", source);
    }
  }

  static void receiveTag(Comm comm, String call, int tag) {
    if (tag < 0 && tag != Ronsel.ANY_TAG) {
      throw invalid(
          comm,
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
      throw invalid(
          comm,
          ErrorClass.ROOT,
          prefix(comm, call) + "root " + root + " is not in 0.." + (comm.size() - 1));
    }
  }

  /** What stands for the length of an array or segment that is null: no range lies within it. */
  static final int NO_LENGTH = -1;

  /** The length of an array, or {@link #NO_LENGTH} if it is null. */
  static int length(@Nullable Object array) {
    return array == null ? NO_LENGTH : Array.getLength(array);
  }

  /** The size of a segment, or {@link #NO_LENGTH} if it is null. */
  static long size(@Nullable MemorySegment segment) {
    return segment == null ? NO_LENGTH : segment.byteSize();
  }

  /**
   * Checks a range of a buffer of {@code capacity} elements.
   *
   * @param what the name of the argument
   */
  static void range(
      @Nullable Comm comm, String call, String what, long offset, long count, long capacity) {
    if ((offset | count) < 0 || count > capacity - offset) {
      throw outside(comm, call, what, offset, count, capacity, "elements");
    }
  }

  /**
   * Checks that the calling thread may use {@code count} elements of a segment from byte {@code
   * byteOffset} on.
   *
   * @param what the name of the argument
   */
  static void segment(
      @Nullable Comm comm,
      String call,
      String what,
      @Nullable MemorySegment segment,
      long byteOffset,
      long count,
      @Nullable Datatype<?> type,
      boolean forWriting) {
    if (segment == null) {
      throw buffer(comm, call, what + " is null");
    }
    if (type == null) {
      throw invalid(
          comm, ErrorClass.TYPE, prefix(comm, call) + "the datatype of " + what + " is null");
    }
    long capacity = segment.byteSize();
    long elementBytes = type.extentBytes();
    boolean inside =
        type.isDense()
            ? (byteOffset | count) >= 0
                && byteOffset <= capacity
                && count <= (capacity - byteOffset) / elementBytes
            : Buffers.isInside(type, byteOffset, count, capacity);
    if (!inside) {
      throw count < 0 || elementBytes == 1
          ? outside(comm, call, what, byteOffset, count, capacity, "bytes")
          : buffer(
              comm,
              call,
              "byte offset "
                  + byteOffset
                  + " and count "
                  + count
                  + " of "
                  + (type.isDense() ? elementBytes + " bytes each" : type)
                  + " lie outside "
                  + what
                  + " of "
                  + capacity
                  + " bytes");
    }
    if (forWriting) {
      if (segment.isReadOnly()) {
        throw buffer(comm, call, what + " is read-only; receive into one that can be written");
      }
      if (!type.isDense()) {
        Buffers.checkDistinct(comm, call, what, type, count);
      }
    }
    if (!segment.scope().isAlive()) {
      throw buffer(
          comm, call, "the arena of " + what + " is closed; keep it open until the call completes");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw buffer(
          comm,
          call,
          what
              + " is confined to another thread than "
              + Thread.currentThread().getName()
              + "; allocate it from a shared or automatic arena");
    }
  }

  /** An argument, of a call that belongs to no communicator, that must not be null. */
  static <T> T nonNull(String call, String what, @Nullable T argument) {
    if (argument == null) {
      throw new InvalidArgumentException(ErrorClass.ARGUMENT, call + ": " + what + " is null");
    }
    return argument;
  }

  /** A call that inter-communicators do not have. */
  static void intra(Comm comm, String call) {
    if (comm.isInter()) {
      throw comm.raise(
          new UnsupportedFeatureException(
              prefix(comm, call)
                  + comm.name()
                  + " is an inter-communicator, which has no such operation; merge() makes an"
                  + " intra-communicator of both groups"));
    }
  }

  /** A group all of whose members are in the communicator. */
  static void subgroup(Comm comm, String call, @Nullable Group group) {
    if (group == null) {
      throw invalid(comm, ErrorClass.GROUP, prefix(comm, call) + "group is null");
    }
    Group own = comm.group();
    int foreign =
        own.sharesUniverse(group) ? group.endpoints(each -> !own.contains(each)).length : -1;
    if (foreign != 0) {
      throw invalid(
          comm,
          ErrorClass.GROUP,
          prefix(comm, call)
              + (foreign < 0
                  ? "the group is of another job"
                  : foreign + " members of the group are not in " + comm.name()));
    }
  }

  /** The receive of a matched message, which must be its first. */
  static <T> T notReceived(Comm comm, String call, @Nullable T receive) {
    if (receive == null) {
      throw invalid(
          comm,
          ErrorClass.REQUEST,
          prefix(comm, call) + "the message has been received already; probe for another one");
    }
    return receive;
  }

  /** An argument that must not be null. */
  static <T> T present(Comm comm, String call, String what, @Nullable T argument) {
    if (argument == null) {
      throw invalid(comm, ErrorClass.ARGUMENT, prefix(comm, call) + what + " is null");
    }
    return argument;
  }

  static InvalidArgumentException buffer(@Nullable Comm comm, String call, String problem) {
    return invalid(comm, ErrorClass.BUFFER, prefix(comm, call) + problem);
  }

  /** An operator, which must not be null. */
  static Op op(Comm comm, String call, @Nullable Op op) {
    if (op == null) {
      throw invalid(comm, ErrorClass.OP, prefix(comm, call) + "op is null");
    }
    return op;
  }

  /** A datatype, which must not be null. */
  static Datatype<?> datatype(Comm comm, String call, @Nullable Datatype<?> type) {
    if (type == null) {
      throw invalid(comm, ErrorClass.TYPE, prefix(comm, call) + "the datatype is null");
    }
    return type;
  }

  /** What an operator is on a type. */
  static Reduction reduction(Comm comm, String call, @Nullable Op op, ElementType type) {
    Reduction reduction = op(comm, call, op).on(type);
    if (reduction == null) {
      throw invalid(
          comm, ErrorClass.OP, prefix(comm, call) + op + " is not defined for " + type.carrier());
    }
    return reduction;
  }

  /** A count of elements of which an operator combines several as one. */
  static void multiple(Comm comm, String call, @Nullable Op op, long count, int grain) {
    if (count % grain != 0) {
      throw invalid(
          comm,
          ErrorClass.COUNT,
          prefix(comm, call)
              + "count "
              + count
              + " is no multiple of "
              + grain
              + "; "
              + op
              + " combines pairs of a value and an index, which are neighbours in the array");
    }
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
      throw invalid(
          comm,
          ErrorClass.BUFFER,
          prefix(comm, call)
              + "in and out are parts of one array that overlap at "
              + inOffset
              + " and "
              + outOffset
              + "; in place, the calling rank's part must begin at "
              + inPlace);
    }
  }

  /** The output at the root, which must exist. */
  static <T> T output(Comm comm, String call, @Nullable T out) {
    if (out == null) {
      throw invalid(
          comm, ErrorClass.BUFFER, prefix(comm, call) + "out is null where the result is to go");
    }
    return out;
  }

  /** The input at the root, which must exist. */
  static <T> T input(Comm comm, String call, @Nullable T in) {
    if (in == null) {
      throw invalid(
          comm,
          ErrorClass.BUFFER,
          prefix(comm, call) + "in is null where the data are to come from");
    }
    return in;
  }

  /** Checks that nothing is received twice in one place (MPI-4.1, section 6.5). */
  static void distinctBlocks(Comm comm, String call, BlockTable table) {
    long end = Long.MIN_VALUE;
    for (int rank = 0; rank < table.size(); rank++) {
      if (table.length(rank) > 0) {
        if (table.place(rank) < end) {
          distinctBlocksInAnyOrder(comm, call, table);
          return;
        }
        end = table.place(rank) + table.length(rank);
      }
    }
  }

  /** Up to so many blocks are compared with each other, which allocates nothing. */
  private static final int FEW_BLOCKS = 64;

  private static void distinctBlocksInAnyOrder(Comm comm, String call, BlockTable table) {
    if (table.size() > FEW_BLOCKS) {
      distinctManyBlocks(comm, call, table);
      return;
    }
    for (int one = 0; one < table.size(); one++) {
      for (int other = 0; other < one; other++) {
        if (overlap(table, one, other)) {
          boolean inOrder = table.place(one) < table.place(other);
          throw overlapping(comm, call, table, inOrder ? one : other, inOrder ? other : one);
        }
      }
    }
  }

  private static boolean overlap(BlockTable table, int one, int other) {
    return table.length(one) > 0
        && table.length(other) > 0
        && table.place(one) < table.place(other) + table.length(other)
        && table.place(other) < table.place(one) + table.length(one);
  }

  private static void distinctManyBlocks(Comm comm, String call, BlockTable table) {
    int[] ranks =
        IntStream.range(0, table.size())
            .filter(rank -> table.length(rank) > 0)
            .boxed()
            .sorted(Comparator.comparingLong(table::place))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 1; i < ranks.length; i++) {
      if (overlap(table, ranks[i - 1], ranks[i])) {
        throw overlapping(comm, call, table, ranks[i - 1], ranks[i]);
      }
    }
  }

  private static InvalidArgumentException overlapping(
      Comm comm, String call, BlockTable table, int below, int above) {
    return invalid(
        comm,
        ErrorClass.BUFFER,
        prefix(comm, call)
            + "the blocks from ranks "
            + below
            + " and "
            + above
            + " overlap: "
            + table.length(below)
            + " elements at "
            + table.place(below)
            + " and "
            + table.length(above)
            + " at "
            + table.place(above));
  }

  private static InvalidArgumentException outside(
      @Nullable Comm comm,
      String call,
      String what,
      long offset,
      long count,
      long capacity,
      String unit) {
    if (capacity == NO_LENGTH) {
      return buffer(comm, call, what + " is null");
    }
    if (count < 0) {
      return invalid(
          comm,
          ErrorClass.COUNT,
          prefix(comm, call) + "count " + count + " is negative; it must be 0 or more");
    }
    return buffer(
        comm,
        call,
        "offset "
            + offset
            + " and count "
            + count
            + " lie outside "
            + what
            + " of "
            + capacity
            + " "
            + unit);
  }

  private static InvalidArgumentException rank(Comm comm, String call, String what, int rank) {
    return invalid(
        comm,
        ErrorClass.RANK,
        prefix(comm, call)
            + what
            + " "
            + rank
            + " is not a rank of "
            + comm.name()
            + (comm.isInter() ? ", whose remote ranks are 0.." : ", whose ranks are 0..")
            + (comm.peers.size() - 1)
            + (rank == Ronsel.ANY_SOURCE ? "; ANY_SOURCE is for receives" : ""));
  }

  private static InvalidArgumentException invalid(
      @Nullable Comm comm, ErrorClass type, String message) {
    InvalidArgumentException error = new InvalidArgumentException(type, message);
    return comm == null ? error : comm.raise(error);
  }

  /** An error that the handler of the communicator, if there is one, has seen. */
  static InvalidArgumentException raised(
      @Nullable Comm comm, String call, ErrorClass type, String problem) {
    return invalid(comm, type, prefix(comm, call) + problem);
  }

  /**
   * Where and in which call something went wrong; datatypes, without communicator, have no rank.
   */
  static String prefix(@Nullable Comm comm, String call) {
    return comm == null ? "Datatype." + call + ": " : "rank " + comm.rank() + ", " + call + ": ";
  }
}
