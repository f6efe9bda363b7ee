package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/** As {@link Collectives}, those that return a request. Types of objects are unknown to them. */
final class StartedCollectives {
  private final CommHandle comm;

  StartedCollectives(CommHandle comm) {
    this.comm = comm;
  }

  private Request request(org.ronsel.Request started) {
    return new Request(comm, started, null);
  }

  private static org.ronsel.Datatype<?> core(@Nullable Datatype type) {
    return type == null ? org.ronsel.Datatype.BYTE : type.core();
  }

  static org.ronsel.Datatype<?>[] cores(Datatype[] types) {
    org.ronsel.Datatype<?>[] cores = new org.ronsel.Datatype<?>[types.length];
    Arrays.setAll(cores, i -> core(types[i]));
    return cores;
  }

  Request startBarrier() {
    try {
      return request(comm.core().iBarrier());
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startBroadcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    try {
      return request(
          comm.untyped()
              .iBroadcast(
                  Memory.base(buf), core(type), Memory.start(buf, offset, type), count, root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startGather(
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
      return request(
          comm.untyped()
              .iGather(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startGatherv(
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
      return request(
          comm.untyped()
              .iGatherv(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcounts,
                  rdispls,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startScatter(
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
      return request(
          comm.untyped()
              .iScatter(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startScatterv(
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
      return request(
          comm.untyped()
              .iScatterv(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcounts,
                  sdispls,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount,
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startAllGather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype) {
    try {
      return request(
          comm.untyped()
              .iAllGather(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startAllGatherv(
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
      return request(
          comm.untyped()
              .iAllGatherv(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startAllToAll(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype) {
    try {
      return request(
          comm.untyped()
              .iAllToAll(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startAllToAllv(
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
      return request(
          comm.untyped()
              .iAllToAllv(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, sendoffset, sendtype),
                  sendcounts,
                  sdispls,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, recvoffset, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op,
      int root) {
    try {
      return request(
          comm.untyped()
              .iReduce(
                  Memory.base(sendbuf),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type),
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startAllReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      return request(
          comm.untyped()
              .iAllReduce(
                  Memory.base(sendbuf),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startReduceScatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] counts,
      Datatype type,
      Op op) {
    try {
      return request(
          comm.untyped()
              .iReduceScatter(
                  Memory.base(sendbuf),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  counts,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startReduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      return request(
          comm.untyped()
              .iReduceScatterBlock(
                  Memory.base(sendbuf),
                  Memory.start(sendbuf, 0, type),
                  Memory.base(recvbuf),
                  Memory.start(recvbuf, 0, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startScan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      return request(
          comm.untyped()
              .iScan(
                  Memory.base(sendbuf),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startExScan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      return request(
          comm.untyped()
              .iExscan(
                  Memory.base(sendbuf),
                  Memory.start(sendbuf, 0, type),
                  Memory.base(recvbuf),
                  Memory.start(recvbuf, 0, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startNeighbourAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    try {
      return request(
          comm.untyped()
              .iNeighbourAllGather(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startNeighbourAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    try {
      return request(
          comm.untyped()
              .iNeighbourAllGatherv(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startNeighbourAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    try {
      return request(
          comm.untyped()
              .iNeighbourAllToAll(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcount,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcount));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startNeighbourAllToAllv(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    try {
      return request(
          comm.untyped()
              .iNeighbourAllToAllv(
                  Memory.base(sendbuf),
                  core(sendtype),
                  Memory.start(sendbuf, 0, sendtype),
                  sendcounts,
                  sdispls,
                  Memory.base(recvbuf),
                  core(recvtype),
                  Memory.start(recvbuf, 0, recvtype),
                  recvcounts,
                  rdispls));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Request startAllToAllw(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype[] sendtypes,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype[] recvtypes) {
    try {
      return request(
          comm.untyped()
              .iAllToAllw(
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
