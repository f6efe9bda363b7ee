package org.ronsel;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.Invocation;
import org.ronsel.collective.Invocation.Form;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.data.ElementType;

/**
 * Where all collective calls on arrays end: checks the arguments, once for all element types, and
 * makes the call in one of three forms. Offsets, counts and displacements are in elements.
 */
class CollectiveCalls {
  private static final byte[] NOWHERE = {};

  /** Arrays cannot be longer. */
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private final Comm comm;
  private final Collectives collectives;

  CollectiveCalls(Comm comm, Collectives collectives) {
    this.comm = comm;
    this.collectives = collectives;
  }

  /**
   * A collective call that is not among those below begins, such as one that makes a communicator.
   *
   * @param waits whether it returns only when it is complete
   */
  void begins(CollectiveCall call, boolean waits) {
    // Means something where calls are observed.
  }

  /**
   * A call of some of the ranks begins.
   *
   * @param tag of the program's, for several at a time
   */
  void begins(CollectiveCall call, GroupMembers part, int tag) {
    // Means something where calls are observed.
  }

  /** The operations themselves, for arguments that are checked. */
  final Collectives unchecked() {
    return collectives;
  }

  // ---- the three forms ----

  /** Makes a call that blocks. */
  void run(Invocation call) {
    try {
      collectives.run(call);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Makes a call that returns a request. */
  Request start(Invocation call) {
    try {
      Request request = collectives.start(call);
      request.comm = comm;
      return request;
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Makes a call that returns a request which can be started again and again. */
  final PersistentRequest prepare(Invocation call) {
    return new PersistentCollective(comm, call);
  }

  /**
   * Starts a persistent call once more.
   *
   * @param last the request of its last start if that has succeeded, else null
   */
  Request restart(Invocation call, @Nullable CollectiveRequest last) {
    try {
      Request request = collectives.restart(call, last);
      request.comm = comm;
      return request;
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private Invocation begin(Form form, Collective collective, ElementType type, long count) {
    Invocation call = form == Form.BLOCKING ? collectives.invocation() : new Invocation();
    return call.of(form, collective, type, count);
  }

  // ---- barrier, and one value ----

  void barrier() {
    try {
      collectives.barrier();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Invocation barrier(Form form) {
    return begin(form, Collective.BARRIER, ElementType.BYTE, 0);
  }

  /** AllReduce of one value as bits; see {@link Reduction#combine(long, long)}. */
  long allReduce(ElementType type, long bits, Op op) {
    Reduction reduction = Arguments.reduction(comm, "allReduce", op, type);
    try {
      return collectives.allReduce(type, bits, reduction);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  // ---- broadcast, reductions ----

  /** What an operator is on a type; one on pairs needs an even number of elements. */
  private Reduction operator(
      Invocation call, @Nullable Op op, ElementType type, int @Nullable ... counts) {
    Reduction reduction = Arguments.reduction(comm, call.call(), op, type);
    if (counts != null && reduction.grain() > 1) {
      for (int count : counts) {
        Arguments.multiple(comm, call.call(), op, count, reduction.grain());
      }
    }
    return reduction;
  }

  /** Combines two arrays of this rank in the second. */
  void reduceLocal(
      ElementType type, Object in, int inOffset, Object inout, int inoutOffset, int count, Op op) {
    String call = "reduceLocal";
    Reduction reduction = Arguments.reduction(comm, call, op, type);
    Arguments.multiple(comm, call, op, count, reduction.grain());
    Arguments.range(comm, call, "the array in", inOffset, count, Arguments.length(in));
    Arguments.range(comm, call, "the array inout", inoutOffset, count, Arguments.length(inout));
    Arguments.overlap(comm, call, in, inOffset, count, inout, inoutOffset, count, inoutOffset);
    reduction.combine(in, inOffset, inout, inoutOffset, inout, inoutOffset, count);
  }

  Invocation broadcast(Form form, ElementType type, Object array, int offset, int count, int root) {
    Invocation call = begin(form, Collective.BROADCAST, type, count);
    range(call, "the buffer", array, offset, count);
    Arguments.root(comm, call.call(), root);
    return call.from(array, offset).to(array, offset).rootedAt(root);
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
    Reduction reduction = operator(call, op, type, count);
    Arguments.root(comm, call.call(), root);
    range(call, "the array in", in, inOffset, count);
    Object to = NOWHERE;
    if (comm.rank() == root) {
      to = Arguments.output(comm, call.call(), out);
      range(call, "the array out", to, outOffset, count);
      overlap(call, in, inOffset, count, to, outOffset, count, outOffset);
    }
    return call.from(in, inOffset).to(to, outOffset).combinedBy(reduction).rootedAt(root);
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
    Invocation call = begin(form, collective, type, count);
    Reduction reduction = operator(call, op, type, count);
    range(call, "the array in", in, inOffset, count);
    range(call, "the array out", out, outOffset, count);
    overlap(call, in, inOffset, count, out, outOffset, count, outOffset);
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
    overlap(call, in, inOffset, total, out, outOffset, count, inOffset);
    return call.from(in, inOffset).to(out, outOffset).combinedBy(reduction);
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
    Invocation call = begin(form, Collective.REDUCE_SCATTER, type, 0);
    Reduction reduction = operator(call, op, type, counts);
    int[] places = packed(call, counts);
    long total = total(counts);
    int count = counts[comm.rank()];
    range(call, "the array in", in, inOffset, total);
    range(call, "the array out", out, outOffset, count);
    overlap(call, in, inOffset, total, out, outOffset, count, inOffset);
    return call.of(form, Collective.REDUCE_SCATTER, type, count)
        .from(in, inOffset)
        .to(out, outOffset)
        .fromBlocks(counts.clone(), places)
        .combinedBy(reduction);
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
    Arguments.root(comm, call.call(), root);
    Object to = NOWHERE;
    if (comm.rank() == root) {
      to = Arguments.output(comm, call.call(), out);
      collected(call, in, inOffset, count, to, outOffset);
    } else {
      range(call, "the array in", in, inOffset, count);
    }
    return call.from(in, inOffset).to(to, outOffset).rootedAt(root);
  }

  Invocation allGather(
      Form form, ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    Invocation call = begin(form, Collective.ALL_GATHER, type, count);
    collected(call, in, inOffset, count, out, outOffset);
    return call.from(in, inOffset).to(out, outOffset);
  }

  private void collected(
      Invocation call, Object in, int inOffset, int count, Object out, int outOffset) {
    range(call, "the array in", in, inOffset, count);
    long total = (long) count * comm.size();
    range(call, "the array out", out, outOffset, total);
    long inPlace = outOffset + (long) count * comm.rank();
    overlap(call, in, inOffset, count, out, outOffset, total, inPlace);
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
    Arguments.root(comm, call.call(), root);
    range(call, "the array out", out, outOffset, count);
    Object from = NOWHERE;
    if (comm.rank() == root) {
      from = Arguments.input(comm, call.call(), in);
      long total = (long) count * comm.size();
      range(call, "the array in", from, inOffset, total);
      long inPlace = inOffset + (long) count * root;
      overlap(call, out, outOffset, count, from, inOffset, total, inPlace);
    }
    return call.from(from, inOffset).to(out, outOffset).rootedAt(root);
  }

  Invocation allToAll(
      Form form, ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    Invocation call = begin(form, Collective.ALL_TO_ALL, type, count);
    long total = (long) count * comm.size();
    range(call, "the array in", in, inOffset, total);
    range(call, "the array out", out, outOffset, total);
    overlap(call, in, inOffset, total, out, outOffset, total, outOffset);
    return call.from(in, inOffset).to(out, outOffset);
  }

  /** Elements of each block of an array that has one for each rank. */
  int blockOf(String call, Object array) {
    int length = (int) Arguments.length(array);
    if (length % comm.size() != 0) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.COUNT,
          "an array of "
              + length
              + " elements has no equal blocks for "
              + comm.size()
              + " ranks; pass offset and count, or call "
              + call
              + "v");
    }
    return length / comm.size();
  }

  // ---- blocks that differ in length ----

  Invocation gatherv(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      int count,
      @Nullable Object out,
      int outOffset,
      int @Nullable [] counts,
      int @Nullable [] displacements,
      int root) {
    Invocation call = begin(form, Collective.GATHERV, type, count);
    Arguments.root(comm, call.call(), root);
    range(call, "the array in", in, inOffset, count);
    if (comm.rank() != root) {
      return call.from(in, inOffset).to(NOWHERE, 0).rootedAt(root);
    }
    Object to = Arguments.output(comm, call.call(), out);
    toBlocks(call, to, outOffset, counts, displacements);
    ownBlock(call, count, call.outputCounts()[root]);
    return call.from(in, inOffset).to(to, outOffset).rootedAt(root);
  }

  Invocation allGatherv(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      int count,
      Object out,
      int outOffset,
      int[] counts,
      int @Nullable [] displacements) {
    Invocation call = begin(form, Collective.ALL_GATHERV, type, count);
    range(call, "the array in", in, inOffset, count);
    toBlocks(call, out, outOffset, counts, displacements);
    ownBlock(call, count, call.outputCounts()[comm.rank()]);
    return call.from(in, inOffset).to(out, outOffset);
  }

  Invocation scatterv(
      Form form,
      ElementType type,
      @Nullable Object in,
      int inOffset,
      int @Nullable [] counts,
      int @Nullable [] displacements,
      Object out,
      int outOffset,
      int count,
      int root) {
    Invocation call = begin(form, Collective.SCATTERV, type, count);
    Arguments.root(comm, call.call(), root);
    range(call, "the array out", out, outOffset, count);
    if (comm.rank() != root) {
      return call.from(NOWHERE, 0).to(out, outOffset).rootedAt(root);
    }
    Object from = Arguments.input(comm, call.call(), in);
    fromBlocks(call, from, inOffset, counts, displacements);
    ownBlock(call, count, call.inputCounts()[root]);
    return call.from(from, inOffset).to(out, outOffset).rootedAt(root);
  }

  Invocation allToAllv(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      int[] inCounts,
      int @Nullable [] inDisplacements,
      Object out,
      int outOffset,
      int[] outCounts,
      int @Nullable [] outDisplacements) {
    Invocation call = begin(form, Collective.ALL_TO_ALLV, type, 0);
    fromBlocks(call, in, inOffset, inCounts, inDisplacements);
    toBlocks(call, out, outOffset, outCounts, outDisplacements);
    ownBlock(call, call.inputCounts()[comm.rank()], call.outputCounts()[comm.rank()]);
    return call.from(in, inOffset).to(out, outOffset);
  }

  /** What a rank sends to itself is what it receives from itself. */
  private void ownBlock(Invocation call, int given, int taken) {
    if (given != taken) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.COUNT,
          "this rank gives itself " + given + " elements, but expects " + taken);
    }
  }

  private void fromBlocks(
      Invocation call,
      Object array,
      int offset,
      int @Nullable [] counts,
      int @Nullable [] displacements) {
    int[] lengths = Arguments.present(comm, call.call(), "counts", counts);
    int[] places = places(call, lengths, displacements);
    blocks(call, "the array in", array, offset, lengths, places);
    call.fromBlocks(lengths.clone(), places);
  }

  private void toBlocks(
      Invocation call,
      Object array,
      int offset,
      int @Nullable [] counts,
      int @Nullable [] displacements) {
    int[] lengths = Arguments.present(comm, call.call(), "counts", counts);
    int[] places = places(call, lengths, displacements);
    blocks(call, "the array out", array, offset, lengths, places);
    Arguments.distinctBlocks(comm, call.call(), lengths, places);
    call.toBlocks(lengths.clone(), places);
  }

  private int[] places(Invocation call, int[] counts, int @Nullable [] displacements) {
    if (displacements == null) {
      return packed(call, counts);
    }
    checkTable(call, "counts", counts);
    checkTable(call, "displacements", displacements);
    return displacements.clone();
  }

  /** Blocks one behind the other. */
  private int[] packed(Invocation call, int[] counts) {
    checkTable(call, "counts", Arguments.present(comm, call.call(), "counts", counts));
    int[] places = new int[counts.length];
    long at = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      places[rank] = (int) Math.min(at, Integer.MAX_VALUE);
      at += Math.max(0, counts[rank]);
    }
    return places;
  }

  private static long total(int[] counts) {
    long total = 0;
    for (int count : counts) {
      total += count;
    }
    return total;
  }

  private void checkTable(Invocation call, String what, int[] table) {
    if (table.length != comm.size()) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.ARGUMENT,
          what
              + " has "
              + table.length
              + " entries; it needs one for each of the "
              + comm.size()
              + " ranks");
    }
    for (int rank = 0; rank < table.length; rank++) {
      if (table[rank] < 0) {
        throw Arguments.raised(
            comm,
            call.call(),
            ErrorClass.COUNT,
            what + "[" + rank + "] is " + table[rank] + "; it must be 0 or more");
      }
    }
  }

  private void blocks(
      Invocation call, String what, Object array, int offset, int[] counts, int[] places) {
    long length = Arguments.length(array);
    for (int rank = 0; rank < counts.length; rank++) {
      long at = (long) offset + places[rank];
      if (offset < 0 || at > length || at + counts[rank] > length) {
        Arguments.range(comm, call.call(), what, at, counts[rank], length);
      }
    }
  }

  // ---- blocks whose lengths are learned ----

  private static final int[] NO_COUNTS = {};

  /** Lengths of everybody's arrays at the root; elsewhere none. */
  int[] learnCounts(int length, int root) {
    int[] lengths = {length};
    int[] counts = comm.rank() == root ? new int[comm.size()] : NO_COUNTS;
    run(gather(Form.BLOCKING, ElementType.INT, lengths, 0, 1, counts, 0, root));
    return counts;
  }

  /** Lengths of everybody's arrays. */
  int[] learnCounts(int length) {
    int[] lengths = {length};
    int[] counts = new int[comm.size()];
    run(allGather(Form.BLOCKING, ElementType.INT, lengths, 0, 1, counts, 0));
    return counts;
  }

  /** Sum of lengths, which must be that of an array. */
  int totalOf(String call, int[] counts) {
    long total = total(counts);
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
    return comm.rank() == root ? lengthsOf(call, arrays) : NO_COUNTS;
  }

  /** Lengths of the arrays that go to each rank. */
  int[] lengthsOf(String call, @Nullable Object @Nullable [] arrays) {
    @Nullable Object[] each = Arguments.input(comm, call, arrays);
    if (each.length != comm.size()) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.ARGUMENT,
          "in has "
              + each.length
              + " arrays; it needs one for each of the "
              + comm.size()
              + " ranks");
    }
    int[] lengths = new int[each.length];
    for (int rank = 0; rank < lengths.length; rank++) {
      String which = "in[" + rank + "]";
      lengths[rank] = Array.getLength(Arguments.present(comm, call, which, each[rank]));
    }
    return lengths;
  }

  // ---- checks ----

  private void range(Invocation call, String what, Object array, long offset, long count) {
    Arguments.range(comm, call.call(), what, offset, count, Arguments.length(array));
  }

  private void overlap(
      Invocation call,
      Object in,
      long inOffset,
      long inCount,
      Object out,
      long outOffset,
      long outCount,
      long inPlace) {
    Arguments.overlap(comm, call.call(), in, inOffset, inCount, out, outOffset, outCount, inPlace);
  }

  // ---- for the calls that make communicators ----

  /** What each of {@code size} ranks gives, all of the same length, one after the other. */
  int[] exchange(int size, int... given) {
    int[] all = new int[size * given.length];
    collectives.run(
        collectives
            .invocation()
            .of(Form.BLOCKING, Collective.ALL_GATHER, ElementType.INT, given.length)
            .from(given, 0)
            .to(all, 0));
    return all;
  }
}
