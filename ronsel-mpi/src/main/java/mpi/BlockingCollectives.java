package mpi;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;

/** The blocking form; it alone takes types of objects, and has a short way for plain arrays. */
@SuppressWarnings("NullAway") // does not know that what a call returns may be null
final class BlockingCollectives extends Collectives<@Nullable Void, @Nullable Void> {
  BlockingCollectives(CommHandle comm) {
    super(comm);
  }

  @Override
  UntypedCollectives<@Nullable Void> calls() {
    return comm.untyped();
  }

  @Override
  @Nullable Void result(@Nullable Void made) {
    return made;
  }

  @Override
  @Nullable Void onObjects(Datatype type, Consumer<org.ronsel.Comm> call) {
    call.accept(comm.core());
    return null;
  }

  @Override
  @Nullable Void barrier() {
    try {
      comm.core().barrier();
      return null;
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  @Override
  @Nullable Void broadcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    try {
      if (!Datatype.isOfObjects(type)
          && PlainArrays.broadcast(comm.core(), buf, offset, count, type.core(), root)) {
        return null;
      }
    } catch (RonselException e) {
      throw comm.failed(e);
    }
    return super.broadcast(buf, offset, count, type, root);
  }

  @Override
  @Nullable Void broadcastUpTo(
      @Nullable Object buf, int offset, int count, Datatype type, int root) {
    if (Datatype.isOfObjects(type)) {
      return broadcast(buf, offset, count, type, root);
    }
    Argument data = new Argument(buf, offset, count, type);
    return call(
        data,
        data,
        calls -> {
          comm.untyped().broadcastUpTo(data.base(), data.core(), data.start(), count, root);
          return null;
        });
  }

  @Override
  @Nullable Void allReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      if (!Datatype.isOfObjects(type)
          && Op.of(op).isPredefined()
          && PlainArrays.allReduce(
              comm.core(),
              sendbuf,
              sendoffset,
              recvbuf,
              recvoffset,
              count,
              type.core(),
              op.on(type))) {
        return null;
      }
    } catch (RonselException e) {
      throw comm.failed(e);
    }
    return super.allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, type, op);
  }

  // ---- a rank's own block that is shorter than all expect it ----

  @Override
  @Nullable Void allGather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype) {
    int given = given(sendbuf, sendcount, sendtype, recvcount, recvtype);
    if (given != ALL && !comm.core().isInter()) {
      Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
      long at = recvoffset + (long) comm.core().rank() * recvcount * recvtype.Extent();
      putInPlace(send, given, recvbuf, at, recvtype);
      return super.allGather(
          UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, recvoffset, recvcount, recvtype);
    }
    return super.allGather(
        sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
  }

  @Override
  @Nullable Void allGatherv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    int rank = comm.core().rank();
    boolean isListed =
        recvcounts != null
            && rank < recvcounts.length
            && rdispls != null
            && rank < rdispls.length
            && !comm.core().isInter();
    int given = isListed ? given(sendbuf, sendcount, sendtype, recvcounts[rank], recvtype) : ALL;
    if (given != ALL) {
      Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
      long at = recvoffset + (long) rdispls[rank] * recvtype.Extent();
      putInPlace(send, given, recvbuf, at, recvtype);
      return super.allGatherv(
          UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
    }
    return super.allGatherv(
        sendbuf,
        sendoffset,
        sendcount,
        sendtype,
        recvbuf,
        recvoffset,
        recvcounts,
        rdispls,
        recvtype);
  }

  /**
   * Puts a block that is shorter than it is received with at the beginning of its place, where all
   * get it from, with what stands behind it there: so do other libraries.
   *
   * @param count its elements, in the type by which it is received
   * @param at its place, in basic elements
   */
  private void putInPlace(
      Argument send, int count, @Nullable Object recvbuf, long at, Datatype type) {
    try {
      byte[] packed = new byte[Required.inArrays(count * type.core().sizeBytes())];
      send.core().pack(send.base(), send.start(), send.count(), packed, 0);
      Object to = Memory.base(recvbuf, type);
      type.core().unpack(packed, 0, to, Memory.start(recvbuf, Required.inArrays(at), type), count);
    } catch (RonselException e) {
      throw comm.failed(e, new ErrorWords.Passed(send.buffer(), recvbuf, "gathered"));
    }
  }
}
