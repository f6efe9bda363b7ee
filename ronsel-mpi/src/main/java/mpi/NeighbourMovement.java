package mpi;

import org.jspecify.annotations.Nullable;

/** Moving data between neighbours in a topology (MPI-4.1, section 8.6). */
abstract class NeighbourMovement<P extends @Nullable Object, Q extends @Nullable Object>
    extends CollectiveMovement<P, Q> {
  NeighbourMovement(CommHandle comm) {
    super(comm);
  }

  final Q neighbourAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, 0, Required.type(sendtype));
    Argument recv = new Argument(recvbuf, 0, Required.type(recvtype));
    return call(
        send,
        recv,
        calls ->
            calls.neighbourAllGather(
                send.base(),
                send.core(),
                send.start(),
                sendcount,
                recv.base(),
                recv.core(),
                recv.start(),
                recvcount));
  }

  final Q neighbourAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
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
            calls.neighbourAllGatherv(
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

  final Q neighbourAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    Argument send = new Argument(sendbuf, 0, Required.type(sendtype));
    Argument recv = new Argument(recvbuf, 0, Required.type(recvtype));
    return call(
        send,
        recv,
        calls ->
            calls.neighbourAllToAll(
                send.base(),
                send.core(),
                send.start(),
                sendcount,
                recv.base(),
                recv.core(),
                recv.start(),
                recvcount));
  }

  final Q neighbourAllToAllv(
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
            calls.neighbourAllToAllv(
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
