package mpi;

import mpi.ObjectCollectives.Buffer;
import mpi.ObjectCollectives.Part;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/**
 * Collective operations in the words that both spellings delegate to: the one place where they meet
 * those of Ronsel. Buffers, offsets in basic elements, counts and types come in the order of
 * mpiJava. Blocking ones on types of objects go another way, {@link ObjectCollectives}.
 *
 * <p>Buffers, counts and types that only the root's call means something for may be missing
 * elsewhere.
 */
final class Collectives {
  private final CommHandle comm;

  Collectives(CommHandle comm) {
    this.comm = comm;
  }

  /** Whether the calling rank is the root of a call. */
  boolean isRoot(int root) {
    return root == MPI.ROOT || root >= 0 && root == comm.core().rank() && !comm.core().isInter();
  }

  private static org.ronsel.Datatype<?> core(@Nullable Datatype type) {
    return type == null ? org.ronsel.Datatype.BYTE : type.core();
  }

  private static Buffer from(@Nullable Object array, int offset, @Nullable Datatype type) {
    return new Buffer(array, offset, type == null ? Handles.OBJECT : type);
  }

  void barrier() {
    try {
      comm.core().barrier();
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void broadcast(@Nullable Object buf, int offset, int count, Datatype type, int root) {
    try {
      if (type.objects != null) {
        ObjectCollectives.broadcast(comm.core(), from(buf, offset, type), count, root);
        return;
      }
      if (PlainArrays.broadcast(comm.core(), buf, offset, count, core(type), root)) {
        return;
      }
      comm.untyped()
          .broadcast(
              Memory.base(buf, type), core(type), Memory.start(buf, offset, type), count, root);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void gather(
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
        ObjectCollectives.gather(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            sendcount,
            from(recvbuf, recvoffset, recvtype),
            Part.even(recvcount),
            root);
        return;
      }
      comm.untyped()
          .gather(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, sendoffset, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, recvoffset, recvtype),
              recvcount,
              root);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void gatherv(
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
        ObjectCollectives.gather(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            sendcount,
            from(recvbuf, recvoffset, recvtype),
            Part.uneven(recvcounts, rdispls),
            root);
        return;
      }
      comm.untyped()
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
              root);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void scatter(
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
        ObjectCollectives.scatter(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            Part.even(sendcount),
            from(recvbuf, recvoffset, recvtype),
            recvcount,
            root);
        return;
      }
      comm.untyped()
          .scatter(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, sendoffset, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, recvoffset, recvtype),
              recvcount,
              root);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void scatterv(
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
        ObjectCollectives.scatter(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            Part.uneven(sendcounts, sdispls),
            from(recvbuf, recvoffset, recvtype),
            recvcount,
            root);
        return;
      }
      comm.untyped()
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
              root);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void allGather(
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
        ObjectCollectives.allGather(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            sendcount,
            from(recvbuf, recvoffset, recvtype),
            Part.even(recvcount));
        return;
      }
      comm.untyped()
          .allGather(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, sendoffset, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, recvoffset, recvtype),
              recvcount);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void allGatherv(
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
        ObjectCollectives.allGather(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            sendcount,
            from(recvbuf, recvoffset, recvtype),
            Part.uneven(recvcounts, rdispls));
        return;
      }
      comm.untyped()
          .allGatherv(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, sendoffset, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, recvoffset, recvtype),
              recvcounts,
              rdispls);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void allToAll(
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
        ObjectCollectives.allToAll(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            Part.even(sendcount),
            from(recvbuf, recvoffset, recvtype),
            Part.even(recvcount));
        return;
      }
      comm.untyped()
          .allToAll(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, sendoffset, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, recvoffset, recvtype),
              recvcount);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void allToAllv(
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
        ObjectCollectives.allToAll(
            comm.core(),
            from(sendbuf, sendoffset, sendtype),
            Part.uneven(sendcounts, sdispls),
            from(recvbuf, recvoffset, recvtype),
            Part.uneven(recvcounts, rdispls));
        return;
      }
      comm.untyped()
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
              rdispls);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void reduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op,
      int root) {
    try {
      if (type.objects != null) {
        ObjectCollectives.reduce(
            comm.core(),
            from(sendbuf, sendoffset, type),
            from(recvbuf, recvoffset, type),
            count,
            op,
            root);
        return;
      }
      comm.untyped()
          .reduce(
              Memory.base(sendbuf, type),
              Memory.start(sendbuf, sendoffset, type),
              Memory.base(recvbuf, type),
              Memory.start(recvbuf, recvoffset, type),
              core(type),
              count,
              op.on(type),
              root);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void allReduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      if (type.objects != null) {
        ObjectCollectives.allReduce(
            comm.core(),
            from(sendbuf, sendoffset, type),
            from(recvbuf, recvoffset, type),
            count,
            op);
        return;
      }
      org.ronsel.Datatype<?> elements = core(type);
      org.ronsel.Op operator = op.on(type);
      if (op.isPredefined()
          && PlainArrays.allReduce(
              comm.core(), sendbuf, sendoffset, recvbuf, recvoffset, count, elements, operator)) {
        return;
      }
      comm.untyped()
          .allReduce(
              Memory.base(sendbuf, type),
              Memory.start(sendbuf, sendoffset, type),
              Memory.base(recvbuf, type),
              Memory.start(recvbuf, recvoffset, type),
              elements,
              count,
              operator);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void reduceScatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] counts,
      Datatype type,
      Op op) {
    try {
      if (type.objects != null) {
        ObjectCollectives.reduceScatter(
            comm.core(),
            from(sendbuf, sendoffset, type),
            from(recvbuf, recvoffset, type),
            counts,
            op);
        return;
      }
      comm.untyped()
          .reduceScatter(
              Memory.base(sendbuf, type),
              Memory.start(sendbuf, sendoffset, type),
              Memory.base(recvbuf, type),
              Memory.start(recvbuf, recvoffset, type),
              core(type),
              counts,
              op.on(type));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void reduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      comm.untyped()
          .reduceScatterBlock(
              Memory.base(sendbuf, type),
              Memory.start(sendbuf, 0, type),
              Memory.base(recvbuf, type),
              Memory.start(recvbuf, 0, type),
              core(type),
              count,
              op.on(type));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void scan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype type,
      Op op) {
    try {
      if (type.objects != null) {
        ObjectCollectives.scan(
            comm.core(),
            from(sendbuf, sendoffset, type),
            from(recvbuf, recvoffset, type),
            count,
            op,
            true);
        return;
      }
      comm.untyped()
          .scan(
              Memory.base(sendbuf, type),
              Memory.start(sendbuf, sendoffset, type),
              Memory.base(recvbuf, type),
              Memory.start(recvbuf, recvoffset, type),
              core(type),
              count,
              op.on(type));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void exScan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
    try {
      if (type.objects != null) {
        ObjectCollectives.scan(
            comm.core(), from(sendbuf, 0, type), from(recvbuf, 0, type), count, op, false);
        return;
      }
      comm.untyped()
          .exscan(
              Memory.base(sendbuf, type),
              Memory.start(sendbuf, 0, type),
              Memory.base(recvbuf, type),
              Memory.start(recvbuf, 0, type),
              core(type),
              count,
              op.on(type));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void neighbourAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    try {
      comm.untyped()
          .neighbourAllGather(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, 0, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, 0, recvtype),
              recvcount);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void neighbourAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    try {
      comm.untyped()
          .neighbourAllGatherv(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, 0, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, 0, recvtype),
              recvcounts,
              rdispls);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void neighbourAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype) {
    try {
      comm.untyped()
          .neighbourAllToAll(
              Memory.base(sendbuf, sendtype),
              core(sendtype),
              Memory.start(sendbuf, 0, sendtype),
              sendcount,
              Memory.base(recvbuf, recvtype),
              core(recvtype),
              Memory.start(recvbuf, 0, recvtype),
              recvcount);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void neighbourAllToAllv(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype) {
    try {
      comm.untyped()
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
              rdispls);
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }

  void allToAllw(
      @Nullable Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype[] sendtypes,
      @Nullable Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype[] recvtypes) {
    try {
      comm.untyped()
          .allToAllw(
              Memory.base(sendbuf),
              sendcounts,
              Memory.shifted(sendbuf, sdispls),
              RequestCollectives.cores(sendtypes),
              Memory.base(recvbuf),
              recvcounts,
              Memory.shifted(recvbuf, rdispls),
              RequestCollectives.cores(recvtypes));
    } catch (RonselException e) {
      throw comm.failed(e);
    }
  }
}
