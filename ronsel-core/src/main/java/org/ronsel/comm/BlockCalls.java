package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;

/** Checks the arguments of calls on arrays whose blocks differ in length. */
abstract class BlockCalls extends CollectiveForms {
  BlockCalls(Communicator comm, Collectives collectives) {
    super(comm, collectives);
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
      toBlocks(call, to, outOffset, counts, displacements, peers());
      ownBlock(call, count, ownLength(call.outputs(), count));
      call.to(to, outOffset);
    }
    return call;
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
    toBlocks(call, out, outOffset, counts, displacements, peers());
    ownBlock(call, count, ownLength(call.outputs(), count));
    return among(call).from(in, inOffset).to(out, outOffset);
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
      fromBlocks(call, from, inOffset, counts, displacements, peers());
      ownBlock(call, ownLength(call.inputs(), count), count);
      call.from(from, inOffset);
    }
    return call;
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
    fromBlocks(call, in, inOffset, inCounts, inDisplacements, peers());
    toBlocks(call, out, outOffset, outCounts, outDisplacements, peers());
    if (own() >= 0) {
      ownBlock(call, call.inputs().length(own()), call.outputs().length(own()));
    }
    return among(call).from(in, inOffset).to(out, outOffset);
  }

  /** What a rank sends to itself is what it receives from itself. */
  private void ownBlock(Invocation call, long given, long taken) {
    if (given != taken) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.COUNT,
          "this rank gives itself " + given + " elements, but expects " + taken);
    }
  }

  /** A rank's block for itself, or the other length where it has none. */
  private long ownLength(BlockTable blocks, long otherwise) {
    return own() < 0 ? otherwise : blocks.length(own());
  }

  // ---- tables ----

  /** Checks the blocks of an array that are given, and enters them. */
  final void fromBlocks(
      Invocation call,
      Object array,
      int offset,
      int @Nullable [] counts,
      int @Nullable [] displacements,
      int blocks) {
    fill(call, call.fromBlocks(blocks), counts, displacements);
    inside(call, "the array in", array, offset, call.inputs());
  }

  /** Checks the blocks of an array that are received, and enters them. */
  final void toBlocks(
      Invocation call,
      Object array,
      int offset,
      int @Nullable [] counts,
      int @Nullable [] displacements,
      int blocks) {
    fill(call, call.toBlocks(blocks), counts, displacements);
    inside(call, "the array out", array, offset, call.outputs());
    CollectiveArguments.distinctBlocks(comm, call.call(), call.outputs());
  }

  /** Enters blocks at their displacements, or one behind the other. */
  final void fill(
      Invocation call, BlockTable table, int @Nullable [] counts, int @Nullable [] displacements) {
    int blocks = table.size();
    int[] lengths = CollectiveArguments.counts(comm, call.call(), "counts", counts, blocks);
    int[] places =
        displacements == null
            ? null
            : CollectiveArguments.table(comm, call.call(), "displacements", displacements, blocks);
    long at = 0;
    for (int block = 0; block < blocks; block++) {
      table.set(block, lengths[block], places == null ? at : places[block]);
      at += lengths[block];
    }
  }

  final void inside(Invocation call, String what, Object array, int offset, BlockTable table) {
    long length = BufferArguments.length(array);
    for (int block = 0; block < table.size(); block++) {
      long at = offset + table.place(block);
      if (at < 0 || at > length || at + table.length(block) > length) {
        BufferArguments.range(comm, call.call(), what, at, table.length(block), length);
      }
    }
  }

  // ---- checks ----

  final void range(Invocation call, String what, Object array, long offset, long count) {
    BufferArguments.range(comm, call.call(), what, offset, count, BufferArguments.length(array));
  }
}
