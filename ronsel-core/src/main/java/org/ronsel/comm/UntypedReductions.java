package org.ronsel.comm;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.BufferRole;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.Op;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.CallKind;
import org.ronsel.collective.reduction.Operator;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.comm.CollectiveForms.Role;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.AbstractDatatype;
import org.ronsel.datatype.BufferArguments;
import org.ronsel.datatype.Buffers;

/**
 * The collective operations of a communicator in one of the forms in which they can be called:
 * those that move data, and those that combine them (MPI-4.1, section 6.9). Operators take packed
 * elements in arrays; arrays of the elements are taken as they are, others by {@link
 * PackedOperands}.
 *
 * @param <R> what a call returns
 */
public class UntypedReductions<R extends @Nullable Object> extends UntypedDataMovement<R> {
  private static final CallNames REDUCE_LOCAL = CallNames.of("reduceLocal");

  UntypedReductions(Communicator comm, CallKind kind, Way<R> way) {
    super(comm, kind, way);
  }

  @Override
  public R barrier() {
    return make(begin(Collective.BARRIER));
  }

  @Override
  public R reduce(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    Invocation call = begin(Collective.REDUCE);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    combine(call, op, type, count); // also where it is not needed: all agree on whether it threw
    if (role == Role.ROOT && calls.own() >= 0) {
      operands(call, sendBuffer, sendOffset, count, receiveBuffer, receiveOffset, count, type);
    } else if (role == Role.ROOT) {
      taken(call, receiveBuffer, receiveOffset, count, type);
    } else if (role == Role.MEMBER) {
      given(call, sendBuffer, sendOffset, count, type);
    }
    return make(call);
  }

  @Override
  public R allReduce(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Invocation call = comm.collectives().among(begin(Collective.ALL_REDUCE));
    combine(call, op, type, count);
    operands(call, sendBuffer, sendOffset, count, receiveBuffer, receiveOffset, count, type);
    return make(call);
  }

  @Override
  public R reduceScatter(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int @Nullable [] counts,
      Op op) {
    Invocation call = comm.collectives().among(begin(Collective.REDUCE_SCATTER));
    int ranks = comm.size();
    combine(call, op, type, 0);
    Reduction reduction = operator(call.call(), op, type);
    BlockTable blocks = call.fromBlocks(ranks);
    buffers.fill(call, blocks, counts, null, CallBuffers.ALL);
    long count = blocks.length(comm.rank());
    long total = blocks.total();
    long each = type.sizeBytes() >> call.type().shift();
    for (int rank = 0; rank < ranks; rank++) {
      long length = blocks.length(rank);
      whole(call.call(), op, type, reduction, length);
      blocks.set(rank, length * each, blocks.place(rank) * each);
    }
    call.elements(call.type(), count * each);
    operands(call, sendBuffer, sendOffset, total, receiveBuffer, receiveOffset, count, type);
    return make(call);
  }

  @Override
  public R reduceScatterBlock(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Invocation call = comm.collectives().among(begin(Collective.REDUCE_SCATTER_BLOCK));
    combine(call, op, type, count);
    long total = CallBuffers.times(count, comm.size());
    operands(call, sendBuffer, sendOffset, total, receiveBuffer, receiveOffset, count, type);
    return make(call);
  }

  @Override
  public R scan(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Invocation call = comm.collectives().among(begin(Collective.SCAN));
    combine(call, op, type, count);
    operands(call, sendBuffer, sendOffset, count, receiveBuffer, receiveOffset, count, type);
    return make(call);
  }

  @Override
  public R exscan(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    Invocation call = comm.collectives().among(begin(Collective.EXSCAN));
    combine(call, op, type, count);
    if (comm.rank() == 0 && !CallBuffers.inPlace(sendBuffer)) { // it has no result
      given(call, sendBuffer, sendOffset, count, type);
    } else {
      operands(call, sendBuffer, sendOffset, count, receiveBuffer, receiveOffset, count, type);
    }
    return make(call);
  }

  /** Combines two buffers of this rank in the second; no other rank takes part. */
  final void combineHere(
      @Nullable Object in,
      long inOffset,
      @Nullable Object inout,
      long inoutOffset,
      Datatype<?> type,
      long count,
      Op op) {
    String call = REDUCE_LOCAL.blocking();
    Reduction operator = operator(call, op, type);
    whole(call, op, type, operator, count);
    if (in != null
        && inout != null
        && CallBuffers.isArrayOf(type, in)
        && CallBuffers.isArrayOf(type, inout)) {
      BufferArguments.range(
          comm, call, BufferRole.LEFT, type, inOffset, count, Array.getLength(in));
      BufferArguments.range(
          comm, call, BufferRole.RIGHT, type, inoutOffset, count, Array.getLength(inout));
      Operands.checkApart(comm, call, in, inOffset, count, inout, inoutOffset, count);
      int at = (int) inoutOffset;
      operator.combine(in, (int) inOffset, inout, at, inout, at, (int) count);
      return;
    }
    DataRange from = Buffers.resolve(comm, call, BufferRole.LEFT, in, type, inOffset, count, false);
    DataRange to =
        Buffers.resolve(comm, call, BufferRole.RIGHT, inout, type, inoutOffset, count, true);
    Operands.checkApart(comm, call, from, to);
    Invocation left = packed(type, count);
    PackedOperands.enter(comm, left, from, null, false);
    Invocation right = packed(type, count);
    PackedOperands.enter(comm, right, to, to, true);
    load(left);
    load(right);
    Object result = right.output();
    int at = right.outputAt();
    operator.combine(left.input(), left.inputAt(), result, at, result, at, (int) left.count());
    if (right.staging() instanceof Invocation.Staging staging) {
      staging.unload();
    }
  }

