package mpi;

import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.UntypedCollectives;
import org.ronsel.UntypedComm;

/**
 * As {@link Collectives}, those that return a request, started or to be started again and again.
 * Types of objects are unknown to them.
 *
 * @param <P> the request of Ronsel's that a call makes
 * @param <Q> what the program gets
 */
final class RequestCollectives<P extends org.ronsel.Request, Q extends Request> {
  private final CommHandle comm;
  private final Function<UntypedComm, UntypedCollectives<P>> form;
  private final Function<P, Q> handle;

  RequestCollectives(
      CommHandle comm, Function<UntypedComm, UntypedCollectives<P>> form, Function<P, Q> handle) {
    this.comm = comm;
    this.form = form;
    this.handle = handle;
  }

  private UntypedCollectives<P> calls() {
    return form.apply(comm.untyped());
  }

  private Q request(P made) {
    return handle.apply(made);
  }

  private static org.ronsel.Datatype<?> core(@Nullable Datatype type) {
    return type == null ? org.ronsel.Datatype.BYTE : type.core();
  }

  static org.ronsel.Datatype<?>[] cores(Datatype[] types) {
    org.ronsel.Datatype<?>[] cores = new org.ronsel.Datatype<?>[types.length];
    Arrays.setAll(cores, i -> core(types[i]));
    return cores;
  }

  Q barrier() {
    try {
      return request(calls().barrier());
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q broadcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    try {
      return request(
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

  Q gather(
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

  Q gatherv(
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

  Q scatter(
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

  Q scatterv(
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

  Q allGather(
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
    try {
      return request(
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

  Q allToAll(
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

  Q allToAllv(
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

  Q reduce(
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
          calls()
              .reduce(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type),
                  root));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q allReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      return request(
          calls()
              .allReduce(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q reduceScatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] counts,
      Datatype type,
      Op op) {
    try {
      return request(
          calls()
              .reduceScatter(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  counts,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q reduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      return request(
          calls()
              .reduceScatterBlock(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, 0, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, 0, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q scan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      return request(
          calls()
              .scan(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, sendoffset, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, recvoffset, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q exScan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      return request(
          calls()
              .exscan(
                  Memory.base(sendbuf, type),
                  Memory.start(sendbuf, 0, type),
                  Memory.base(recvbuf, type),
                  Memory.start(recvbuf, 0, type),
                  core(type),
                  count,
                  op.on(type)));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  Q neighbourAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    try {
      return request(
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

  Q neighbourAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    try {
      return request(
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

  Q neighbourAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    try {
      return request(
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

  Q neighbourAllToAllv(
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

  Q allToAllw(
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
