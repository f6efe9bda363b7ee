package mpi;

import org.jspecify.annotations.Nullable;

/** Moving data between neighbours in a topology (MPI-4.1, section 8.6). */
abstract class NeighborMovement<P extends @Nullable Object, Q extends @Nullable Object>
    extends CollectiveMovement<P, Q> {
  NeighborMovement(CommHandle comm) {
    super(comm);
  }

  final Q neighborAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, 0, sendcount, Required.type(sendtype));
    Argument recv = new Argument(recvbuf, 0, recvcount, Required.type(recvtype));
    return call(
        send,
        recv,
        calls ->
            calls.neighborAllGather(
                send.base(),
                send.core(),
                send.start(),
                sendcount,
                recv.base(),
                recv.core(),
                recv.start(),
                recvcount));
  }

  final Q neighborAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, 0, sendcount, Required.type(sendtype));
    Argument recv = new Argument(recvbuf, 0, Required.type(recvtype));
    return call(
        send,
        recv,
        calls ->
            calls.neighborAllGatherv(
                send.base(),
                send.core(),
                send.start(),
                sendcount,
                recv.base(),
                recv.core(),
                recv.start(),
                recvcounts,
                rdispls));
  }

  final Q neighborAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, 0, sendcount, Required.type(sendtype));
    Argument recv = new Argument(recvbuf, 0, recvcount, Required.type(recvtype));
    return call(
        send,
        recv,
        calls ->
            calls.neighborAllToAll(
                send.base(),
                send.core(),
                send.start(),
                sendcount,
                recv.base(),
                recv.core(),
                recv.start(),
                recvcount));
  }

  final Q neighborAllToAllv(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, 0, Required.type(sendtype));
    Argument recv = new Argument(recvbuf, 0, Required.type(recvtype));
    return call(
        send,
        recv,
        calls ->
            calls.neighborAllToAllv(
                send.base(),
                send.core(),
                send.start(),
                sendcounts,
                sdispls,
                recv.base(),
                recv.core(),
                recv.start(),
                recvcounts,
                rdispls));
  }
}
