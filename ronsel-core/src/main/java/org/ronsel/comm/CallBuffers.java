package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.UntypedComm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.data.JoinedMemory;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.datatype.Buffers;

/**
 * Checks the buffers of collective calls and enters them: by basic elements of a base. Data of a
 * derived datatype are such elements in the order in which they would be packed.
 */
final class CallBuffers {
  private static final byte[] NOTHING = {};

  private final Communicator comm;

  CallBuffers(Communicator comm) {
    this.comm = comm;
  }

  static boolean inPlace(@Nullable Object buffer) {
    return buffer == UntypedComm.IN_PLACE;
  }

  /**
   * Whether a buffer is an array of a datatype's elements: then it is taken as it is, with nothing
   * looked at but the range, and nothing allocated.
   */
  static boolean isArrayOf(@Nullable Datatype<?> type, Object buffer) {
    return type != null && buffer.getClass() == AbstractDatatype.of(type).arrayClass();
  }

  /** Whether a buffer is an array of the elements of a call. */
  static boolean isArrayOf(Invocation call, @Nullable Datatype<?> type, Object buffer) {
    return type != null
        && buffer.getClass() == AbstractDatatype.of(type).arrayClass()
        && AbstractDatatype.of(type).elementType() == call.type();
  }

  // ---- one block ----

  /** Checks data that are given. */
  final DataRange readable(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    notInPlace(call, buffer);
    return Buffers.resolve(comm, call.call(), sendBuffer(call), buffer, type, offset, count, false);
  }

  /** Checks data that are received. */
  final DataRange writable(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    notInPlace(call, buffer);
    return Buffers.resolve(
        comm, call.call(), receiveBuffer(call), buffer, type, offset, count, true);
  }

  final void notInPlace(Invocation call, @Nullable Object buffer) {
    if (inPlace(buffer)) {
      throw BufferArguments.buffer(
          comm,
          call.call(),
          comm.isInter()
              ? "inter-communicators have no operations IN_PLACE"
              : "IN_PLACE is not possible here: it stands for the buffer of a root's or an"
                  + " operation's own data only");
    }
  }

  /** Says what a block consists of; before its data are entered. */
  final void shape(Invocation call, @Nullable Datatype<?> given, long count) {
    AbstractDatatype<?> type = BufferArguments.datatype(comm, call.call(), given);
    ElementType element = type.elementType();
    call.elements(element, count * type.sizeBytes() >> element.shift());
    if (type.arrayClass() == null) {
      call.comparedAs(type.typeMap().signature(), count);
    }
  }

  /** Checks data that are given, and enters them. */
  final void from(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    if (buffer != null && isArrayOf(call, type, buffer)) {
      fromArray(call, buffer, offset, count);
    } else {
      call.from(unlessEmpty(readable(call, buffer, type, offset, count)));
    }
  }

  /** Checks where data are received, and enters it. */
  final void to(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    if (buffer != null && isArrayOf(call, type, buffer)) {
      toArray(call, buffer, offset, count);
    } else {
      call.to(unlessEmpty(writable(call, buffer, type, offset, count)));
    }
  }

  /** What has no data may lie where no element of the call could. */
  private static DataRange unlessEmpty(DataRange data) {
    return data.bytes() == 0 ? DataRange.NOTHING : data;
  }

  /** Enters data that are given in an array of the call's elements. */
  final void fromArray(Invocation call, Object array, long offset, long count) {
    if (!isInside(array, offset, count)) {
      outside(call, sendBuffer(call), array, offset, count);
    }
    call.from(array, (int) offset);
  }

  /** Enters where data are received in an array of the call's elements. */
  final void toArray(Invocation call, Object array, long offset, long count) {
    if (!isInside(array, offset, count)) {
      outside(call, receiveBuffer(call), array, offset, count);
    }
    call.to(array, (int) offset);
  }

  private static boolean isInside(Object array, long offset, long count) {
    return (offset | count) >= 0 && count <= Array.getLength(array) - offset;
  }

