package org.ronsel.comm;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.Op;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;

/**
 * Where all collective calls on arrays end: checks the arguments, once for all element types, and
 * makes the call in one of three forms. Offsets, counts and displacements are in elements.
 */
class CollectiveCalls extends NeighbourCalls {
  /** Arrays cannot be longer. */
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  CollectiveCalls(Communicator comm, Collectives collectives) {
    super(comm, collectives);
  }

  // ---- one value, in an array that is used again ----

  /** Broadcast of one value as bits. */
  long broadcast(ElementType type, long bits, int root) {
    Object one = collectives.takeOne(type);
    type.store(one, bits);
    run(broadcast(Form.BLOCKING, type, one, 0, 1, root));
    long result = type.load(one);
    collectives.giveBackOne(type, one);
    return result;
  }

  /** Reduce of one value as bits; elsewhere than at the root it stays. */
  long reduce(ElementType type, long bits, Op op, int root) {
    Object one = collectives.takeOne(type);
    type.store(one, bits);
    run(reduce(Form.BLOCKING, type, one, 0, one, 0, 1, op, root));
    long result = type.load(one);
    collectives.giveBackOne(type, one);
    return result;
  }

  // ---- broadcast, reductions ----

  /** What an operator is on a type; one on pairs needs an even number of elements. */
  private Reduction operator(Invocation call, @Nullable Op op, ElementType type, int count) {
    Reduction reduction = CollectiveArguments.reduction(comm, call.call(), op, type);
    if (reduction.grain() > 1) {
      CollectiveArguments.multiple(comm, call.call(), op, count, reduction.grain());
    }
    return reduction;
  }

  /** Combines two arrays of this rank in the second. */
  void reduceLocal(
      ElementType type, Object in, int inOffset, Object inout, int inoutOffset, int count, Op op) {
    String call = "reduceLocal";
    Reduction reduction = CollectiveArguments.reduction(comm, call, op, type);
    CollectiveArguments.multiple(comm, call, op, count, reduction.grain());
    BufferArguments.range(comm, call, "the array in", inOffset, count, BufferArguments.length(in));
    BufferArguments.range(
        comm, call, "the array inout", inoutOffset, count, BufferArguments.length(inout));
    Operands.checkApart(comm, call, in, inOffset, count, inout, inoutOffset, count, inoutOffset);
    reduction.combine(in, inOffset, inout, inoutOffset, inout, inoutOffset, count);
  }

  Invocation broadcast(Form form, ElementType type, Object array, int offset, int count, int root) {
    Invocation call = begin(form, Collective.BROADCAST, type, count);
    if (part(call, root) == Part.NONE) {
      return call;
    }
    range(call, "the buffer", array, offset, count);
    return call.from(array, offset).to(array, offset);
  }

  Invocation reduce(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      @Nullable Object out,
      int outOffset,
      int count,
      Op op,
      int root) {
    Invocation call = begin(form, Collective.REDUCE, type, count);
    Part part = part(call, root);
    Reduction reduction = operator(call, op, type, count);
    call.combinedBy(reduction); // also where it is not needed: all agree on whether it threw
    if (part == Part.NONE) {
      return call;
    }
    if (part == Part.MEMBER || own() >= 0) {
      range(call, "the array in", in, inOffset, count);
      call.from(in, inOffset);
    }
    if (part == Part.ROOT) {
      Object to = CollectiveArguments.output(comm, call.call(), out);
      range(call, "the array out", to, outOffset, count);
      call.to(to, outOffset);
    }
    return call;
  }

  Invocation allReduce(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      Object out,
      int outOffset,
      int count,
      Op op) {
    return combining(form, Collective.ALL_REDUCE, type, in, inOffset, out, outOffset, count, op);
  }

  /** AllReduce, scan and exscan. */
  Invocation combining(
      Form form,
      Collective collective,
      ElementType type,
      Object in,
      int inOffset,
      Object out,
      int outOffset,
      int count,
      Op op) {
    Invocation call = among(begin(form, collective, type, count));
    Reduction reduction = operator(call, op, type, count);
    range(call, "the array in", in, inOffset, count);
    range(call, "the array out", out, outOffset, count);
    return call.from(in, inOffset).to(out, outOffset).combinedBy(reduction);
  }

  Invocation reduceScatterBlock(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      Object out,
      int outOffset,
      int count,
      Op op) {
    Invocation call = begin(form, Collective.REDUCE_SCATTER_BLOCK, type, count);
    Reduction reduction = operator(call, op, type, count);
    long total = (long) count * comm.size();
    range(call, "the array in", in, inOffset, total);
    range(call, "the array out", out, outOffset, count);
    return among(call).from(in, inOffset).to(out, outOffset).combinedBy(reduction);
  }

