package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.UntypedComm;

/**
 * Collective operations of one group: those in the spelling of mpiJava, whose offsets are in basic
 * elements, and prefix reductions in that of Open MPI.
 */
abstract class MpiJavaCollectives extends Comm {
  MpiJavaCollectives(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  MpiJavaCollectives(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** Waits until all ranks have called it. */
  public void Barrier() throws MPIException {
    collectives().barrier();
  }

  /** Gives the root's data to every rank. */
  public void Bcast(@Nullable Object buf, int offset, int count, Datatype type, int root)
      throws MPIException {
    collectives().broadcast(buf, offset, count, type, root);
  }

  /** Collects the data of all ranks at the root. */
  public void Gather(
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
    collectives()
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

  /** Collects data of different lengths at the root. */
  public void Gatherv(
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
    collectives()
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

  /** Deals the root's data out to the ranks. */
  public void Scatter(
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
    collectives()
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

  /** Deals data of different lengths out to the ranks. */
  public void Scatterv(
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
    collectives()
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

  /** Collects the data of all ranks at every rank. */
  public void Allgather(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    collectives()
        .allGather(
            sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
  }

  /** Collects data of different lengths at every rank. */
  public void Allgatherv(
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
    collectives()
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

  /** Sends a part to every rank and receives a part of each. */
  public void Alltoall(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    collectives()
        .allToAll(
            sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype);
  }

  /** Sends parts of different lengths to every rank and receives one of each. */
  public void Alltoallv(
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
    collectives()
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

  /** Combines the data of all ranks at the root. */
  public void Reduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op,
      int root)
      throws MPIException {
    collectives().reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root);
  }

  /** Combines the data of all ranks at every rank. */
  public void Allreduce(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    collectives().allReduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
  }

  /** Combines the data of all ranks and deals the result out in parts. */
  public void Reduce_scatter(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      Datatype datatype,
      Op op)
      throws MPIException {
    collectives().reduceScatter(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op);
  }

  /** Combines the data of each rank with those of all lower ones. */
  public void Scan(
      @Nullable Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    collectives().scan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
  }

  /** Combines the data of each rank with those of all lower ones. */
  public final void scan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().scan(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Combines the data of each rank, in place, with those of all lower ones. */
  public final void scan(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().scan(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** Combines the data of all lower ranks. */
  public final void exScan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().exScan(sendbuf, recvbuf, count, type, op);
  }

  /** Combines the data of all lower ranks, in place. */
  public final void exScan(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().exScan(UntypedComm.IN_PLACE, buf, count, type, op);
  }

  /** Starts it: combines the data of each rank with those of all lower ones. */
  public final Request iScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return started().scan(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Starts it: combines the data of each rank with those of all lower ones. */
  public final Request iScan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return started().scan(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Starts it: combines the data of each rank, in place, with those of all lower ones. */
  public final Request iScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    return started().scan(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** Starts it: combines the data of each rank, in place, with those of all lower ones. */
  public final Request iScan(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return started().scan(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** Starts it: combines the data of all lower ranks. */
  public final Request iExScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return started().exScan(sendbuf, recvbuf, count, type, op);
  }

  /** Starts it: combines the data of all lower ranks. */
  public final Request iExScan(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return started().exScan(sendbuf, recvbuf, count, type, op);
  }

  /** Starts it: combines the data of all lower ranks, in place. */
  public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    return started().exScan(UntypedComm.IN_PLACE, buf, count, type, op);
  }

  /** Starts it: combines the data of all lower ranks, in place. */
  public final Request iExScan(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return started().exScan(UntypedComm.IN_PLACE, buf, count, type, op);
  }
}
