package org.ronsel.comm;

import java.lang.foreign.MemorySegment;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;
import org.ronsel.data.JoinedMemory;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.datatype.Buffers;
import org.ronsel.datatype.DataRange;

/**
 * How calls on buffers whose type is known at run time only are described as those on arrays are:
 * by basic elements of a base. Data of a derived datatype are such elements in the order in which
 * they would be packed.
 *
 * @param <R> what the calls return: nothing, a request, or one that can be started again and again
 */
public abstract class UntypedCalls<R extends @Nullable Object> implements UntypedCollectives<R> {
  private static final byte[] NOTHING = {};

  final Communicator comm;

  private final Form form;
  private final Way<R> way;

  /** How a call is made. */
  interface Way<R extends @Nullable Object> {
    R make(CollectiveCalls calls, Invocation call);
  }

  UntypedCalls(Communicator comm, Form form, Way<R> way) {
    this.comm = comm;
    this.form = form;
    this.way = way;
  }

  static boolean inPlace(@Nullable Object buffer) {
    return buffer == UntypedComm.IN_PLACE;
  }

  /** Begins a call; its elements are said by {@link #shape}. */
  final Invocation begin(Collective collective) {
    return comm.collectives().begin(form, collective, ElementType.BYTE, 0);
  }

  final Form form() {
    return form;
  }

  /**
   * Whether a buffer is an array whose elements are those of the datatype, or null where one could
   * be: then the call is made as one on arrays, which looks at less and allocates nothing.
   */
  static boolean isArray(@Nullable Object buffer, @Nullable Datatype<?> type) {
    if (type == null || buffer == UntypedComm.IN_PLACE) {
      return false;
    }
    Class<?> array = type.arrayClass();
    return array != null && (buffer == null || buffer.getClass() == array);
  }

  /** Whether two buffers are such arrays of one type. */
  static boolean areArrays(
      @Nullable Object one,
      @Nullable Datatype<?> type,
      @Nullable Object other,
      @Nullable Datatype<?> otherType) {
    return type == otherType && isArray(one, type) && isArray(other, type);
  }

  /** Whether places and lengths are such as arrays can have; else the call says what is wrong. */
  static boolean fit(long one, long two) {
    return one == (int) one && two == (int) two;
  }

  /** Whether places and lengths are such as arrays can have. */
  static boolean fit(long one, long two, long three) {
    return fit(one, two) && three == (int) three;
  }

  /** An array; where it is null, the call on arrays says so. */
  @SuppressWarnings("NullAway")
  static Object asArray(@Nullable Object buffer) {
    return buffer;
  }

  /** Counts; where they are null, the call on arrays says so. */
  @SuppressWarnings("NullAway")
  static int[] asTable(int @Nullable [] counts) {
    return counts;
  }

  /** Makes a call on arrays. */
  final R makeOnArrays(CollectiveCalls calls, Invocation call) {
    return way.make(calls, call);
  }

  final R make(Invocation call) {
    CollectiveCalls calls = comm.collectives();
    if (form == Form.BLOCKING && call.staging() == null && calls.unchecked().isDirect(call)) {
      ConfinedData.stage(comm, call);
    }
    return way.make(calls, call);
  }

  // ---- one block ----

  /** Checks data that are given. */
  final DataRange readable(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    notInPlace(call, buffer);
    return Buffers.resolve(
        comm, call.call(), "the send buffer", buffer, type, offset, count, false);
  }

