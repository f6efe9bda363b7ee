package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Op;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.NeighborExchange;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.CallKind;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.BufferArguments;

/**
 * The parts of a communicator's calls that are not in {@link CollectiveForms}: calls with one
 * value, blocks of equal length, and the neighbours in its topology.
 */
class CollectiveCalls extends CollectiveForms {
  private volatile @Nullable NeighborExchange gathering;
  private volatile @Nullable NeighborExchange exchanging;

  CollectiveCalls(Communicator comm, Collectives collectives) {
    super(comm, collectives);
  }

  // ---- one value, in an array that is used again ----

  /** Broadcast of one value as bits. */
  long broadcast(ElementType type, long bits, int root) {
    Object one = collectives.takeOne(type);
    type.store(one, bits);
    Invocation call = begin(CallKind.BLOCKING, Collective.BROADCAST, type, 1);
    if (role(call, root) != Role.NONE) {
      call.from(one, 0).to(one, 0);
    }
    run(call);
    long result = type.load(one);
    collectives.giveBackOne(type, one);
    return result;
  }

  /** Reduce of one value as bits; elsewhere than at the root it stays. */
  long reduce(ElementType type, long bits, Op op, int root) {
    Object one = collectives.takeOne(type);
    type.store(one, bits);
    Invocation call = begin(CallKind.BLOCKING, Collective.REDUCE, type, 1);
    Role role = role(call, root);
    Reduction reduction = CollectiveArguments.reduction(comm, call.call(), op, type);
    CollectiveArguments.multiple(comm, call.call(), op, 1, reduction.grain());
    call.combinedBy(reduction);
    if (role == Role.MEMBER || role == Role.ROOT && own() >= 0) {
      call.from(one, 0);
    }
    if (role == Role.ROOT) {
      call.to(one, 0);
    }
    run(call);
    long result = type.load(one);
    collectives.giveBackOne(type, one);
    return result;
  }

  // ---- blocks of equal length ----

  /** Elements of each block of an array that has one for each rank. */
  int blockOf(String call, @Nullable Object array) {
    int length = BufferArguments.length(array);
    if (length % peers() != 0) {
      throw unequal(call, length, peers(), "ranks");
    }
    return length / peers();
  }

  private InvalidArgumentException unequal(String call, int length, int blocks, String ofWhom) {
    return Arguments.raised(
        comm,
        call,
        ErrorClass.COUNT,
        "an array of "
            + length
            + " elements has no equal blocks for "
            + blocks
            + " "
            + ofWhom
            + "; pass offset and count, or call "
            + call
            + "v");
  }

  // ---- neighbours ----

  /** The exchange with the neighbours; there must be a topology. */
  final NeighborExchange neighbors(String call, boolean blockForEach) {
    NeighborExchange known = blockForEach ? exchanging : gathering;
    if (known == null) {
      known = Neighbors.of(comm, call).exchange(blockForEach);
      if (blockForEach) {
        exchanging = known;
      } else {
        gathering = known;
      }
    }
    return known;
  }

  /** Begins a call among neighbours. */
  final Invocation beginAmongNeighbors(CallKind kind, CallNames names, boolean blockForEach) {
    Collective like = blockForEach ? Collective.ALL_TO_ALLV : Collective.ALL_GATHERV;
    Invocation call = begin(kind, like, ElementType.PACKED, 0).named(names);
    return call.by(neighbors(call.call(), blockForEach));
  }

  /**
   * The number of elements of each block of an array that has one for each destination neighbour;
   * where there are none, of one that has a block from each source.
   */
  final int blockForNeighbors(String call, @Nullable Object in, @Nullable Object out) {
    NeighborExchange exchange = neighbors(call, true);
    int dests = exchange.dests();
    int sent = Math.max(0, BufferArguments.length(in));
    if (dests > 0 || sent > 0 || exchange.sources() == 0) {
      return share(call, sent, dests);
    }
    return share(call, Math.max(0, BufferArguments.length(out)), exchange.sources());
  }

  private int share(String call, int length, int blocks) {
    if (blocks == 0 ? length != 0 : length % blocks != 0) {
      throw unequal(call, length, blocks, "neighbours");
    }
    return blocks == 0 ? 0 : length / blocks;
  }

  /** How many neighbours a block goes to. */
  final int neighborsToSend(String call) {
    return neighbors(call, true).dests();
  }
}
