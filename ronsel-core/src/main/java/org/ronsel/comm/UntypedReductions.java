package org.ronsel.comm;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Op;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.comm.CollectiveForms.Part;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.datatype.Buffers;
import org.ronsel.datatype.DataRange;
import org.ronsel.memory.MemoryCopy;

/**
 * Makes the calls of reductions over datatypes: checks the arguments, and turns the elements into
 * what operators take, which is packed elements in arrays. Data that lie so already are used in
 * place; others are copied at each start and at the end, all at once.
 */
final class UntypedReductions {
  private static final byte[] NOWHERE = {};

  private final Communicator comm;

  UntypedReductions(Communicator comm) {
    this.comm = comm;
  }

  /** The two buffers of a call. */
  record Sides(
      @Nullable Object send, long sendOffset, @Nullable Object receive, long receiveOffset) {}

  /** What an operator does with elements of a datatype. */
  private record Operation(String call, Reduction operator, ElementType type, int width) {
    long elements(long count) {
      return count * width;
    }
  }

  /** Packed elements in an array. */
  private record Packed(Object array, int at) {}

  private static final Packed NONE = new Packed(NOWHERE, 0);

  /** What lies elsewhere than in the arrays of the call. */
  private record Staged(
      @Nullable DataRange from, Packed in, @Nullable DataRange to, Packed out, ElementType type)
      implements Invocation.Staging {
    @Override
    public void load() {
      if (from != null && from.bytes() > 0) {
        MemoryCopy.copy(from.base(), from.offset(), in.array, offset(in), from.bytes());
      }
    }

    @Override
    public void unload() {
      if (to != null && to.bytes() > 0) {
        MemoryCopy.copy(out.array, offset(out), to.base(), to.offset(), to.bytes());
      }
    }

    private long offset(Packed packed) {
      return (long) packed.at << type.shift();
    }
  }

  private Invocation begin(Form form, Collective collective) {
    Invocation call =
        form == Form.BLOCKING ? comm.collectives().unchecked().invocation() : new Invocation();
    return call.of(form, collective, ElementType.BYTE, 0);
  }

  private Operation operation(String call, @Nullable Op op, @Nullable Datatype<?> given) {
    Op operator = CollectiveArguments.op(comm, call, op);
    Datatype<?> type = BufferArguments.datatype(comm, call, given);
    Reduction reduction = operator.on(type);
    if (reduction == null) {
      throw Arguments.raised(
          comm, call, ErrorClass.OP, operator + " is not defined for elements of " + type);
    }
    ElementType element = type.elementType();
    return new Operation(call, reduction, element, (int) (type.sizeBytes() >> element.shift()));
  }

  // ---- the calls ----

  Invocation reduce(Form form, Sides sides, Datatype<?> type, long count, Op op, int root) {
    Invocation call = begin(form, Collective.REDUCE);
    CollectiveCalls calls = comm.collectives();
    Part part = calls.part(call, root);
    Operation on = operation(call.call(), op, type);
    DataRange to =
        part == Part.ROOT ? writable(call, sides.receive, type, sides.receiveOffset, count) : null;
    if (part == Part.NONE || part == Part.ROOT && calls.own() < 0) {
      return fill(call, on, count, null, to, to); // nothing of its own
    }
    DataRange from =
        to != null && isInPlace(sides)
            ? to
            : readable(call, sides.send, type, sides.sendOffset, count);
    return fill(call, on, count, from, to, to);
  }

  /** AllReduce, scan and exscan. */
  Invocation combining(
      Form form, Collective collective, Sides sides, Datatype<?> type, long count, Op op) {
    Invocation call = comm.collectives().among(begin(form, collective));
    Operation on = operation(call.call(), op, type);
    DataRange to = writable(call, sides.receive, type, sides.receiveOffset, count);
    DataRange from =
        isInPlace(sides) ? to : readable(call, sides.send, type, sides.sendOffset, count);
    boolean hasResult = collective != Collective.EXSCAN || comm.rank() > 0;
    return fill(call, on, count, from, to, hasResult ? to : null);
  }

  Invocation reduceScatterBlock(Form form, Sides sides, Datatype<?> type, long count, Op op) {
    Invocation call = comm.collectives().among(begin(form, Collective.REDUCE_SCATTER_BLOCK));
    Operation on = operation(call.call(), op, type);
    return scattered(call, on, sides, type, UntypedCalls.times(count, comm.size()), count);
  }