  /** Checks data that are received. */
  final DataRange writable(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    notInPlace(call, buffer);
    return Buffers.resolve(
        comm, call.call(), "the receive buffer", buffer, type, offset, count, true);
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

  /** Says what a block consists of. */
  final void shape(Invocation call, DataRange block, Datatype<?> type, long count) {
    call.elements(block.type(), block.bytes() >> block.type().shift());
    call.comparedAs(type.typeMap().signature(), count);
  }

  final void from(Invocation call, DataRange data) {
    Elements elements = elements(data, call.type());
    call.from(elements.base, elements.at);
  }

  final void to(Invocation call, DataRange data) {
    Elements elements = elements(data, call.type());
    call.to(elements.base, elements.at);
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
              comm.prefix(call.call())
                  + "IN_PLACE is not possible beyond 2^31 elements; use two buffers"));
    }
    return (int) at;
  }

  /** Data as operations on arrays take them: elements of a base from an index on. */
  private record Elements(Object base, int at) {}

  private static Elements elements(DataRange data, ElementType as) {
    long at = data.offset() >> as.shift();
    if (at <= Integer.MAX_VALUE && at << as.shift() == data.offset()) {
      return new Elements(data.base(), (int) at);
    }
    MemorySegment all =
        data.base() instanceof MemorySegment segment
            ? segment
            : MemorySegment.ofArray((byte[]) data.base());
    return new Elements(all.asSlice(data.offset(), data.bytes()), 0);
  }

  /** One of several equal parts of some data. */
  static DataRange part(DataRange all, int index, int parts) {
    long bytes = all.bytes() / parts;
    return new DataRange(all.type(), all.base(), all.offset() + index * bytes, bytes);
  }

  /** The elements of this many blocks. */
  static long times(long count, int blocks) {
    return count > Long.MAX_VALUE / Math.max(1, blocks) ? Long.MAX_VALUE : count * blocks;
  }

  /** What a rank gives itself must be what it expects from itself. */
  final void sameLength(Invocation call, long given, long taken) {
    if (given != taken) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.COUNT,
          "each block given has "
              + given
              + " bytes, and each that is received "
              + taken
              + "; both must be the same");
    }
  }

  // ---- blocks that differ ----

  static final IntPredicate ALL = block -> true;

  /** Blocks of a buffer, at displacements in extents of their type. */
  record Blocks(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      int @Nullable [] counts,
      int @Nullable [] displacements) {}

  /** The type of elements that both directions have. */
  final ElementType common(Invocation call, @Nullable Blocks one, @Nullable Blocks other) {
    Datatype<?> first = one == null ? null : BufferArguments.datatype(comm, call.call(), one.type);
    Datatype<?> second =
        other == null ? null : BufferArguments.datatype(comm, call.call(), other.type);
    if (first == null || second == null) {
      Datatype<?> only = first == null ? second : first;
      return only == null ? ElementType.PACKED : only.elementType();
    }
    return first.elementType() == second.elementType() ? first.elementType() : ElementType.PACKED;
  }

  /** Enters blocks that are given. */
  final void from(Invocation call, Blocks blocks, int number, IntPredicate exists) {
    notInPlace(call, blocks.buffer);
    Elements all = enter(call, blocks, call.fromBlocks(number), exists, false);
    call.from(all.base, all.at);
  }

  /** Enters blocks that are received. */
  final void to(Invocation call, Blocks blocks, int number, IntPredicate exists) {
    notInPlace(call, blocks.buffer);
    Elements all = enter(call, blocks, call.toBlocks(number), exists, true);
    CollectiveArguments.distinctBlocks(comm, call.call(), call.outputs());
    call.to(all.base, all.at);
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

  private Elements enter(
      Invocation call, Blocks blocks, BlockTable table, IntPredicate exists, boolean write) {
    String what = write ? "the receive buffer" : "the send buffer";
    if (blocks.buffer == null) {
      throw BufferArguments.buffer(comm, call.call(), what + " is null");
    }
    int[] counts =
        CollectiveArguments.counts(comm, call.call(), "counts", blocks.counts, table.size());
    int[] places =
        blocks.displacements == null
            ? oneBehindTheOther(counts, table.size())
            : CollectiveArguments.table(
                comm, call.call(), "displacements", blocks.displacements, table.size());
    Datatype<?> type = BufferArguments.datatype(comm, call.call(), blocks.type);
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int block = 0; block < table.size(); block++) {
      if (exists.test(block)) {
        long at = at(blocks.buffer, type, blocks.offset, places[block]);
        Buffers.check(comm, call.call(), what, blocks.buffer, type, at, counts[block], write);
        if (counts[block] > 0) {
          low = Math.min(low, places[block]);
          high = Math.max(high, (long) places[block] + counts[block]);
        }
      }
    }
    if (low > high) {
      return new Elements(NOTHING, 0);
    }
    int shift = call.type().shift();
    for (int block = 0; block < table.size(); block++) {
      if (exists.test(block) && counts[block] > 0) {
        long length = counts[block] * type.sizeBytes() >> shift;
        table.set(block, length, (places[block] - low) * type.sizeBytes() >> shift);
      }
    }
    long start = at(blocks.buffer, type, blocks.offset, low) * unit(blocks.buffer);
    return elements(Buffers.unchecked(blocks.buffer, type, start, high - low), call.type());
  }

  private static int[] oneBehindTheOther(int[] counts, int blocks) {
    int[] places = new int[blocks];
    for (int block = 1; block < blocks; block++) {
      places[block] = places[block - 1] + counts[block - 1];
    }
    return places;
  }

  private static long unit(@Nullable Object buffer) {
    return buffer instanceof MemorySegment ? 1 : Buffers.elementBytes(buffer);
  }

  /** Where the block {@code displacement} extents behind {@code offset} begins. */
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
    String what = write ? "the receive buffer" : "the send buffer";
    JoinedMemory.Builder all = new JoinedMemory.Builder(asArray(buffer));
    for (int block = 0; block < table.size(); block++) {
      if (exists.test(block)) {
        long at = wholeUnits(call, buffer, block, places[block]);
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
