package mpi;

import mpi.ObjectCollectives.Part;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedComm;

/** Moving data between all ranks (MPI-4.1, sections 6.4 to 6.8). */
abstract class CollectiveMovement<P extends @Nullable Object, Q extends @Nullable Object>
    extends CollectiveForm<P, Q> {
  private static final org.ronsel.Datatype<?>[] NO_TYPES = {};

  CollectiveMovement(CommHandle comm) {
    super(comm);
  }

  /** As many elements as a block is received with. */
  static final int ALL = -1;

  /**
   * The elements that the calling rank's block has, in the type by which it is received, if they
   * are fewer than the receiver expects, as other libraries allow; else {@code ALL}.
   */
  static int given(
      @Nullable Object sendbuf,
      int sendcount,
      @Nullable Datatype sendtype,
      int recvcount,
      @Nullable Datatype recvtype) {
    boolean isWhole = sendtype == recvtype && sendcount >= recvcount;
    if (isWhole
        || sendcount < 0
        || sendtype == null
        || recvtype == null
        || sendbuf == UntypedComm.IN_PLACE
        || UntypedComm.isChecked()) {
      return ALL;
    }
    org.ronsel.Datatype<?> given = Datatype.elements(sendtype);
    org.ronsel.Datatype<?> taken = Datatype.elements(recvtype);
    if (given == null || taken == null || taken.sizeBytes() == 0) {
      return ALL;
    }
    long bytes = sendcount * given.sizeBytes();
    boolean isLess = bytes < recvcount * taken.sizeBytes();
    return isLess && bytes % taken.sizeBytes() == 0 ? (int) (bytes / taken.sizeBytes()) : ALL;
  }

  Q broadcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    Argument data = new Argument(buf, offset, count, type);
    return !Datatype.isOfObjects(type)
        ? call(
            data,
            data,
            calls -> calls.broadcast(data.base(), data.core(), data.start(), count, root))
        : onObjects(data, ranks -> ObjectCollectives.broadcast(ranks, data, count, root));
  }

  /**
   * Broadcast in which the count of other ranks than the root is the most that they take: in
   * mpiJava, and its successors, a broadcast is made of messages, which may be shorter than their
   * receiver allows.
   */
  Q broadcastUpTo(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    return broadcast(buf, offset, count, type, root);
  }

  final Q gather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root) {
    Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvcount, recvtype);
    requireTypeAt(root, recvtype);
    boolean givesItself = isRoot(root) && !comm.core().isInter();
    int given = givesItself ? given(sendbuf, sendcount, sendtype, recvcount, recvtype) : ALL;
    if (given != ALL) {
      Datatype block = DerivedTypes.firstOf(given, recvcount, recvtype);
      return gather(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, 1, block, root);
    }
    return !Datatype.isOfObjects(sendtype)
        ? call(
            send,
            recv,
            calls ->
                calls.gather(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcount,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcount,
                    root))
        : onObjects(
            send,
            ranks ->
                ObjectCollectives.gather(ranks, send, sendcount, recv, Part.even(recvcount), root));
  }

  final Q gatherv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype,
      int root) {
    Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvtype);
    requireTypeAt(root, recvtype);
    return !Datatype.isOfObjects(sendtype)
        ? call(
            send,
            recv,
            calls ->
                calls.gatherv(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcount,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcounts,
                    rdispls,
                    root))
        : onObjects(
            send,
            ranks ->
                ObjectCollectives.gather(
                    ranks, send, sendcount, recv, Part.uneven(recvcounts, rdispls), root));
  }

  final Q scatter(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root) {
    Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvcount, recvtype);
    requireTypeAt(root, sendtype);
    boolean givesItself = isRoot(root) && !comm.core().isInter() && !recv.isInPlace();
    int given = givesItself ? given(sendbuf, sendcount, sendtype, recvcount, recvtype) : ALL;
    if (given != ALL) {
      return scatter(
          sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, given, recvtype, root);
    }
    return !Datatype.isOfObjects(recvtype)
        ? call(
            send,
            recv,
            calls ->
                calls.scatter(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcount,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcount,
                    root))
        : onObjects(
            recv,
            ranks ->
                ObjectCollectives.scatter(
                    ranks, send, Part.even(sendcount), recv, recvcount, root));
  }

  final Q scatterv(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root) {
    Argument send = new Argument(sendbuf, sendoffset, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvcount, recvtype);
    requireTypeAt(root, sendtype);
    return !Datatype.isOfObjects(recvtype)
        ? call(
            send,
            recv,
            calls ->
                calls.scatterv(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcounts,
                    sdispls,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcount,
                    root))
        : onObjects(
            recv,
            ranks ->
                ObjectCollectives.scatter(
                    ranks, send, Part.uneven(sendcounts, sdispls), recv, recvcount, root));
  }

  final Q allGather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvcount, recvtype);
    if (!send.isInPlace()) {
      Required.type(sendtype);
    }
    int given = readsAtCall() ? given(sendbuf, sendcount, sendtype, recvcount, recvtype) : ALL;
    if (given != ALL && !comm.core().isInter()) {
      long at = recvoffset + (long) comm.core().rank() * recvcount * recvtype.Extent();
      putInPlace(send, given, recvbuf, at, recvtype);
      return allGather(
          UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, recvoffset, recvcount, recvtype);
    }
    return !Datatype.isOfObjects(recvtype)
        ? call(
            send,
            recv,
            calls ->
                calls.allGather(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcount,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcount))
        : onObjects(
            recv,
            ranks ->
                ObjectCollectives.allGather(ranks, send, sendcount, recv, Part.even(recvcount)));
  }

  final Q allGatherv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvtype);
    if (!send.isInPlace()) {
      Required.type(sendtype);
    }
    int rank = comm.core().rank();
    boolean isListed =
        readsAtCall()
            && recvcounts != null
            && rank < recvcounts.length
            && rdispls != null
            && rank < rdispls.length
            && !comm.core().isInter();
    int given = isListed ? given(sendbuf, sendcount, sendtype, recvcounts[rank], recvtype) : ALL;
    if (given != ALL) {
      long at = recvoffset + (long) rdispls[rank] * recvtype.Extent();
      putInPlace(send, given, recvbuf, at, recvtype);
      return allGatherv(
          UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
    }
    return !Datatype.isOfObjects(recvtype)
        ? call(
            send,
            recv,
            calls ->
                calls.allGatherv(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcount,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcounts,
                    rdispls))
        : onObjects(
            recv,
            ranks ->
                ObjectCollectives.allGather(
                    ranks, send, sendcount, recv, Part.uneven(recvcounts, rdispls)));
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

  final Q allToAll(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, sendoffset, sendcount, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvcount, recvtype);
    if (!send.isInPlace()) {
      Required.type(sendtype);
    }
    return !Datatype.isOfObjects(recvtype)
        ? call(
            send,
            recv,
            calls ->
                calls.allToAll(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcount,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcount))
        : onObjects(
            recv,
            ranks ->
                ObjectCollectives.allToAll(
                    ranks, send, Part.even(sendcount), recv, Part.even(recvcount)));
  }

  final Q allToAllv(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, sendoffset, sendtype);
    Argument recv = new Argument(recvbuf, recvoffset, recvtype);
    if (!send.isInPlace()) {
      Required.type(sendtype);
    }
    return !Datatype.isOfObjects(recvtype)
        ? call(
            send,
            recv,
            calls ->
                calls.allToAllv(
                    send.base(),
                    send.core(),
                    send.start(),
                    sendcounts,
                    sdispls,
                    recv.base(),
                    recv.core(),
                    recv.start(),
                    recvcounts,
                    rdispls))
        : onObjects(
            recv,
            ranks ->
                ObjectCollectives.allToAll(
                    ranks,
                    send,
                    Part.uneven(sendcounts, sdispls),
                    recv,
                    Part.uneven(recvcounts, rdispls)));
  }

  final Q allToAllw(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype[] sendtypes,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype[] recvtypes) {
    Argument send = new Argument(sendbuf, 0, null);
    Argument recv = new Argument(recvbuf, 0, null);
    org.ronsel.Datatype<?>[] sent = send.isInPlace() ? NO_TYPES : cores(sendtypes, sendcounts);
    org.ronsel.Datatype<?>[] received = cores(recvtypes, recvcounts);
    return call(
        send,
        recv,
        calls ->
            calls.allToAllw(
                send.base(),
                sendcounts,
                Memory.shifted(sendbuf, sdispls),
                sent,
                recv.base(),
                recvcounts,
                Memory.shifted(recvbuf, rdispls),
                received));
  }
}
