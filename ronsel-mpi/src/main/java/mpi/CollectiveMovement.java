package mpi;

import mpi.ObjectCollectives.Part;
import org.jspecify.annotations.Nullable;
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
    int given = isRoot(root) ? given(sendbuf, sendcount, sendtype, recvcount, recvtype) : ALL;
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

  Q allGather(
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

  Q allGatherv(
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