  /** Throws what a range outside an array is refused with. */
  private void outside(Invocation call, BufferRole what, Object array, long offset, long count) {
    BufferArguments.range(
        comm, call.call(), what, call.type(), offset, count, Array.getLength(array));
  }

  private static BufferRole sendBuffer(Invocation call) {
    return call.collective() == Collective.BROADCAST ? BufferRole.BUFFER : BufferRole.SEND;
  }

  private static BufferRole receiveBuffer(Invocation call) {
    return call.collective() == Collective.BROADCAST ? BufferRole.BUFFER : BufferRole.RECEIVE;
  }

  /** The input lies in the output, this many elements behind its first. */
  final void fromPlaceOfOutput(Invocation call, long place) {
    call.from(call.output(), index(call, call.outputAt() + place));
  }

  /** The output lies in the input, this many elements behind its first. */
  final void toPlaceOfInput(Invocation call, long place) {
    call.to(call.input(), index(call, call.inputAt() + place));
  }

  private int index(Invocation call, long at) {
    if (at > Integer.MAX_VALUE) {
      throw comm.raise(
          new UnsupportedFeatureException(
              comm.place(call.call())
                  .message("IN_PLACE is not possible beyond 2^31 elements; use two buffers")));
    }
    return (int) at;
  }

  /** The elements of this many blocks. */
  static long times(long count, int blocks) {
    return count > Long.MAX_VALUE / Math.max(1, blocks) ? Long.MAX_VALUE : count * blocks;
  }

  /** Checks that the data a rank sends to itself have the length that it expects. */
  final void sameLength(
      Invocation call, Datatype<?> given, long givenCount, Datatype<?> taken, long takenCount) {
    if (given != taken || givenCount != takenCount) {
      sameBytes(call, givenCount * given.sizeBytes(), takenCount * taken.sizeBytes());
    }
  }

