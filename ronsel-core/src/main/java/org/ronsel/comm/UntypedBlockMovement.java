package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.UntypedCollectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.comm.CollectiveForms.Role;
import org.ronsel.data.ElementType;

/**
 * Collective operations that move blocks which differ in length, on buffers whose type is known at
 * run time only (MPI-4.1, chapter 6); see {@link UntypedCollectives}. Blocks lie where
 * displacements say: in extents of the datatype, or in bytes for {@code w}.
 */
public abstract class UntypedBlockMovement<R extends @Nullable Object> extends UntypedMovement<R> {
  private static final CallNames ALL_TO_ALLW = CallNames.of("allToAllw");

  UntypedBlockMovement(Communicator comm, Form form, Way<R> way) {
    super(comm, form, way);
  }

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
    Invocation call = begin(Collective.GATHERV);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && inPlace(sendBuffer);
    boolean gives = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (gives) {
      shape(call, sendType, sendCount, isRoot ? receiveType : sendType);
      from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    if (isRoot) {
      if (!gives) {
        shape(call, receiveType, 0);
      }
      fill(call, call.toBlocks(calls.peers()), receiveCounts, receiveDisplacements, ALL);
      toBlocks(call, receiveBuffer, receiveType, receiveOffset);
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
    Invocation call = begin(Collective.SCATTERV);
    CollectiveCalls calls = comm.collectives();
    Role role = calls.role(call, root);
    boolean isRoot = role == Role.ROOT;
    boolean inPlace = isRoot && calls.own() >= 0 && inPlace(receiveBuffer);
    boolean takes = role == Role.MEMBER || isRoot && calls.own() >= 0 && !inPlace;
    if (takes) {
      shape(call, receiveType, receiveCount, isRoot ? sendType : receiveType);
      to(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
    }
    if (isRoot) {
      if (!takes) {
        shape(call, sendType, 0);
      }
      fill(call, call.fromBlocks(calls.peers()), sendCounts, sendDisplacements, ALL);
      fromBlocks(call, sendBuffer, sendType, sendOffset);
      if (inPlace) {
        call.elements(call.type(), call.inputs().length(calls.own()));
        toPlaceOfInput(call, call.inputs().place(calls.own()));
      } else if (takes) {
        int shift = call.type().shift();
        sameBytes(call, call.inputs().length(calls.own()) << shift, call.bytes());
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
    boolean inPlace = calls.own() >= 0 && inPlace(sendBuffer);
    if (inPlace) {
      shape(call, receiveType, 0);
    } else {
      shape(call, sendType, sendCount, receiveType);
      from(call, sendBuffer, sendType, sendOffset, sendCount);
    }
    fill(call, call.toBlocks(calls.peers()), receiveCounts, receiveDisplacements, ALL);
    toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    ownBlock(call, inPlace);
    return make(call);
  }

  /** The calling rank's block, if it has one, is among those that are collected. */
  private void ownBlock(Invocation call, boolean inPlace) {
    int own = comm.collectives().own();
    if (inPlace) {
      call.elements(call.type(), call.outputs().length(own));
      fromPlaceOfOutput(call, call.outputs().place(own));
    } else if (own >= 0) {
      sameBytes(call, call.bytes(), call.outputs().length(own) << call.type().shift());
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
    boolean inPlace = calls.own() >= 0 && inPlace(sendBuffer);
    call.elements(common(call, inPlace ? receiveType : sendType, receiveType), 0);
    fill(call, call.toBlocks(peers), receiveCounts, receiveDisplacements, ALL);
    toBlocks(call, receiveBuffer, receiveType, receiveOffset);
    if (inPlace) {
      fromOutputs(call);
    } else {
      fill(call, call.fromBlocks(peers), sendCounts, sendDisplacements, ALL);
      fromBlocks(call, sendBuffer, sendType, sendOffset);
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
    MixedBlocks in =
        new MixedBlocks(receiveBuffer, receiveCounts, receiveDisplacements, receiveTypes);
    to(call, in, calls.peers(), ALL);
    if (calls.own() >= 0 && inPlace(sendBuffer)) {
      fromOutputs(call);
    } else {
      MixedBlocks out = new MixedBlocks(sendBuffer, sendCounts, sendDisplacements, sendTypes);
      from(call, out, calls.peers(), ALL);
      ownBlock(call, calls.own());
    }
    return make(call);
  }

  private void ownBlock(Invocation call, int own) {
    if (own >= 0) {
      int shift = call.type().shift();
      sameBytes(call, call.inputs().length(own) << shift, call.outputs().length(own) << shift);
    }
  }
}
