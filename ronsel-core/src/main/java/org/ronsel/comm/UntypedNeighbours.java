package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.UntypedCollectives;
import org.ronsel.collective.algorithm.NeighbourExchange;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.collective.schedule.BlockTable;

/**
 * Collective operations among neighbours in a topology, on buffers whose type is known at run time
 * only (MPI-4.1, section 8.6); see {@link UntypedCollectives}. What belongs to a neighbour that
 * does not exist is not touched.
 */
public abstract class UntypedNeighbours<R extends @Nullable Object>
    extends UntypedBlockMovement<R> {
  private static final CallNames ALL_GATHER = CallNames.of("neighbourAllGather");
  private static final CallNames ALL_GATHERV = CallNames.of("neighbourAllGatherv");
  private static final CallNames ALL_TO_ALL = CallNames.of("neighbourAllToAll");
  private static final CallNames ALL_TO_ALLV = CallNames.of("neighbourAllToAllv");
  private static final CallNames ALL_TO_ALLW = CallNames.of("neighbourAllToAllw");

  UntypedNeighbours(Communicator comm, Form form, Way<R> way) {
    super(comm, form, way);
  }

  private Invocation begin(CallNames names, boolean blockForEach) {
    return comm.collectives().beginAmongNeighbours(form(), names, blockForEach);
  }

  private NeighbourExchange among(Invocation call, boolean blockForEach) {
    return comm.collectives().neighbours(call.call(), blockForEach);
  }

  @Override
  public R neighbourAllGather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(ALL_GATHER, false);
    NeighbourExchange among = among(call, false);
    shape(call, sendType, sendCount, receiveType);
    from(call, sendBuffer, sendType, sendOffset, sendCount);
    fill(call, call.toBlocks(among.sources()), receiveCount, among::hasSource);
    toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighbourAllGatherv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements) {
    Invocation call = begin(ALL_GATHERV, false);
    NeighbourExchange among = among(call, false);
    shape(call, sendType, sendCount, receiveType);
    from(call, sendBuffer, sendType, sendOffset, sendCount);
    BlockTable taken = call.toBlocks(among.sources());
    fill(call, taken, receiveCounts, receiveDisplacements, among::hasSource);
    toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighbourAllToAll(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(ALL_TO_ALL, true);
    NeighbourExchange among = among(call, true);
    call.elements(common(call, sendType, receiveType), 0);
    fill(call, call.fromBlocks(among.dests()), sendCount, among::hasDest);
    fromBlocks(call, sendBuffer, sendType, sendOffset);
    fill(call, call.toBlocks(among.sources()), receiveCount, among::hasSource);
    toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighbourAllToAllv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements) {
    Invocation call = begin(ALL_TO_ALLV, true);
    NeighbourExchange among = among(call, true);
    call.elements(common(call, sendType, receiveType), 0);
    fill(call, call.fromBlocks(among.dests()), sendCounts, sendDisplacements, among::hasDest);
    fromBlocks(call, sendBuffer, sendType, sendOffset);
    BlockTable taken = call.toBlocks(among.sources());
    fill(call, taken, receiveCounts, receiveDisplacements, among::hasSource);
    toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighbourAllToAllw(
      @Nullable Object sendBuffer,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      Datatype<?>[] sendTypes,
      @Nullable Object receiveBuffer,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    Invocation call = begin(ALL_TO_ALLW, true);
    NeighbourExchange among = among(call, true);
    from(
        call,
        new MixedBlocks(sendBuffer, sendCounts, sendDisplacements, sendTypes),
        among.dests(),
        among::hasDest);
    to(
        call,
        new MixedBlocks(receiveBuffer, receiveCounts, receiveDisplacements, receiveTypes),
        among.sources(),
        among::hasSource);
    return make(call);
  }
}
