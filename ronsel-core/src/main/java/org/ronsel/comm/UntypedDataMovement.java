package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.NeighborExchange;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.CallKind;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.comm.CollectiveForms.Role;
import org.ronsel.data.ElementType;

/**
 * Collective operations that move data, on buffers whose type is known at run time only (MPI-4.1,
 * chapter 6 and, among neighbours in a topology, section 8.6); see {@link UntypedCollectives}.
 *
 * <p>Every rank of the communicator calls them, in the same order. Blocks of one length lie one
 * after the other, others where displacements say: in extents of the datatype, or in bytes for
 * {@code w}; where one without elements would lie is not looked at. {@link UntypedComm#IN_PLACE} in
 * the place of a buffer means what it means in the standard. What belongs to a neighbour that does
 * not exist is not touched.
 *
 * @param <R> what the calls return: nothing, a request, or one that can be started again and again
 */
public abstract class UntypedDataMovement<R extends @Nullable Object>
    implements UntypedCollectives<R> {
  private static final CallNames ALL_TO_ALLW = CallNames.of("allToAllw");
  private static final CallNames NEIGHBOR_ALL_GATHER = CallNames.of("neighborAllGather");
  private static final CallNames NEIGHBOR_ALL_GATHERV = CallNames.of("neighborAllGatherv");
  private static final CallNames NEIGHBOR_ALL_TO_ALL = CallNames.of("neighborAllToAll");
  private static final CallNames NEIGHBOR_ALL_TO_ALLV = CallNames.of("neighborAllToAllv");
  private static final CallNames NEIGHBOR_ALL_TO_ALLW = CallNames.of("neighborAllToAllw");

  final Communicator comm;
  final CallBuffers buffers;

  private final CallKind kind;
  private final Way<R> way;

  /** How a call is made. */
  interface Way<R extends @Nullable Object> {
    R make(CollectiveCalls calls, Invocation call);
  }

  UntypedDataMovement(Communicator comm, CallKind kind, Way<R> way) {
    this.comm = comm;
    this.buffers = new CallBuffers(comm);
    this.kind = kind;
    this.way = way;
  }

  /** Begins a call; its elements are said by {@link CallBuffers#shape}. */
  final Invocation begin(Collective collective) {
    return comm.collectives().begin(kind, collective, ElementType.BYTE, 0);
  }

  final R make(Invocation call) {
    CollectiveCalls calls = comm.collectives();
    if (kind == CallKind.BLOCKING
        && call.staging() == null
        && !(isArray(call.input()) && isArray(call.output()))
        && calls.unchecked().isSharedWithThreads(call)) {
      ConfinedData.stage(comm, call, calls.peers());
    }
    return way.make(calls, call);
  }

  /** Arrays may be read and written by all threads. */
  private static boolean isArray(Object base) {
    return base.getClass().isArray();
  }

  // ---- blocks of one length ----

  @Override
  public R broadcast(@Nullable Object buffer, Datatype<?> type, long offset, long count, int root) {
    return make(broadcastOf(buffer, type, offset, count, root, false));
  }

  final Invocation broadcastOf(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int root,
      boolean lengthOfRoot) {
    Invocation call = begin(Collective.BROADCAST);
    if (lengthOfRoot) {
      call.withLengthOfRoot();
    }
    Role role = comm.collectives().role(call, root);
    if (role != Role.NONE) {
      buffers.shape(call, type, count);
    }
    if (role == Role.ROOT) {
      buffers.from(call, buffer, type, offset, count);
      call.to(call.input(), call.inputAt());
    } else if (role == Role.MEMBER) {
      buffers.to(call, buffer, type, offset, count);
      call.from(call.output(), call.outputAt());
    }
    return call;
  }

  @Override
  public R gather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Invocation call = begin(Collective.GATHER);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && CallBuffers.inPlace(sendBuffer);
    boolean gives = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (gives) {
      buffers.shape(call, sendType, sendCount);
      buffers.from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    if (isRoot) {
      if (!gives) {
        buffers.shape(call, receiveType, receiveCount);
      }
      long total = CallBuffers.times(receiveCount, calls.peers());
      buffers.to(call, receiveBuffer, receiveType, receiveOffset, total);
      if (gives) {
        buffers.sameLength(call, sendType, sendCount, receiveType, receiveCount);
      } else if (inPlace) {
        buffers.fromPlaceOfOutput(call, calls.own() * call.count());
      }
    }
    return make(call);
  }

  @Override
  public R scatter(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Invocation call = begin(Collective.SCATTER);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && CallBuffers.inPlace(receiveBuffer);
    boolean takes = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (takes) {
      buffers.shape(call, receiveType, receiveCount);
      buffers.to(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
    }
    if (isRoot) {
      if (!takes) {
        buffers.shape(call, sendType, sendCount);
      }
      buffers.from(
          call, sendBuffer, sendType, sendOffset, CallBuffers.times(sendCount, calls.peers()));
      if (takes) {
        buffers.sameLength(call, sendType, sendCount, receiveType, receiveCount);
      } else if (inPlace) {
        buffers.toPlaceOfInput(call, calls.own() * call.count());
      }
    }
    return make(call);
  }

  @Override
  public R allGather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(Collective.ALL_GATHER);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    int own = calls.own();
    boolean inPlace = own >= 0 && CallBuffers.inPlace(sendBuffer);
    if (inPlace) {
      buffers.shape(call, receiveType, receiveCount);
    } else {
      buffers.shape(call, sendType, sendCount);
      buffers.from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    buffers.to(
        call,
        receiveBuffer,
        receiveType,
        receiveOffset,
        CallBuffers.times(receiveCount, calls.peers()));
    if (inPlace) {
      buffers.fromPlaceOfOutput(call, own * call.count());
    } else if (own >= 0) {
      buffers.sameLength(call, sendType, sendCount, receiveType, receiveCount);
    } else { // the blocks of the other group may have another length
      long length = receiveCount * receiveType.sizeBytes() >> call.type().shift();
      buffers.fill(call, call.toBlocks(calls.peers()), length, CallBuffers.ALL);
    }
    return make(call);
  }

  @Override
  public R allToAll(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(Collective.ALL_TO_ALL);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    int peers = calls.peers();
    boolean inPlace = calls.own() >= 0 && CallBuffers.inPlace(sendBuffer);
    if (calls.own() >= 0) {
      buffers.shape(call, receiveType, receiveCount);
    } else {
      call.elements(
          buffers.common(call, sendType, sendCount > 0, receiveType, receiveCount > 0), 0);
    }
    if (!inPlace) {
      buffers.from(call, sendBuffer, sendType, sendOffset, CallBuffers.times(sendCount, peers));
    }
    buffers.to(
        call, receiveBuffer, receiveType, receiveOffset, CallBuffers.times(receiveCount, peers));
    if (inPlace) {
      call.from(call.output(), call.outputAt());
    } else if (calls.own() >= 0) {
      buffers.sameLength(call, sendType, sendCount, receiveType, receiveCount);
    } else { // the blocks of each direction have a length of their own
      int shift = call.type().shift();
      long given = sendCount * sendType.sizeBytes() >> shift;
      long taken = receiveCount * receiveType.sizeBytes() >> shift;
      call.elements(call.type(), given);
      buffers.fill(call, call.fromBlocks(peers), given, CallBuffers.ALL);
      buffers.fill(call, call.toBlocks(peers), taken, CallBuffers.ALL);
    }
    return make(call);
  }

  // ---- blocks of different lengths ----

  @Override
  public R gatherv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements,
      int root) {
    Invocation call = begin(Collective.GATHERV).withShorterBlocks(comm.lenient);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && CallBuffers.inPlace(sendBuffer);
    boolean gives = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (gives) {
      buffers.shape(call, sendType, sendCount, isRoot ? receiveType : sendType);
      buffers.from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    if (isRoot) {
      if (!gives) {
        buffers.shape(call, receiveType, 0);
      }
      buffers.fill(
          call, call.toBlocks(calls.peers()), receiveCounts, receiveDisplacements, CallBuffers.ALL);
      buffers.toBlocks(call, receiveBuffer, receiveType, receiveOffset);
      ownBlock(call, inPlace);
    }
    return make(call);
  }

  @Override
  public R scatterv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root) {
    Invocation call = begin(Collective.SCATTERV).withShorterBlocks(comm.lenient);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && CallBuffers.inPlace(receiveBuffer);
    boolean takes = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (takes) {
      buffers.shape(call, receiveType, receiveCount, isRoot ? sendType : receiveType);
      buffers.to(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
    }
    if (isRoot) {
      if (!takes) {
        buffers.shape(call, sendType, 0);
      }
      buffers.fill(
          call, call.fromBlocks(calls.peers()), sendCounts, sendDisplacements, CallBuffers.ALL);
      buffers.fromBlocks(call, sendBuffer, sendType, sendOffset);
      if (inPlace) {
        call.elements(call.type(), call.inputs().length(calls.own()));
        buffers.toPlaceOfInput(call, call.inputs().place(calls.own()));
      } else if (takes) {
        long given = call.inputs().length(calls.own());
        if (call.takesShorterBlocks() && given < call.count()) {
          call.elements(call.type(), given);
        }
        buffers.sameBytes(call, given << call.type().shift(), call.bytes());
      }
    }
    return make(call);
  }

  @Override
  public R allGatherv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements) {
    Invocation call = begin(Collective.ALL_GATHERV);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    boolean inPlace = calls.own() >= 0 && CallBuffers.inPlace(sendBuffer);
    if (inPlace) {
      buffers.shape(call, receiveType, 0);
    } else {
      buffers.shape(call, sendType, sendCount, receiveType);
      buffers.from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    buffers.fill(
        call, call.toBlocks(calls.peers()), receiveCounts, receiveDisplacements, CallBuffers.ALL);
    buffers.toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    ownBlock(call, inPlace);
    return make(call);
  }

  /** The calling rank's block, if it has one, is among those that are collected. */
  private void ownBlock(Invocation call, boolean inPlace) {
    int own = comm.collectives().own();
    if (inPlace) {
      call.elements(call.type(), call.outputs().length(own));
      buffers.fromPlaceOfOutput(call, call.outputs().place(own));
    } else if (own >= 0) {
      if (call.takesShorterBlocks() && call.count() < call.outputs().length(own)) {
        call.outputs().set(own, call.count(), call.outputs().place(own));
      }
      buffers.sameBytes(call, call.bytes(), call.outputs().length(own) << call.type().shift());
    }
  }

  @Override
  public R allToAllv(
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
    Invocation call = begin(Collective.ALL_TO_ALLV);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    int peers = calls.peers();
    boolean inPlace = calls.own() >= 0 && CallBuffers.inPlace(sendBuffer);
    boolean gives = !inPlace && CallBuffers.hasAny(sendCounts, peers);
    boolean takes = inPlace || CallBuffers.hasAny(receiveCounts, peers);
    call.elements(
        buffers.common(call, inPlace ? receiveType : sendType, gives, receiveType, takes), 0);
    buffers.fill(call, call.toBlocks(peers), receiveCounts, receiveDisplacements, CallBuffers.ALL);
    buffers.toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    if (inPlace) {
      CallBuffers.fromOutputs(call);
    } else {
      buffers.fill(call, call.fromBlocks(peers), sendCounts, sendDisplacements, CallBuffers.ALL);
      buffers.fromBlocks(call, sendBuffer, sendType, sendOffset);
      ownBlock(call, calls.own());
    }
    return make(call);
  }

  @Override
  public R allToAllw(
      @Nullable Object sendBuffer,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      Datatype<?>[] sendTypes,
      @Nullable Object receiveBuffer,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    Invocation call = begin(Collective.ALL_TO_ALLV).named(ALL_TO_ALLW);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    call.elements(ElementType.PACKED, 0); // which fits any type on the other side
    CallBuffers.MixedBlocks in =
        new CallBuffers.MixedBlocks(
            receiveBuffer, receiveCounts, receiveDisplacements, receiveTypes);
    buffers.to(call, in, calls.peers(), CallBuffers.ALL);
    if (calls.own() >= 0 && CallBuffers.inPlace(sendBuffer)) {
      CallBuffers.fromOutputs(call);
    } else {
      CallBuffers.MixedBlocks out =
          new CallBuffers.MixedBlocks(sendBuffer, sendCounts, sendDisplacements, sendTypes);
      buffers.from(call, out, calls.peers(), CallBuffers.ALL);
      ownBlock(call, calls.own());
    }
    return make(call);
  }

  private void ownBlock(Invocation call, int own) {
    if (own >= 0) {
      int shift = call.type().shift();
      buffers.sameBytes(
          call, call.inputs().length(own) << shift, call.outputs().length(own) << shift);
    }
  }

  // ---- among neighbours ----

  private Invocation begin(CallNames names, boolean blockForEach) {
    return comm.collectives().beginAmongNeighbors(kind, names, blockForEach);
  }

  private NeighborExchange among(Invocation call, boolean blockForEach) {
    return comm.collectives().neighbors(call.call(), blockForEach);
  }

  @Override
  public R neighborAllGather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(NEIGHBOR_ALL_GATHER, false);
    NeighborExchange among = among(call, false);
    buffers.shape(call, sendType, sendCount, receiveType);
    buffers.from(call, sendBuffer, sendType, sendOffset, sendCount);
    buffers.fill(call, call.toBlocks(among.sources()), receiveCount, among::hasSource);
    buffers.toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighborAllGatherv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements) {
    Invocation call = begin(NEIGHBOR_ALL_GATHERV, false);
    NeighborExchange among = among(call, false);
    buffers.shape(call, sendType, sendCount, receiveType);
    buffers.from(call, sendBuffer, sendType, sendOffset, sendCount);
    BlockTable taken = call.toBlocks(among.sources());
    buffers.fill(call, taken, receiveCounts, receiveDisplacements, among::hasSource);
    buffers.toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighborAllToAll(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount) {
    Invocation call = begin(NEIGHBOR_ALL_TO_ALL, true);
    NeighborExchange among = among(call, true);
    call.elements(buffers.common(call, sendType, sendCount > 0, receiveType, receiveCount > 0), 0);
    buffers.fill(call, call.fromBlocks(among.dests()), sendCount, among::hasDest);
    buffers.fromBlocks(call, sendBuffer, sendType, sendOffset);
    buffers.fill(call, call.toBlocks(among.sources()), receiveCount, among::hasSource);
    buffers.toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighborAllToAllv(
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
    Invocation call = begin(NEIGHBOR_ALL_TO_ALLV, true);
    NeighborExchange among = among(call, true);
    boolean gives = CallBuffers.hasAny(sendCounts, among.dests());
    boolean takes = CallBuffers.hasAny(receiveCounts, among.sources());
    call.elements(buffers.common(call, sendType, gives, receiveType, takes), 0);
    buffers.fill(
        call, call.fromBlocks(among.dests()), sendCounts, sendDisplacements, among::hasDest);
    buffers.fromBlocks(call, sendBuffer, sendType, sendOffset);
    BlockTable taken = call.toBlocks(among.sources());
    buffers.fill(call, taken, receiveCounts, receiveDisplacements, among::hasSource);
    buffers.toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    return make(call);
  }

  @Override
  public R neighborAllToAllw(
      @Nullable Object sendBuffer,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      Datatype<?>[] sendTypes,
      @Nullable Object receiveBuffer,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements,
      Datatype<?>[] receiveTypes) {
    Invocation call = begin(NEIGHBOR_ALL_TO_ALLW, true);
    NeighborExchange among = among(call, true);
    buffers.from(
        call,
        new CallBuffers.MixedBlocks(sendBuffer, sendCounts, sendDisplacements, sendTypes),
        among.dests(),
        among::hasDest);
    buffers.to(
        call,
        new CallBuffers.MixedBlocks(
            receiveBuffer, receiveCounts, receiveDisplacements, receiveTypes),
        among.sources(),
        among::hasSource);
    return make(call);
  }
}
