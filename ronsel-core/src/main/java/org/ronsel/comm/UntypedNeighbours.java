package org.ronsel.comm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.UntypedCollectives;
import org.ronsel.collective.algorithm.NeighbourExchange;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.DataRange;

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
    return comm.collectives()
        .beginAmongNeighbours(form(), names, blockForEach, ElementType.PACKED, 0);
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
    if (sendCount == receiveCount
        && areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.neighbourAllGather(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              (int) sendCount,
              asArray(receiveBuffer),
              (int) receiveOffset));
    }
    Invocation call = begin(ALL_GATHER, false);
    int blocks = among(call, false).sources();
    Blocks in = even(call, receiveBuffer, receiveType, receiveOffset, receiveCount, blocks);
    return gather(call, sendBuffer, sendType, sendOffset, sendCount, in);
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
    if (areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.neighbourAllGatherv(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              (int) sendCount,
              asArray(receiveBuffer),
              (int) receiveOffset,
              asTable(receiveCounts),
              receiveDisplacements));
    }
    Blocks in =
        new Blocks(receiveBuffer, receiveType, receiveOffset, receiveCounts, receiveDisplacements);
    return gather(begin(ALL_GATHERV, false), sendBuffer, sendType, sendOffset, sendCount, in);
  }

  private R gather(
      Invocation call,
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Blocks in) {
    NeighbourExchange among = among(call, false);
    DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
    ElementType type = own.type() == common(call, null, in) ? own.type() : ElementType.PACKED;
    call.elements(type, own.bytes() >> type.shift());
    from(call, own);
    to(call, in, among.sources(), among::hasSource);
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
    if (sendCount == receiveCount
        && areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.neighbourAllToAll(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              (int) sendCount,
              asArray(receiveBuffer),
              (int) receiveOffset));
    }
    Invocation call = begin(ALL_TO_ALL, true);
    NeighbourExchange among = among(call, true);
    return exchange(
        call,
        even(call, sendBuffer, sendType, sendOffset, sendCount, among.dests()),
        even(call, receiveBuffer, receiveType, receiveOffset, receiveCount, among.sources()));
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
    if (areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.neighbourAllToAllv(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              asTable(sendCounts),
              sendDisplacements,
              asArray(receiveBuffer),
              (int) receiveOffset,
              asTable(receiveCounts),
              receiveDisplacements));
    }
    return exchange(
        begin(ALL_TO_ALLV, true),
        new Blocks(sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements),
        new Blocks(receiveBuffer, receiveType, receiveOffset, receiveCounts, receiveDisplacements));
  }

  private R exchange(Invocation call, Blocks out, Blocks in) {
    NeighbourExchange among = among(call, true);
    call.elements(common(call, out, in), 0);
    from(call, out, among.dests(), among::hasDest);
    to(call, in, among.sources(), among::hasSource);
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

  /** Blocks of one length, one behind the other. */
  private Blocks even(
      Invocation call,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int blocks) {
    if (count < 0 || count > Integer.MAX_VALUE / Math.max(1, blocks)) {
      throw Arguments.raised(
          comm,
          call.call(),
          ErrorClass.COUNT,
          "count " + count + " is not in 0.." + Integer.MAX_VALUE / Math.max(1, blocks));
    }
    int[] counts = new int[blocks];
    int[] displacements = new int[blocks];
    Arrays.fill(counts, (int) count);
    Arrays.setAll(displacements, i -> i * (int) count);
    return new Blocks(buffer, type, offset, counts, displacements);
  }
}