  Invocation reduceScatter(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      Object out,
      int outOffset,
      int[] counts,
      Op op) {
    int own = comm.rank();
    int count = counts != null && own < counts.length ? counts[own] : 0;
    Invocation call = begin(form, Collective.REDUCE_SCATTER, type, count);
    Reduction reduction = CollectiveArguments.reduction(comm, call.call(), op, type);
    fill(call, call.fromBlocks(comm.size()), counts, null);
    if (reduction.grain() > 1) {
      for (int rank = 0; rank < comm.size(); rank++) {
        long length = call.inputs().length(rank);
        CollectiveArguments.multiple(comm, call.call(), op, length, reduction.grain());
      }
    }
    long total = call.inputs().total();
    range(call, "the array in", in, inOffset, total);
    range(call, "the array out", out, outOffset, count);
    return among(call).from(in, inOffset).to(out, outOffset).combinedBy(reduction);
  }

  // ---- blocks of one length ----

  Invocation gather(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      int count,
      @Nullable Object out,
      int outOffset,
      int root) {
    Invocation call = begin(form, Collective.GATHER, type, count);
    Part part = part(call, root);
    if (part == Part.NONE) {
      return call;
    }
    if (part == Part.MEMBER || own() >= 0) {
      range(call, "the array in", in, inOffset, count);
      call.from(in, inOffset);
    }
    if (part == Part.ROOT) {
      Object to = CollectiveArguments.output(comm, call.call(), out);
      range(call, "the array out", to, outOffset, (long) count * peers());
      call.to(to, outOffset);
    }
    return call;
  }

  Invocation allGather(
      Form form, ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    Invocation call = begin(form, Collective.ALL_GATHER, type, count);
    range(call, "the array in", in, inOffset, count);
    range(call, "the array out", out, outOffset, (long) count * peers());
    return among(call).from(in, inOffset).to(out, outOffset);
  }

  Invocation scatter(
      Form form,
      ElementType type,
      @Nullable Object in,
      int inOffset,
      Object out,
      int outOffset,
      int count,
      int root) {
    Invocation call = begin(form, Collective.SCATTER, type, count);
    Part part = part(call, root);
    if (part == Part.NONE) {
      return call;
    }
    if (part == Part.MEMBER || own() >= 0) {
      range(call, "the array out", out, outOffset, count);
      call.to(out, outOffset);
    }
    if (part == Part.ROOT) {
      Object from = CollectiveArguments.input(comm, call.call(), in);
      range(call, "the array in", from, inOffset, (long) count * peers());
      call.from(from, inOffset);
    }
    return call;
  }

  Invocation allToAll(
      Form form, ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    Invocation call = begin(form, Collective.ALL_TO_ALL, type, count);
    long total = (long) count * peers();
    range(call, "the array in", in, inOffset, total);
    range(call, "the array out", out, outOffset, total);
    return among(call).from(in, inOffset).to(out, outOffset);
  }

  /** Elements of each block of an array that has one for each rank. */
  int blockOf(String call, Object array) {
    int length = BufferArguments.length(array);
    if (length % peers() != 0) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.COUNT,
          "an array of "
              + length
              + " elements has no equal blocks for "
              + peers()
              + " ranks; pass offset and count, or call "
              + call
              + "v");
    }
    return length / peers();
  }

  // ---- blocks whose lengths are learned ----

  private static final int[] NO_COUNTS = {};

  /** Lengths of everybody's arrays at the root; elsewhere none. */
  int[] learnCounts(int length, int root) {
    int[] lengths = {length};
    int[] counts = comm.isRoot(root) ? new int[peers()] : NO_COUNTS;
    run(gather(Form.BLOCKING, ElementType.INT, lengths, 0, 1, counts, 0, root));
    return counts;
  }

  /** Lengths of everybody's arrays. */
  int[] learnCounts(int length) {
    int[] lengths = {length};
    int[] counts = new int[peers()];
    run(allGather(Form.BLOCKING, ElementType.INT, lengths, 0, 1, counts, 0));
    return counts;
  }

  /** Sum of lengths, which must be that of an array. */
  int totalOf(String call, int[] counts) {
    long total = Arrays.stream(counts).asLongStream().sum();
    if (total > LONGEST) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.COUNT,
          total + " elements do not fit into an array; exchange them in parts, or use segments");
    }
    return (int) total;
  }

  /** Lengths of the arrays that go to each rank; none where the caller is not the root. */
  int[] lengthsAtRoot(String call, @Nullable Object @Nullable [] arrays, int root) {
    return comm.isRoot(root) ? lengthsOf(call, arrays) : NO_COUNTS;
  }

  /** Lengths of the arrays that go to each rank. */
  int[] lengthsOf(String call, @Nullable Object @Nullable [] arrays) {
    return lengthsOf(call, arrays, peers());
  }

  /** Lengths of the arrays that go to each of this many ranks. */
  int[] lengthsOf(String call, @Nullable Object @Nullable [] arrays, int ranks) {
    @Nullable Object[] each = CollectiveArguments.input(comm, call, arrays);
    if (each.length != ranks) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          "in has " + each.length + " arrays; it needs one for each of the " + ranks + " ranks");
    }
    int[] lengths = new int[each.length];
    for (int rank = 0; rank < lengths.length; rank++) {
      String which = "in[" + rank + "]";
      lengths[rank] = Array.getLength(Arguments.present(comm, call, which, each[rank]));
    }
    return lengths;
  }
}
