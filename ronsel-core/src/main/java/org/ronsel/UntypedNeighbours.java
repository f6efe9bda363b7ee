package org.ronsel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.CallNames;
import org.ronsel.collective.Invocation;
import org.ronsel.collective.Invocation.Form;
import org.ronsel.collective.algorithm.NeighbourExchange;
import org.ronsel.data.ElementType;

/**
 * Collective operations among neighbours in a topology, on buffers whose type is known at run time
 * only (MPI-4.1, section 8.6); see {@link UntypedCollectives}. What belongs to a neighbour that
 * does not exist is not touched.
 */
abstract sealed class UntypedNeighbours<R extends @Nullable Object> extends UntypedBlockMovement<R>
    permits UntypedCombining {
  private static final CallNames ALL_GATHER = CallNames.of("neighbourAllGather");
  private static final CallNames ALL_GATHERV = CallNames.of("neighbourAllGatherv");
  private static final CallNames ALL_TO_ALL = CallNames.of("neighbourAllToAll");
  private static final CallNames ALL_TO_ALLV = CallNames.of("neighbourAllToAllv");
  private static final CallNames ALL_TO_ALLW = CallNames.of("neighbourAllToAllw");

  UntypedNeighbours(Comm comm, Form form, Way<R> way) {
    super(comm, form, way);
  }

  private Invocation begin(CallNames names, boolean blockForEach) {
    return comm.collectives()
        .beginAmongNeighbours(form(), names, blockForEach, ElementType.PACKED, 0);
  }

  private NeighbourExchange among(Invocation call, boolean blockForEach) {
    return comm.collectives().neighbours(call.call(), blockForEach);
  }

  /** Sends a block to all neighbours and receives one from each (MPI-4.1, section 8.6.1). */
  public R neighbourAllGather(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(ALL_GATHER, false);
    int blocks = among(call, false).sources();
    Blocks in = even(call, receiveBuffer, receiveType, receiveOffset, receiveCount, blocks);
    return gather(call, sendBuffer, sendType, sendOffset, sendCount, in);
  }

  /** As {@link #neighbourAllGather}, with blocks of different lengths. */
  public R neighbourAllGatherv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
    Blocks in =
        new Blocks(receiveBuffer, receiveType, receiveOffset, receiveCounts, receiveDisplacements);
    return gather(begin(ALL_GATHERV, false), sendBuffer, sendType, sendOffset, sendCount, in);
  }

  private R gather(
      Invocation call,
      Object sendBuffer,
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

  /** Sends another block to each neighbour and receives one from each (section 8.6.2). */
  public R neighbourAllToAll(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(ALL_TO_ALL, true);
    NeighbourExchange among = among(call, true);
    return exchange(
        call,
        even(call, sendBuffer, sendType, sendOffset, sendCount, among.dests()),
        even(call, receiveBuffer, receiveType, receiveOffset, receiveCount, among.sources()));
  }

  /** As {@link #neighbourAllToAll}, with blocks of different lengths. */
  public R neighbourAllToAllv(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int[] sendCounts,
      int[] sendDisplacements,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int[] receiveCounts,
      int[] receiveDisplacements) {
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

  /** As {@link #neighbourAllToAllv}, with a datatype for each; displacements are in bytes. */
  public R neighbourAllToAllw(
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype<?>[] sendTypes,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
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
      Invocation call, Object buffer, Datatype<?> type, long offset, long count, int blocks) {
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