  Invocation reduceScatter(
      Form form, Sides sides, Datatype<?> type, int @Nullable [] given, Op op) {
    Invocation call = comm.collectives().among(begin(form, Collective.REDUCE_SCATTER));
    Operation on = operation(call.call(), op, type);
    int ranks = comm.size();
    int[] counts = CollectiveArguments.counts(comm, call.call(), "counts", given, ranks);
    long total = Arrays.stream(counts, 0, ranks).asLongStream().sum();
    Invocation filled = scattered(call, on, sides, type, total, counts[comm.rank()]);
    BlockTable blocks = filled.fromBlocks(ranks);
    long next = 0;
    for (int i = 0; i < ranks; i++) {
      blocks.set(i, on.elements(counts[i]), next);
      next += on.elements(counts[i]);
    }
    return filled;
  }

  private Invocation scattered(
      Invocation call, Operation on, Sides sides, Datatype<?> type, long total, long count) {
    DataRange to = writable(call, sides.receive, type, sides.receiveOffset, count);
    DataRange from =
        isInPlace(sides)
            ? writable(call, sides.receive, type, sides.receiveOffset, total)
            : readable(call, sides.send, type, sides.sendOffset, total);
    return fill(call, on, count, from, to, to);
  }

  /** Combines two buffers of this rank in the second. */
  void reduceLocal(Sides sides, Datatype<?> type, long count, Op op) {
    Operation on = operation("reduceLocal", op, type);
    DataRange from =
        Buffers.resolve(
            comm, on.call, "the left operand", sides.send, type, sides.sendOffset, count, false);
    DataRange to =
        Buffers.resolve(
            comm,
            on.call,
            "the right operand",
            sides.receive,
            type,
            sides.receiveOffset,
            count,
            true);
    Packed in = packed(on, from);
    Packed inout = packed(on, to);
    load(on, from, in);
    load(on, to, inout);
    int elements = (int) on.elements(count);
    Reduction operator = on.operator;
    operator.combine(in.array, in.at, inout.array, inout.at, inout.array, inout.at, elements);
    staged(on, null, NONE, to, inout).unload();
  }

  private static void load(Operation on, DataRange from, Packed to) {
    staged(on, from, to, null, NONE).load();
  }

  // ---- data ----

  private boolean isInPlace(Sides sides) {
    return !comm.isInter() && UntypedCalls.inPlace(sides.send);
  }

  private DataRange readable(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(
        comm, call.call(), "the send buffer", buffer, type, offset, count, false);
  }

  private DataRange writable(
      Invocation call, @Nullable Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(
        comm, call.call(), "the receive buffer", buffer, type, offset, count, true);
  }

  /**
   * Fills in the data of a call.
   *
   * @param from the data, or null where the rank has none
   * @param to where the result goes, or null where the rank has no receive buffer
   * @param result the same, or null where the rank gets no result
   */
  private Invocation fill(
      Invocation call,
      Operation on,
      long count,
      @Nullable DataRange from,
      @Nullable DataRange to,
      @Nullable DataRange result) {
    if (from != null && to != null) {
      checkOverlap(on, from, to);
    }
    Packed in = from == null ? NONE : packed(on, from);
    Packed out = to == null ? NONE : from != null && isSame(from, to) ? in : packed(on, to);
    call.elements(on.type, on.elements(count))
        .from(in.array, in.at)
        .to(out.array, out.at)
        .combinedBy(on.operator);
    Staged staged = staged(on, from, in, result, out);
    return staged.from == null && staged.to == null ? call : call.staged(staged);
  }

  /** Whether the data go where they come from; what a scatter gets is less than it gives. */
  private static boolean isSame(DataRange from, DataRange to) {
    return from.equals(to) || from.base() == to.base() && from.offset() == to.offset();
  }

  /** Compares them here too: what lies elsewhere is copied before the call sees it. */
  private void checkOverlap(Operation on, DataRange from, DataRange to) {
    Operands.checkApart(
        comm,
        on.call,
        from.base(),
        from.offset(),
        from.bytes(),
        to.base(),
        to.offset(),
        to.bytes(),
        to.offset());
  }

  private static Staged staged(
      Operation on, @Nullable DataRange from, Packed in, @Nullable DataRange to, Packed out) {
    return new Staged(
        from == null || from.base() == in.array ? null : from,
        in,
        to == null || to.base() == out.array ? null : to,
        out,
        on.type);
  }

  /** The data themselves, or an array for them. */
  private Packed packed(Operation on, DataRange data) {
    int shift = on.type.shift();
    long at = data.offset() >> shift;
    if (data.base().getClass() == on.type.arrayClass() && at << shift == data.offset()) {
      return new Packed(data.base(), (int) at);
    }
    long length = data.bytes() >> shift;
    if (length > Integer.MAX_VALUE - 8) {
      throw comm.raise(
          new UnsupportedFeatureException(
              comm.prefix(on.call)
                  + "reductions of more than 2^31 elements at once are not possible; reduce in"
                  + " parts"));
    }
    return new Packed(Array.newInstance(on.type.carrier(), (int) length), 0);
  }
}
