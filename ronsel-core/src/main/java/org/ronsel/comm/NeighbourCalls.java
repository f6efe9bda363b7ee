package org.ronsel.comm;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.NeighbourExchange;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;

/**
 * Checks the arguments of calls on arrays among the neighbours in a topology. Of blocks of
 * neighbours that do not exist, at the border of a grid, nothing is looked at but the lengths.
 */
abstract class NeighbourCalls extends BlockCalls {
  private static final CallNames ALL_GATHER = CallNames.of("neighbourAllGather");
  private static final CallNames ALL_GATHERV = CallNames.of("neighbourAllGatherv");
  private static final CallNames ALL_TO_ALL = CallNames.of("neighbourAllToAll");
  private static final CallNames ALL_TO_ALLV = CallNames.of("neighbourAllToAllv");

  private volatile @Nullable NeighbourExchange gathering;
  private volatile @Nullable NeighbourExchange exchanging;

  NeighbourCalls(Communicator comm, Collectives collectives) {
    super(comm, collectives);
  }

  /** The exchange with the neighbours; there must be a topology. */
  final NeighbourExchange neighbours(String call, boolean blockForEach) {
    NeighbourExchange known = blockForEach ? exchanging : gathering;
    if (known == null) {
      known = Neighbours.of(comm, call).exchange(blockForEach);
      if (blockForEach) {
        exchanging = known;
      } else {
        gathering = known;
      }
    }
    return known;
  }

  /** Begins a call among neighbours. */
  final Invocation beginAmongNeighbours(
      Form form, CallNames names, boolean blockForEach, ElementType type, long count) {
    Collective like = blockForEach ? Collective.ALL_TO_ALLV : Collective.ALL_GATHERV;
    Invocation call = begin(form, like, type, count).named(names);
    return call.by(neighbours(call.call(), blockForEach));
  }

  Invocation neighbourAllGather(
      Form form, ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    Invocation call = beginAmongNeighbours(form, ALL_GATHER, false, type, count);
    NeighbourExchange among = neighbours(call.call(), false);
    range(call, "the array in", in, inOffset, count);
    even(call.toBlocks(among.sources()), count, among::hasSource);
    taken(call, out, outOffset);
    return call.from(in, inOffset).to(out, outOffset);
  }

  Invocation neighbourAllGatherv(
      Form form,
      ElementType type,
      Object in,
      int inOffset,
      int count,
      Object out,
      int outOffset,
      int[] counts,
      int @Nullable [] displacements) {
    Invocation call = beginAmongNeighbours(form, ALL_GATHERV, false, type, count);
    NeighbourExchange among = neighbours(call.call(), false);
    range(call, "the array in", in, inOffset, count);
    BlockTable table = call.toBlocks(among.sources());
    uneven(call, table, counts, displacements, among::hasSource);
    taken(call, out, outOffset);
    return call.from(in, inOffset).to(out, outOffset);
  }

  Invocation neighbourAllToAll(
      Form form, ElementType type, Object in, int inOffset, int count, Object out, int outOffset) {
    Invocation call = beginAmongNeighbours(form, ALL_TO_ALL, true, type, count);
    NeighbourExchange among = neighbours(call.call(), true);
    BufferArguments.range(comm, call.call(), "the array in", inOffset, count, Integer.MAX_VALUE);
    even(call.fromBlocks(among.dests()), count, among::hasDest);
    inside(call, "the array in", in, inOffset, call.inputs());
    even(call.toBlocks(among.sources()), count, among::hasSource);
    taken(call, out, outOffset);
    return call.from(in, inOffset).to(out, outOffset);
  }

  Invocation neighbourAllToAllv(
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
    Invocation call = beginAmongNeighbours(form, ALL_TO_ALLV, true, type, 0);
    NeighbourExchange among = neighbours(call.call(), true);
    BlockTable given = call.fromBlocks(among.dests());
    uneven(call, given, inCounts, inDisplacements, among::hasDest);
    inside(call, "the array in", in, inOffset, given);
    BlockTable taken = call.toBlocks(among.sources());
    uneven(call, taken, outCounts, outDisplacements, among::hasSource);
    taken(call, out, outOffset);
    return call.from(in, inOffset).to(out, outOffset);
  }

  private static void even(BlockTable table, int count, IntPredicate exists) {
    for (int block = 0; block < table.size(); block++) {
      table.set(block, exists.test(block) ? count : 0, (long) block * count);
    }
  }

  private void uneven(
      Invocation call,
      BlockTable table,
      int[] counts,
      int @Nullable [] displacements,
      IntPredicate exists) {
    fill(call, table, counts, displacements);
    for (int block = 0; block < table.size(); block++) {
      if (!exists.test(block)) {
        table.set(block, 0, 0);
      }
    }
  }

  private void taken(Invocation call, Object out, int outOffset) {
    inside(call, "the array out", out, outOffset, call.outputs());
    CollectiveArguments.distinctBlocks(comm, call.call(), call.outputs());
  }

  /** Elements of each block of an array that has one for each neighbour to whom one goes. */
  final int blockForNeighbours(String call, Object array) {
    int blocks = neighbours(call, true).dests();
    int length = Math.max(0, BufferArguments.length(array));
    if (blocks == 0 ? length != 0 : length % blocks != 0) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.COUNT,
          "an array of "
              + length
              + " elements has no equal blocks for "
              + blocks
              + " neighbours; pass offset and count, or call "
              + call
              + "v");
    }
    return blocks == 0 ? 0 : length / blocks;
  }

  /** Lengths of the blocks that come from each neighbour; 0 where there is none. */
  final int[] learnNeighbours(int length) {
    int[] lengths = {length};
    int[] counts = new int[neighbours("neighbourAllGatherv", false).sources()];
    run(neighbourAllGather(Form.BLOCKING, ElementType.INT, lengths, 0, 1, counts, 0));
    return counts;
  }

  /** Lengths of the blocks that come from each neighbour, of those that go to each. */
  final int[] learnNeighbours(int[] lengths) {
    int[] counts = new int[neighbours("neighbourAllToAllv", true).sources()];
    run(neighbourAllToAll(Form.BLOCKING, ElementType.INT, lengths, 0, 1, counts, 0));
    return counts;
  }

  /** How many neighbours a block goes to. */
  final int neighboursToSend(String call) {
    return neighbours(call, true).dests();
  }
}
