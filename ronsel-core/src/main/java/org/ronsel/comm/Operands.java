package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.CallKind;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.DataRange;

/**
 * Checks the rule for the two buffers of a collective call, of arrays or of datatypes: the data
 * that the calling rank sends may not lie where data are received, unless the operation is in place
 * (MPI-4.1, sections 2.3 and 6.2.3); or they are copied first ({@link
 * UntypedCommunicator#beLenient}). Data of datatypes with gaps, and those that are copied before
 * they are combined, are not compared.
 */
final class Operands {
  private Operands() {}

  /**
   * Checks the buffers of a call whose other arguments have been checked.
   *
   * @param own the block that the calling rank has for itself, or -1 if it has none: then nothing
   *     is in place
   * @param peers number of ranks that it has blocks for, or from
   */
  static void check(Communicator comm, Invocation call, int own, int peers) {
    long distance = distance(call);
    if (distance == APART || call.collective() == Collective.BROADCAST) {
      return; // a broadcast has one buffer
    }
    boolean canBeInPlace = own >= 0 && call.algorithm() == null;
    if (canBeInPlace && inPlace(call, own) == distance && hasSameBlocks(call)) {
      if (comm.lenient && call.collective() == Collective.ALL_TO_ALLV) {
        // Blocks are exchanged where they lie.
        CollectiveArguments.distinctBlocks(comm, call.call(), call.outputs());
      }
      return;
    }
    if (!overlap(call, distance, peers)) {
      return;
    }
    if (comm.lenient && call.kind() == CallKind.BLOCKING && call.input().getClass().isArray()) {
      call.from(copy(call.input()), call.inputAt());
      return;
    }
    throw overlapping(comm, call.call(), call.inputAt(), call.inputAt() + distance, canBeInPlace);
  }

