package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

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
    try {
      return result(
          calls()
              .neighbourAllGather(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  final Q neighbourAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    try {
      return result(
          calls()
              .neighbourAllGatherv(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  final Q neighbourAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    try {
      return result(
          calls()
              .neighbourAllToAll(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      return result(
          calls()
              .neighbourAllToAllv(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcounts,
                  sdispls,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }
}
