package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.UntypedComm;

/**
 * Collective operations in the spelling of Open MPI. Those with one buffer work in place. On an
 * inter-communicator data go from one side to the other.
 */
abstract class OpenMpiCollectives extends OpenMpiPointToPoint {
  OpenMpiCollectives(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  OpenMpiCollectives(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** Waits until all ranks have called it. */
  public final void barrier() throws MPIException {
    collectives().barrier();
  }

  /** Gives the root's data to every rank. */
  public final void bcast(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    collectives().broadcast(buf, 0, count, type, root);
  }

  /** Collects the data of all ranks at the root. */
  public final void gather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    collectives().gather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Collects the data of all ranks at the root, whose own are in their place already. */
  public final void gather(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    collectives()
        .gather(
            collectives().isRoot(root) ? UntypedComm.IN_PLACE : buf,
            0,
            count,
            type,
            buf,
            0,
            count,
            type,
            root);
  }

  /** Collects data of different lengths at the root. */
  public final void gatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    collectives()
        .gatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /** Collects data of different lengths, at the root: its own are in their place already. */
  public final void gatherv(
      @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
      throws MPIException {
    collectives()
        .gatherv(
            UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /** Collects data of different lengths, at ranks other than the root. */
  public final void gatherv(@Nullable Object sendbuf, int sendcount, Datatype sendtype, int root)
      throws MPIException {
    collectives()
        .gatherv(
            sendbuf,
            0,
            sendcount,
            sendtype,
            null,
            0,
            Memory.NO_COUNTS,
            Memory.NO_COUNTS,
            sendtype,
            root);
  }

  /** Deals the root's data out to the ranks. */
  public final void scatter(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    collectives().scatter(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Deals the root's data out to the ranks; its own stay in their place. */
  public final void scatter(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    collectives()
        .scatter(
            buf,
            0,
            count,
            type,
            collectives().isRoot(root) ? UntypedComm.IN_PLACE : buf,
            0,
            count,
            type,
            root);
  }

  /** Deals data of different lengths out to the ranks. */
  public final void scatterv(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] displs,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    collectives()
        .scatterv(sendbuf, 0, sendcount, displs, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Deals data of different lengths out, at the root: its own stay in their place. */
  public final void scatterv(
      @Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
      throws MPIException {
    collectives()
        .scatterv(
            sendbuf, 0, sendcount, displs, sendtype, UntypedComm.IN_PLACE, 0, 0, sendtype, root);
  }

  /** Deals data of different lengths out, at ranks other than the root. */
  public final void scatterv(@Nullable Object recvbuf, int recvcount, Datatype recvtype, int root)
      throws MPIException {
    collectives()
        .scatterv(
            null,
            0,
            Memory.NO_COUNTS,
            Memory.NO_COUNTS,
            recvtype,
            recvbuf,
            0,
            recvcount,
            recvtype,
            root);
  }

  /** Collects the data of all ranks at every rank. */
  public final void allGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    collectives().allGather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Collects the data of all ranks at every rank; a rank's own are in their place. */
  public final void allGather(@Nullable Object buf, int count, Datatype type) throws MPIException {
    collectives().allGather(UntypedComm.IN_PLACE, 0, count, type, buf, 0, count, type);
  }

  /** Collects data of different lengths at every rank. */
  public final void allGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    collectives()
        .allGatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /** Collects data of different lengths at every rank; a rank's own are in their place. */
  public final void allGatherv(
      @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
      throws MPIException {
    collectives()
        .allGatherv(UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /** Sends a part to every rank and receives a part of each. */
  public final void allToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    collectives().allToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Sends parts of different lengths to every rank and receives one of each. */
  public final void allToAllv(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    collectives()
        .allToAllv(
            sendbuf, 0, sendcount, sdispls, sendtype, recvbuf, 0, recvcount, rdispls, recvtype);
  }

  /** Sends parts of different types to every rank; displacements are in bytes. */
  public final void allToAllw(
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sDispls,
      Datatype[] sendTypes,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] rDispls,
      Datatype[] recvTypes)
      throws MPIException {
    collectives()
        .allToAllw(sendBuf, sendCount, sDispls, sendTypes, recvBuf, recvCount, rDispls, recvTypes);
  }

  /** Collects the data of all neighbours. */
  public final void neighborAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    collectives().neighbourAllGather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Collects data of different lengths of all neighbours. */
  public final void neighborAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    collectives()
        .neighbourAllGatherv(sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
  }

  /** Sends a part to every neighbour and receives a part of each. */
  public final void neighborAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    collectives().neighbourAllToAll(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Sends parts of different lengths to every neighbour and receives one of each. */
  public final void neighborAllToAllv(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    collectives()
        .neighbourAllToAllv(
            sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype);
  }

  /** Combines the data of all ranks at the root. */
  public final void reduce(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    collectives().reduce(sendbuf, 0, recvbuf, 0, count, type, op, root);
  }

  /** Combines the data of all ranks in the root's buffer. */
  public final void reduce(@Nullable Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    collectives()
        .reduce(
            collectives().isRoot(root) ? UntypedComm.IN_PLACE : buf,
            0,
            buf,
            0,
            count,
            type,
            op,
            root);
  }

  /** Combines the data of all ranks at every rank. */
  public final void allReduce(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().allReduce(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Combines the data of all ranks in every rank's buffer. */
  public final void allReduce(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().allReduce(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** Combines the data of all ranks and deals the result out in parts of different lengths. */
  public final void reduceScatter(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op op)
      throws MPIException {
    collectives().reduceScatter(sendbuf, 0, recvbuf, 0, counts, type, op);
  }

  /** Combines the data of all ranks in place and deals out parts of different lengths. */
  public final void reduceScatter(@Nullable Object buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    collectives().reduceScatter(UntypedComm.IN_PLACE, 0, buf, 0, counts, type, op);
  }

  /** Combines the data of all ranks and deals the result out in equal parts. */
  public final void reduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().reduceScatterBlock(sendbuf, recvbuf, count, type, op);
  }

  /** Combines the data of all ranks in place and deals out equal parts. */
  public final void reduceScatterBlock(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    collectives().reduceScatterBlock(UntypedComm.IN_PLACE, buf, count, type, op);
  }

  /** Combines the data of two buffers in the second one, without any other rank. */
  public static void reduceLocal(
      @Nullable Object inbuf, @Nullable Object inoutbuf, int count, Datatype type, Op op)
      throws MPIException {
    op.combine(inbuf, inoutbuf, count, type);
  }
}