  private static Object copy(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  /**
   * Whether the data of a message that is sent lie where another one is received at the same time.
   * Offsets and lengths are in bytes.
   */
  static boolean overlap(
      Object sent, long sentAt, long sentBytes, Object received, long receivedAt, long bytes) {
    long between = bytesApart(sent, received);
    long distance = between + receivedAt - sentAt;
    return sentBytes != 0
        && bytes != 0
        && between != APART
        && distance < sentBytes
        && -distance < bytes;
  }

  /** Checks two ranges that are given by themselves; they may be the same, or begin together. */
  static void checkApart(Communicator comm, String call, DataRange in, DataRange out) {
    long bytes = bytesApart(in.base(), out.base());
    if (bytes != APART) {
      checkApart(comm, call, in.offset(), in.bytes(), bytes + out.offset(), out.bytes());
    }
  }

  /** The same for parts of arrays. */
  static void checkApart(
      Communicator comm,
      String call,
      Object in,
      long inOffset,
      long inLength,
      Object out,
      long outOffset,
      long outLength) {
    if (in == out) {
      checkApart(comm, call, inOffset, inLength, outOffset, outLength);
    }
  }

  private static void checkApart(
      Communicator comm,
      String call,
      long inOffset,
      long inLength,
      long outOffset,
      long outLength) {
    if (inOffset != outOffset
        && inOffset < outOffset + outLength
        && outOffset < inOffset + inLength) {
      throw overlapping(comm, call, inOffset, outOffset, true);
    }
  }

  /** No number of elements is between the two buffers: they are different memory. */
  private static final long APART = Long.MIN_VALUE;

  /** How many elements the first one of the output lies behind that of the input. */
  private static long distance(Invocation call) {
    Object in = call.input();
    Object out = call.output();
    if (in instanceof byte[] array && array.length == 0) {
      return APART; // no data at all, as at ranks that are not the root
    }
    long bytes = bytesApart(in, out);
    return bytes == APART
        ? APART
        : (bytes >> call.type().shift()) + call.outputAt() - call.inputAt();
  }

  /** How many bytes the beginning of a buffer lies behind that of another in the same memory. */
  private static long bytesApart(Object in, Object out) {
    if (in == out) {
      return 0;
    }
    return in instanceof MemorySegment from
            && out instanceof MemorySegment to
            && from.isNative()
            && to.isNative()
        ? to.address() - from.address()
        : APART;
  }

  /** The distance in an operation in place. */
  private static long inPlace(Invocation call, int own) {
    return switch (call.collective()) {
      case GATHER, ALL_GATHER -> -own * call.count();
      case GATHERV, ALL_GATHERV -> -place(call.outputs(), own);
      case SCATTER -> own * call.count();
      case SCATTERV -> place(call.inputs(), own);
      default -> 0;
    };
  }

  /** Whether blocks are received where others of the same lengths are given, if there are such. */
  private static boolean hasSameBlocks(Invocation call) {
    BlockTable given = call.inputs();
    BlockTable taken = call.outputs();
    if (call.collective() != Collective.ALL_TO_ALLV || given.isEmpty() || taken.isEmpty()) {
      return true;
    }
    for (int block = 0; block < taken.size(); block++) {
      if (given.length(block) != taken.length(block)
          || given.length(block) != 0 && given.place(block) != taken.place(block)) {
        return false;
      }
    }
    return true;
  }

  /** The offset of a block; 0 where there is one block only, as at ranks that are not the root. */
  private static long place(BlockTable blocks, int block) {
    return block < blocks.size() ? blocks.place(block) : 0;
  }

  private static boolean overlap(Invocation call, long distance, int peers) {
    BlockTable given = call.inputs();
    BlockTable taken = call.outputs();
    long inSpan = given.isEmpty() ? inputLength(call, peers) : given.span();
    long outSpan = taken.isEmpty() ? outputLength(call, peers) : taken.span();
    if (inSpan == 0 || outSpan == 0 || distance >= inSpan || -distance >= outSpan) {
      return false;
    }
    if (given.isEmpty() && taken.isEmpty()) {
      return true;
    }
    // Blocks of both may lie between each other.
    for (int i = 0; i < Math.max(1, given.size()); i++) {
      long start = given.isEmpty() ? 0 : given.place(i);
      long length = given.isEmpty() ? inSpan : given.length(i);
      if (length > 0 && overlapsAny(start, length, taken, distance, outSpan)) {
        return true;
      }
    }
    return false;
  }

  private static boolean overlapsAny(
      long start, long length, BlockTable taken, long distance, long outSpan) {
    for (int i = 0; i < Math.max(1, taken.size()); i++) {
      long at = distance + (taken.isEmpty() ? 0 : taken.place(i));
      long size = taken.isEmpty() ? outSpan : taken.length(i);
      if (size > 0 && start < at + size && at < start + length) {
        return true;
      }
    }
    return false;
  }

  /** Elements that the calling rank gives, if it gives any, where they are not in a table. */
  private static long inputLength(Invocation call, int peers) {
    return switch (call.collective()) {
      case BARRIER -> 0;
      case SCATTER, ALL_TO_ALL, REDUCE_SCATTER_BLOCK -> call.count() * peers;
      default -> call.count();
    };
  }

  /** Elements that the calling rank receives, if it receives any, where they are not in a table. */
  private static long outputLength(Invocation call, int peers) {
    return switch (call.collective()) {
      case BARRIER -> 0;
      case GATHER, ALL_GATHER, ALL_TO_ALL -> call.count() * peers;
      default -> call.count();
    };
  }

  private static InvalidArgumentException overlapping(
      Communicator comm, String call, long in, long out, boolean canBeInPlace) {
    return Arguments.raised(
        comm,
        call,
        ErrorClass.BUFFER,
        "what is given and what is received overlap in memory, at "
            + in
            + " and "
            + out
            + (canBeInPlace
                ? "; in place, the calling rank's part must begin where its result or block lies"
                : "; there is no such operation in place: use two buffers"));
  }
}
