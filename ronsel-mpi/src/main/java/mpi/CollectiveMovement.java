package mpi;

import mpi.ObjectCollectives.Part;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/** Moving data between all ranks (MPI-4.1, sections 6.4 to 6.8). */
abstract class CollectiveMovement<P extends @Nullable Object, Q extends @Nullable Object>
    extends CollectiveForm<P, Q> {
  CollectiveMovement(CommHandle comm) {
    super(comm);
  }

  Q broadcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    try {
      if (type.objects != null) {
        return onObjects(
            type,
            ranks -> ObjectCollectives.broadcast(ranks, from(buf, offset, type), count, root));
      }
      return result(
          calls()
              .broadcast(
                  Memory.base(buf, type),
                  core(type),
                  Memory.start(buf, offset, type),
                  count,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      if (sendtype.objects != null) {
        return onObjects(
            sendtype,
            ranks ->
                ObjectCollectives.gather(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    sendcount,
                    from(recvbuf, recvoffset, recvtype),
                    Part.even(recvcount),
                    root));
      }
      return result(
          calls()
              .gather(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      if (sendtype.objects != null) {
        return onObjects(
            sendtype,
            ranks ->
                ObjectCollectives.gather(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    sendcount,
                    from(recvbuf, recvoffset, recvtype),
                    Part.uneven(recvcounts, rdispls),
                    root));
      }
      return result(
          calls()
              .gatherv(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcounts,
                  rdispls,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      if (recvtype.objects != null) {
        return onObjects(
            recvtype,
            ranks ->
                ObjectCollectives.scatter(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    Part.even(sendcount),
                    from(recvbuf, recvoffset, recvtype),
                    recvcount,
                    root));
      }
      return result(
          calls()
              .scatter(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      if (recvtype.objects != null) {
        return onObjects(
            recvtype,
            ranks ->
                ObjectCollectives.scatter(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    Part.uneven(sendcounts, sdispls),
                    from(recvbuf, recvoffset, recvtype),
                    recvcount,
                    root));
      }
      return result(
          calls()
              .scatterv(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcounts,
                  sdispls,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      if (recvtype.objects != null) {
        return onObjects(
            recvtype,
            ranks ->
                ObjectCollectives.allGather(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    sendcount,
                    from(recvbuf, recvoffset, recvtype),
                    Part.even(recvcount)));
      }
      return result(
          calls()
              .allGather(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      if (recvtype.objects != null) {
        return onObjects(
            recvtype,
            ranks ->
                ObjectCollectives.allGather(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    sendcount,
                    from(recvbuf, recvoffset, recvtype),
                    Part.uneven(recvcounts, rdispls)));
      }
      return result(
          calls()
              .allGatherv(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
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
    try {
      if (recvtype.objects != null) {
        return onObjects(
            recvtype,
            ranks ->
                ObjectCollectives.allToAll(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    Part.even(sendcount),
                    from(recvbuf, recvoffset, recvtype),
                    Part.even(recvcount)));
      }
      return result(
          calls()
              .allToAll(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      if (recvtype.objects != null) {
        return onObjects(
            recvtype,
            ranks ->
                ObjectCollectives.allToAll(
                    ranks,
                    from(sendbuf, sendoffset, sendtype),
                    Part.uneven(sendcounts, sdispls),
                    from(recvbuf, recvoffset, recvtype),
                    Part.uneven(recvcounts, rdispls)));
      }
      return result(
          calls()
              .allToAllv(
                  Memory.base(sendbuf, sendtype),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcounts,
                  sdispls,
                  Memory.base(recvbuf, recvtype),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
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
    try {
      return result(
          calls()
              .allToAllw(
                  Memory.base(sendbuf),
                  sendcounts,
                  Memory.shifted(sendbuf, sdispls),
                  cores(sendtypes),
                  Memory.base(recvbuf),
                  recvcounts,
                  Memory.shifted(recvbuf, rdispls),
                  cores(recvtypes)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }
}