  private static Invocation packed(Datatype<?> type, long count) {
    ElementType element = AbstractDatatype.of(type).elementType();
    return new Invocation()
        .named(REDUCE_LOCAL)
        .elements(element, count * type.sizeBytes() >> element.shift());
  }

  private static void load(Invocation call) {
    if (call.staging() instanceof Invocation.Staging staging) {
      staging.load();
    }
  }

  // ---- operator and operands ----

  /** Says by which operator what elements are combined. */
  private void combine(Invocation call, @Nullable Op op, @Nullable Datatype<?> given, long count) {
    Reduction reduction = operator(call.call(), op, given);
    AbstractDatatype<?> type = BufferArguments.datatype(comm, call.call(), given);
    ElementType element = type.elementType();
    call.elements(element, count * type.sizeBytes() >> element.shift()).combinedBy(reduction);
    whole(call.call(), op, type, reduction, count);
  }

  /** On elements of a basic type, MAXLOC and MINLOC combine pairs of neighbours. */
  private Reduction operator(String call, @Nullable Op given, @Nullable Datatype<?> of) {
    Operator op = CollectiveArguments.op(comm, call, given);
    AbstractDatatype<?> type = BufferArguments.datatype(comm, call, of);
    boolean basic = type.arrayClass() != null && !op.isOfDatatypes();
    Reduction reduction = basic ? op.on(type.elementType()) : op.on(type);
    if (reduction == null) {
      throw Arguments.raised(
          comm, call, ErrorClass.OP, op + " is not defined for elements of " + type);
    }
    return reduction;
  }

  /** Pairs of neighbours need an even number of elements. */
  private void whole(
      String call, @Nullable Op op, Datatype<?> type, Reduction reduction, long count) {
    if (reduction.grain() > 1 && AbstractDatatype.of(type).arrayClass() != null) {
      CollectiveArguments.multiple(comm, call, op, count, reduction.grain());
    }
  }

  /** Checks and enters the data of a rank that gives only. */
  private void given(
      Invocation call, @Nullable Object buffer, long offset, long count, Datatype<?> type) {
    if (buffer != null && CallBuffers.isArrayOf(call, type, buffer)) {
      buffers.fromArray(call, buffer, offset, count);
    } else {
      DataRange from = buffers.readable(call, buffer, type, offset, count);
      PackedOperands.enter(comm, call, from, null, false);
    }
  }

  /** Checks and enters where a rank takes that gives nothing. */
  private void taken(
      Invocation call, @Nullable Object buffer, long offset, long count, Datatype<?> type) {
    if (buffer != null && CallBuffers.isArrayOf(call, type, buffer)) {
      buffers.toArray(call, buffer, offset, count);
    } else {
      DataRange to = buffers.writable(call, buffer, type, offset, count);
      PackedOperands.enter(comm, call, null, to, true);
    }
  }

  /** Checks and enters the data of a rank that gives and takes. */
  private void operands(
      Invocation call,
      @Nullable Object send,
      long sendOffset,
      long given,
      @Nullable Object receive,
      long receiveOffset,
      long taken,
      Datatype<?> type) {
    boolean inPlace = !comm.isInter() && CallBuffers.inPlace(send);
    Object from = inPlace ? receive : send;
    long at = inPlace ? receiveOffset : sendOffset;
    if (from != null
        && receive != null
        && CallBuffers.isArrayOf(call, type, from)
        && CallBuffers.isArrayOf(call, type, receive)) {
      buffers.fromArray(call, from, at, given);
      buffers.toArray(call, receive, receiveOffset, taken);
      return;
    }
    DataRange data =
        inPlace
            ? buffers.writable(call, receive, type, at, given)
            : buffers.readable(call, send, type, at, given);
    DataRange to =
        inPlace && given == taken
            ? data
            : buffers.writable(call, receive, type, receiveOffset, taken);
    boolean hasResult = call.collective() != Collective.EXSCAN || comm.rank() > 0;
    PackedOperands.enter(comm, call, data, to, hasResult);
  }
}
