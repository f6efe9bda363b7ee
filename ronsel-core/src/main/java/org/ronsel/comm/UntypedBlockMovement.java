package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.UntypedCollectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.CallNames;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.comm.CollectiveForms.Part;
import org.ronsel.data.ElementType;
import org.ronsel.datatype.DataRange;

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
    if (areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.gatherv(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              (int) sendCount,
              asArray(receiveBuffer),
              (int) receiveOffset,
              asTable(receiveCounts),
              receiveDisplacements,
              root));
    }
    Invocation call = begin(Collective.GATHERV);
    CollectiveCalls calls = comm.collectives();
    Part part = calls.part(call, root);
    Blocks all =
        new Blocks(receiveBuffer, receiveType, receiveOffset, receiveCounts, receiveDisplacements);
    if (part == Part.ROOT) {
      collect(call, calls, all, sendBuffer, sendType, sendOffset, sendCount);
    } else if (part == Part.MEMBER) {
      DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
      shape(call, own, sendType, sendCount);
      from(call, own);
    }
    return make(call);
  }

  /** Collects blocks of different lengths from all ranks, and the calling rank's own. */
  private void collect(
      Invocation call,
      CollectiveCalls calls,
      Blocks all,
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount) {
    boolean inPlace = calls.own() >= 0 && inPlace(sendBuffer);
    boolean noneOfItsOwn = calls.own() < 0 && call.collective() == Collective.GATHERV;
    if (inPlace || noneOfItsOwn) {
      call.elements(common(call, null, all), 0);
      to(call, all, calls.peers(), ALL);
      if (inPlace) {
        call.elements(call.type(), call.outputs().length(calls.own()));
        fromPlaceOfOutput(call, call.outputs().place(calls.own()));
      }
      return;
    }
    DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
    ElementType type = own.type() == common(call, null, all) ? own.type() : ElementType.PACKED;
    call.elements(type, own.bytes() >> type.shift());
    from(call, own);
    to(call, all, calls.peers(), ALL);
    if (calls.own() >= 0) {
      sameLength(call, own.bytes(), call.outputs().length(calls.own()) << type.shift());
    }
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
    if (areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, receiveCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.scatterv(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              asTable(sendCounts),
              sendDisplacements,
              asArray(receiveBuffer),
              (int) receiveOffset,
              (int) receiveCount,
              root));
    }
    Invocation call = begin(Collective.SCATTERV);
    CollectiveCalls calls = comm.collectives();
    Part part = calls.part(call, root);
    Blocks all = new Blocks(sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements);
    if (part == Part.ROOT) {
      boolean inPlace = calls.own() >= 0 && inPlace(receiveBuffer);
      call.elements(common(call, null, all), 0);
      if (calls.own() >= 0 && !inPlace) {
        DataRange own = writable(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
        ElementType type = own.type() == call.type() ? own.type() : ElementType.PACKED;
        call.elements(type, own.bytes() >> type.shift());
        to(call, own);
        from(call, all, calls.peers(), ALL);
        sameLength(call, call.inputs().length(calls.own()) << type.shift(), own.bytes());
      } else {
        from(call, all, calls.peers(), ALL);
        if (inPlace) {
          call.elements(call.type(), call.inputs().length(calls.own()));
          toPlaceOfInput(call, call.inputs().place(calls.own()));
        }
      }
    } else if (part == Part.MEMBER) {
      DataRange own = writable(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
      shape(call, own, receiveType, receiveCount);
      to(call, own);
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
    if (areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.allGatherv(
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
    Invocation call = begin(Collective.ALL_GATHERV);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    Blocks all =
        new Blocks(receiveBuffer, receiveType, receiveOffset, receiveCounts, receiveDisplacements);
    collect(call, calls, all, sendBuffer, sendType, sendOffset, sendCount);
    return make(call);
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
    if (areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.allToAllv(
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
    Invocation call = begin(Collective.ALL_TO_ALLV);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    boolean inPlace = calls.own() >= 0 && inPlace(sendBuffer);
    Blocks in =
        new Blocks(receiveBuffer, receiveType, receiveOffset, receiveCounts, receiveDisplacements);
    Blocks out =
        inPlace ? in : new Blocks(sendBuffer, sendType, sendOffset, sendCounts, sendDisplacements);
    call.elements(common(call, out, in), 0);
    to(call, in, calls.peers(), ALL);
    if (inPlace) {
      fromOutputs(call);
    } else {
      from(call, out, calls.peers(), ALL);
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
      sameLength(call, call.inputs().length(own) << shift, call.outputs().length(own) << shift);
    }
  }
}
