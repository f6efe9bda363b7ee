package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.Invocation.Form;
import org.ronsel.comm.CollectiveForms.Part;
import org.ronsel.datatype.DataRange;

/**
 * Collective operations that move blocks of one length, on buffers whose type is known at run time
 * only (MPI-4.1, chapter 6); see {@link UntypedCollectives}.
 *
 * <p>Every rank of the communicator calls them, in the same order. Blocks lie one after the other.
 * {@link UntypedComm#IN_PLACE} in the place of a buffer means what it means in the standard.
 */
public abstract class UntypedMovement<R extends @Nullable Object> extends UntypedCalls<R> {
  UntypedMovement(Communicator comm, Form form, Way<R> way) {
    super(comm, form, way);
  }

  /** A barrier (MPI-4.1, section 6.3). */
  final R synchronize() {
    return make(begin(Collective.BARRIER));
  }

  @Override
  public R broadcast(@Nullable Object buffer, Datatype<?> type, long offset, long count, int root) {
    if (isArray(buffer, type) && fit(offset, count)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.broadcast(
              form(), type.elementType(), asArray(buffer), (int) offset, (int) count, root));
    }
    Invocation call = begin(Collective.BROADCAST);
    Part part = comm.collectives().part(call, root);
    if (part != Part.NONE) {
      DataRange data =
          part == Part.ROOT
              ? readable(call, buffer, type, offset, count)
              : writable(call, buffer, type, offset, count);
      shape(call, data, type, count);
      from(call, data);
      call.to(call.input(), call.inputAt());
    }
    return make(call);
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
    if (sendCount == receiveCount
        && areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.gather(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              (int) sendCount,
              asArray(receiveBuffer),
              (int) receiveOffset,
              root));
    }
    Invocation call = begin(Collective.GATHER);
    CollectiveCalls calls = comm.collectives();
    Part part = calls.part(call, root);
    if (part == Part.ROOT) {
      long total = times(receiveCount, calls.peers());
      DataRange all = writable(call, receiveBuffer, receiveType, receiveOffset, total);
      DataRange block = part(all, 0, calls.peers());
      if (calls.own() < 0 || inPlace(sendBuffer)) {
        shape(call, block, receiveType, receiveCount);
        to(call, all);
        if (calls.own() >= 0) {
          fromPlaceOfOutput(call, calls.own() * call.count());
        }
      } else {
        DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
        sameLength(call, own.bytes(), block.bytes());
        shape(call, own, receiveType, receiveCount);
        from(call, own);
        to(call, all);
      }
    } else if (part == Part.MEMBER) {
      DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
      shape(call, own, sendType, sendCount);
      from(call, own);
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
    if (sendCount == receiveCount
        && areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.scatter(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              asArray(receiveBuffer),
              (int) receiveOffset,
              (int) sendCount,
              root));
    }
    Invocation call = begin(Collective.SCATTER);
    CollectiveCalls calls = comm.collectives();
    Part part = calls.part(call, root);
    if (part == Part.ROOT) {
      long total = times(sendCount, calls.peers());
      DataRange all = readable(call, sendBuffer, sendType, sendOffset, total);
      DataRange block = part(all, 0, calls.peers());
      shape(call, block, sendType, sendCount);
      from(call, all);
      if (calls.own() >= 0 && inPlace(receiveBuffer)) {
        toPlaceOfInput(call, calls.own() * call.count());
      } else if (calls.own() >= 0) {
        DataRange own = writable(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
        sameLength(call, block.bytes(), own.bytes());
        to(call, own);
      }
    } else if (part == Part.MEMBER) {
      DataRange own = writable(call, receiveBuffer, receiveType, receiveOffset, receiveCount);
      shape(call, own, receiveType, receiveCount);
      to(call, own);
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
    if (sendCount == receiveCount
        && areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.allGather(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              (int) sendCount,
              asArray(receiveBuffer),
              (int) receiveOffset));
    }
    Invocation call = begin(Collective.ALL_GATHER);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    long total = times(receiveCount, calls.peers());
    DataRange all = writable(call, receiveBuffer, receiveType, receiveOffset, total);
    DataRange block = part(all, 0, calls.peers());
    if (calls.own() >= 0 && inPlace(sendBuffer)) {
      shape(call, block, receiveType, receiveCount);
      to(call, all);
      fromPlaceOfOutput(call, calls.own() * call.count());
      return make(call);
    }
    DataRange own = readable(call, sendBuffer, sendType, sendOffset, sendCount);
    if (calls.own() >= 0) {
      sameLength(call, own.bytes(), block.bytes());
    } else {
      call.toBlocks(calls.peers()); // the blocks of the other group may have another length
    }
    shape(call, own, sendType, sendCount);
    from(call, own);
    to(call, all);
    long length = block.bytes() >> call.type().shift();
    for (int i = 0; i < call.outputs().size(); i++) {
      call.outputs().set(i, length, i * length);
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
    if (sendCount == receiveCount
        && areArrays(sendBuffer, sendType, receiveBuffer, receiveType)
        && fit(sendOffset, receiveOffset, sendCount)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.allToAll(
              form(),
              sendType.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              (int) sendCount,
              asArray(receiveBuffer),
              (int) receiveOffset));
    }
    Invocation call = begin(Collective.ALL_TO_ALL);
    CollectiveCalls calls = comm.collectives();
    calls.among(call);
    long total = times(receiveCount, calls.peers());
    DataRange in = writable(call, receiveBuffer, receiveType, receiveOffset, total);
    shape(call, part(in, 0, calls.peers()), receiveType, receiveCount);
    to(call, in);
    if (calls.own() >= 0 && inPlace(sendBuffer)) {
      call.from(call.output(), call.outputAt());
      return make(call);
    }
    long given = times(sendCount, calls.peers());
    DataRange out = readable(call, sendBuffer, sendType, sendOffset, given);
    sameLength(call, out.bytes() / calls.peers(), in.bytes() / calls.peers());
    from(call, out);
    return make(call);
  }
}