  final void sameBytes(Invocation call, long given, long taken) {
    if (given != taken) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.COUNT,
          "this rank gives itself "
              + given
              + " bytes in a block, but expects "
              + taken
              + "; both must be the same");
    }
  }

  // ---- blocks that differ ----

  static final IntPredicate ALL = block -> true;

  /**
   * The type of elements that both directions have.
   *
   * @param oneHas whether there are elements in the first: a direction without any has every type
   * @param otherHas whether there are any in the second
   */
  final ElementType common(
      Invocation call,
      @Nullable Datatype<?> one,
      boolean oneHas,
      @Nullable Datatype<?> other,
      boolean otherHas) {
    AbstractDatatype<?> first = BufferArguments.datatype(comm, call.call(), one);
    AbstractDatatype<?> second = BufferArguments.datatype(comm, call.call(), other);
    if (!oneHas || first.sizeBytes() == 0) {
      return second.elementType();
    }
    boolean alike = !otherHas || second.sizeBytes() == 0;
    return alike || first.elementType() == second.elementType()
        ? first.elementType()
        : ElementType.PACKED;
  }

  /** Says what the calling rank's block consists of, where those of others have another type. */
  final void shape(Invocation call, Datatype<?> own, long count, Datatype<?> others) {
    ElementType type = common(call, own, count > 0, others, true);
    call.elements(type, count * own.sizeBytes() >> type.shift());
  }

  /** Whether a table that is yet to be checked has a block with elements. */
  static boolean hasAny(int @Nullable [] counts, int blocks) {
    for (int block = 0; counts != null && block < Math.min(blocks, counts.length); block++) {
      if (counts[block] != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Enters lengths and places of blocks, in elements of their datatype. Where a block without
   * elements would lie is not looked at (MPI-4.1, section 6.5).
   *
   * @param displacements places; null where one block lies behind the other
   * @param exists which blocks are looked at
   */
  final void fill(
      Invocation call,
      BlockTable table,
      int @Nullable [] counts,
      int @Nullable [] displacements,
      IntPredicate exists) {
    int number = table.size();
    int[] lengths = CollectiveArguments.counts(comm, call.call(), "counts", counts, number);
    int[] places =
        displacements == null
            ? null
            : CollectiveArguments.table(comm, call.call(), "displacements", displacements, number);
    long next = 0;
    for (int block = 0; block < number; block++) {
      if (exists.test(block)) {
        long given = places == null ? next : lengths[block] == 0 ? 0 : places[block];
        table.set(block, lengths[block], given);
      }
      next += lengths[block];
    }
  }

  /** Enters blocks of one length, one behind the other. */
  final void fill(Invocation call, BlockTable table, long count, IntPredicate exists) {
    long most = Long.MAX_VALUE / 2 / Math.max(1, table.size()); // places must not overflow
    if (count < 0 || count > most) {
      throw Arguments.raised(
          comm, call.call(), ErrorClass.COUNT, "count " + count + " is not in 0.." + most);
    }
    for (int block = 0; block < table.size(); block++) {
      if (exists.test(block)) {
        table.set(block, count, block * count);
      }
    }
  }

  /** Enters the buffer of the blocks that are given. */
  final void fromBlocks(Invocation call, @Nullable Object buffer, Datatype<?> type, long offset) {
    if (buffer != null && isArrayOf(call, type, buffer)) {
      call.from(buffer, inside(call, sendBuffer(call), buffer, offset, call.inputs()));
    } else {
      call.from(unlessEmpty(general(call, buffer, type, offset, call.inputs(), false)));
    }
  }

  /** Enters the buffer of the blocks that are received. */
  final void toBlocks(Invocation call, @Nullable Object buffer, Datatype<?> type, long offset) {
    if (buffer != null && isArrayOf(call, type, buffer)) {
      call.to(buffer, inside(call, receiveBuffer(call), buffer, offset, call.outputs()));
    } else {
      call.to(unlessEmpty(general(call, buffer, type, offset, call.outputs(), true)));
    }
    if (!comm.lenient || call.collective() == Collective.ALL_GATHERV) { // which passes blocks on
      CollectiveArguments.distinctBlocks(comm, call.call(), call.outputs());
    }
  }

  /** The blocks that are given are those that are received. */
  static void fromOutputs(Invocation call) {
    BlockTable taken = call.outputs();
    BlockTable given = call.fromBlocks(taken.size());
    for (int block = 0; block < taken.size(); block++) {
      given.set(block, taken.length(block), taken.place(block));
    }
    call.from(call.output(), call.outputAt());
  }

  /**
   * Checks blocks of an array of the elements themselves.
   *
   * @return the index from which their places count
   */
  private int inside(
      Invocation call, BufferRole what, Object array, long offset, BlockTable table) {
    boolean isEmpty = true;
    for (int block = 0; block < table.size(); block++) {
      long at = offset + table.place(block);
      long count = table.length(block);
      if (count > 0 && !isInside(array, at, count)) {
        outside(call, what, array, at, count);
      }
      isEmpty &= count == 0;
    }
    if (isEmpty) {
      return isInside(array, offset, 0) ? (int) offset : 0;
    }
    if (offset != (int) offset) {
      throw BufferArguments.buffer(comm, call.call(), "offset " + offset + " lies outside " + what);
    }
    return (int) offset;
  }

  /** Checks blocks of any buffer, and enters lengths and places in elements of the call. */
  private DataRange general(
      Invocation call,
      @Nullable Object buffer,
      Datatype<?> of,
      long offset,
      BlockTable table,
      boolean write) {
    notInPlace(call, buffer);
    BufferRole what = write ? receiveBuffer(call) : sendBuffer(call);
    if (buffer == null) {
      throw BufferArguments.buffer(comm, call.call(), what + " is null");
    }
    Datatype<?> type = BufferArguments.datatype(comm, call.call(), of);
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int block = 0; block < table.size(); block++) {
      long length = table.length(block);
      long place = table.place(block);
      if (length > 0) {
        long at = at(buffer, type, offset, place);
        Buffers.check(comm, call.call(), what, buffer, type, at, length, write);
        low = Math.min(low, place);
        high = Math.max(high, place + length);
      }
    }
    if (low > high) {
      Buffers.check(comm, call.call(), what, buffer, type, 0, 0, write);
      return DataRange.NOTHING;
    }
    int shift = call.type().shift();
    for (int block = 0; block < table.size(); block++) {
      long length = table.length(block);
      if (length > 0) {
        long at = (table.place(block) - low) * type.sizeBytes() >> shift;
        table.set(block, length * type.sizeBytes() >> shift, at);
      }
    }
    long start = at(buffer, type, offset, low) * unit(buffer);
    return Buffers.unchecked(buffer, type, start, high - low);
  }

  private static long unit(@Nullable Object buffer) {
    return buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
  }

  /** The offset of the block {@code displacement} extents behind {@code offset}. */
  private static long at(
      @Nullable Object buffer, Datatype<?> type, long offset, long displacement) {
    try {
      long bytes = Math.multiplyExact(displacement, type.extentBytes());
      return Math.addExact(offset, bytes / unit(buffer));
    } catch (ArithmeticException beyond) {
      return Long.MAX_VALUE; // as far outside
    }
  }

  // ---- blocks of several types ----

  /** Blocks of a buffer, each of its own type, at displacements in bytes. */
  record MixedBlocks(
      @Nullable Object buffer,
      int @Nullable [] counts,
      int @Nullable [] displacements,
      Datatype<?>[] types) {}

  /** Enters blocks of several types that are given. */
  final void from(Invocation call, MixedBlocks blocks, int number, IntPredicate exists) {
    notInPlace(call, blocks.buffer);
    call.from(enter(call, blocks, call.fromBlocks(number), exists, false), 0);
  }

  /** Enters blocks of several types that are received. */
  final void to(Invocation call, MixedBlocks blocks, int number, IntPredicate exists) {
    notInPlace(call, blocks.buffer);
    call.to(enter(call, blocks, call.toBlocks(number), exists, true), 0);
  }

  private JoinedMemory enter(
      Invocation call, MixedBlocks blocks, BlockTable table, IntPredicate exists, boolean write) {
    int[] counts =
        CollectiveArguments.counts(comm, call.call(), "counts", blocks.counts, table.size());
    int[] places =
        CollectiveArguments.table(
            comm, call.call(), "displacements", blocks.displacements, table.size());
    Datatype<?>[] types = Arguments.present(comm, call.call(), "types", blocks.types);
    if (types.length < table.size()) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.ARGUMENT,
          "types has " + types.length + " entries for " + table.size() + " blocks");
    }
    Object buffer = blocks.buffer;
    BufferRole what = write ? BufferRole.RECEIVE : BufferRole.SEND;
    JoinedMemory.Builder all = new JoinedMemory.Builder(buffer == null ? NOTHING : buffer);
    for (int block = 0; block < table.size(); block++) {
      if (exists.test(block)) {
        long at = counts[block] == 0 ? 0 : wholeUnits(call, buffer, block, places[block]);
        DataRange data =
            Buffers.resolve(
                comm, call.call(), what, buffer, types[block], at, counts[block], write);
        table.set(block, data.bytes(), all.bytes());
        all.add(data.base(), data.offset(), data.bytes());
      }
    }
    if (write && buffer != null && all.overlaps()) {
      throw BufferArguments.buffer(comm, call.call(), "the blocks that are received overlap");
    }
    return all.build();
  }

  private long wholeUnits(Invocation call, @Nullable Object buffer, int block, int displacement) {
    long unit = buffer == null ? 1 : unit(buffer);
    if (displacement % unit != 0) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.ARGUMENT,
          "displacement "
              + displacement
              + " of block "
              + block
              + " is not a multiple of the "
              + unit
              + " bytes of an element of the array");
    }
    return displacement / unit;
  }
}
