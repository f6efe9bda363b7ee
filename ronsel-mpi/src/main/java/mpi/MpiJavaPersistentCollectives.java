package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.UntypedComm;

/**
 * Collective operations of one group that can be started again and again (MPI-4.1, section 6.13):
 * those in the spelling of mpiJava, which had none, and prefix reductions in that of Open MPI.
 */
abstract class MpiJavaPersistentCollectives extends MpiJavaCollectives {
  MpiJavaPersistentCollectives(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  MpiJavaPersistentCollectives(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** Prepares it: waits until all ranks have called it. */
  public Prequest Barrier_init() throws MPIException {
    return persistent().barrier();
  }

  /** Prepares it: gives the root's data to every rank. */
  public Prequest Bcast_init(@Nullable Object buf, int offset, int count, Datatype type, int root)
      throws MPIException {
    return persistent().broadcast(buf, offset, count, type, root);
  }

  /** Prepares it: collects the data of all ranks at the root. */
  public Prequest Gather_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .gather(
            sendbuf,
            sendoffset,
            sendcount,
            sendtype,
            recvbuf,
            recvoffset,
            recvcount,
            recvtype,
            root);
  }

  /** Prepares it: collects data of different lengths at the root. */
  public Prequest Gatherv_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .gatherv(
            sendbuf,
            sendoffset,
            sendcount,
            sendtype,
            recvbuf,
            recvoffset,
            recvcount,
            rdispls,
            recvtype,
            root);
  }

  /** Prepares it: deals the root's data out to the ranks. */
  public Prequest Scatter_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .scatter(
            sendbuf,
            sendoffset,
            sendcount,
            sendtype,
            recvbuf,
            recvoffset,
            recvcount,
            recvtype,
            root);
  }

  /** Prepares it: deals data of different lengths out to the ranks. */
  public Prequest Scatterv_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .scatterv(
            sendbuf,
            sendoffset,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvoffset,
            recvcount,
            recvtype,
            root);
  }

  /** Prepares it: collects the data of all ranks at every rank. */
  public Prequest Allgather_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .allGather(
            sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
  }

  /** Prepares it: collects data of different lengths at every rank. */
  public Prequest Allgatherv_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .allGatherv(
            sendbuf,
            sendoffset,
            sendcount,
            sendtype,
            recvbuf,
            recvoffset,
            recvcount,
            rdispls,
            recvtype);
  }

  /** Prepares it: sends a part to every rank and receives a part of each. */
  public Prequest Alltoall_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .allToAll(
            sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
  }

  /** Prepares it: sends parts of different lengths to every rank and receives one of each. */
  public Prequest Alltoallv_init(
      @Nullable Object sendbuf,
      int sendoffset,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .allToAllv(
            sendbuf,
            sendoffset,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvoffset,
            recvcount,
            rdispls,
            recvtype);
  }

  /** Prepares it: combines the data of all ranks at the root. */
  public Prequest Reduce_init(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op,
      int root)
      throws MPIException {
    return persistent().reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root);
  }

  /** Prepares it: combines the data of all ranks at every rank. */
  public Prequest Allreduce_init(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    return persistent().allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
  }

  /** Prepares it: combines the data of each rank with those of all lower ones. */
  public Prequest Scan_init(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    return persistent().scan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
  }

  /** Prepares it: combines the data of each rank with those of all lower ones. */
  public Prequest scanInit(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return persistent().scan(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Prepares it: combines the data of each rank, in place, with those of all lower ones. */
  public Prequest scanInit(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return persistent().scan(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** Prepares it: combines the data of all lower ranks. */
  public Prequest exScanInit(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return persistent().exScan(sendbuf, recvbuf, count, type, op);
  }

  /** Prepares it: combines the data of all lower ranks, in place. */
  public Prequest exScanInit(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return persistent().exScan(UntypedComm.IN_PLACE, buf, count, type, op);
  }
}
