package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.UntypedComm;

/**
 * Collective operations that return a request, in the spelling of Open MPI. They take arrays as
 * well, which those of Open MPI do not.
 */
abstract class OpenMpiStartedCollectives extends OpenMpiCollectives {
  OpenMpiStartedCollectives(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  OpenMpiStartedCollectives(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** Starts to wait until all ranks have called it. */
  public final Request iBarrier() throws MPIException {
    return started().barrier();
  }

  /** Starts it: gives the root's data to every rank. */
  public final Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException {
    return started().broadcast(buf, 0, count, type, root);
  }

  /** Starts it: gives the root's data to every rank. */
  public final Request iBcast(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return started().broadcast(buf, 0, count, type, root);
  }

  /** Starts it: collects the data of all ranks at the root. */
  public final Request iGather(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started().gather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Starts it: collects the data of all ranks at the root. */
  public final Request iGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started().gather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /**
   * Starts it: collects the data of all ranks at the root, whose own are in their place already.
   */
  public final Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException {
    return started()
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

  /**
   * Starts it: collects the data of all ranks at the root, whose own are in their place already.
   */
  public final Request iGather(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return started()
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

  /** Starts it: collects data of different lengths at the root. */
  public final Request iGatherv(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started()
        .gatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /** Starts it: collects data of different lengths at the root. */
  public final Request iGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started()
        .gatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /**
   * Starts it: collects data of different lengths, at the root: its own are in their place already.
   */
  public final Request iGatherv(
      Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
      throws MPIException {
    return started()
        .gatherv(
            UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /**
   * Starts it: collects data of different lengths, at the root: its own are in their place already.
   */
  public final Request iGatherv(
      @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
      throws MPIException {
    return started()
        .gatherv(
            UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /** Starts it: collects data of different lengths, at ranks other than the root. */
  public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, int root)
      throws MPIException {
    return started()
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

  /** Starts it: collects data of different lengths, at ranks other than the root. */
  public final Request iGatherv(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
    return started()
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

  /** Starts it: deals the root's data out to the ranks. */
  public final Request iScatter(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started()
        .scatter(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Starts it: deals the root's data out to the ranks. */
  public final Request iScatter(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started()
        .scatter(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Starts it: deals the root's data out to the ranks; its own stay in their place. */
  public final Request iScatter(Buffer buf, int count, Datatype type, int root)
      throws MPIException {
    return started()
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

  /** Starts it: deals the root's data out to the ranks; its own stay in their place. */
  public final Request iScatter(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return started()
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

  /** Starts it: deals data of different lengths out to the ranks. */
  public final Request iScatterv(
      Buffer sendbuf,
      int[] sendcount,
      int[] displs,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started()
        .scatterv(sendbuf, 0, sendcount, displs, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Starts it: deals data of different lengths out to the ranks. */
  public final Request iScatterv(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] displs,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return started()
        .scatterv(sendbuf, 0, sendcount, displs, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Starts it: deals data of different lengths out, at the root: its own stay in their place. */
  public final Request iScatterv(
      Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
      throws MPIException {
    return started()
        .scatterv(
            sendbuf, 0, sendcount, displs, sendtype, UntypedComm.IN_PLACE, 0, 0, sendtype, root);
  }

  /** Starts it: deals data of different lengths out, at the root: its own stay in their place. */
  public final Request iScatterv(
      @Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
      throws MPIException {
    return started()
        .scatterv(
            sendbuf, 0, sendcount, displs, sendtype, UntypedComm.IN_PLACE, 0, 0, sendtype, root);
  }

  /** Starts it: deals data of different lengths out, at ranks other than the root. */
  public final Request iScatterv(Buffer recvbuf, int recvcount, Datatype recvtype, int root)
      throws MPIException {
    return started()
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

  /** Starts it: deals data of different lengths out, at ranks other than the root. */
  public final Request iScatterv(
      @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
    return started()
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

  /** Starts it: collects the data of all ranks at every rank. */
  public final Request iAllGather(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().allGather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Starts it: collects the data of all ranks at every rank. */
  public final Request iAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().allGather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Starts it: collects the data of all ranks at every rank; a rank's own are in their place. */
  public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
    return started().allGather(UntypedComm.IN_PLACE, 0, count, type, buf, 0, count, type);
  }

  /** Starts it: collects the data of all ranks at every rank; a rank's own are in their place. */
  public final Request iAllGather(@Nullable Object buf, int count, Datatype type)
      throws MPIException {
    return started().allGather(UntypedComm.IN_PLACE, 0, count, type, buf, 0, count, type);
  }

  /** Starts it: collects data of different lengths at every rank. */
  public final Request iAllGatherv(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    return started()
        .allGatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /** Starts it: collects data of different lengths at every rank. */
  public final Request iAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    return started()
        .allGatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /**
   * Starts it: collects data of different lengths at every rank; a rank's own are in their place.
   */
  public final Request iAllGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
      throws MPIException {
    return started()
        .allGatherv(UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /**
   * Starts it: collects data of different lengths at every rank; a rank's own are in their place.
   */
  public final Request iAllGatherv(
      @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
      throws MPIException {
    return started()
        .allGatherv(UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /** Starts it: sends a part to every rank and receives a part of each. */
  public final Request iAllToAll(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().allToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Starts it: sends a part to every rank and receives a part of each. */
  public final Request iAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().allToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Starts it: sends parts of different lengths to every rank and receives one of each. */
  public final Request iAllToAllv(
      Buffer sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return started()
        .allToAllv(
            sendbuf, 0, sendcount, sdispls, sendtype, recvbuf, 0, recvcount, rdispls, recvtype);
  }

  /** Starts it: sends parts of different lengths to every rank and receives one of each. */
  public final Request iAllToAllv(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return started()
        .allToAllv(
            sendbuf, 0, sendcount, sdispls, sendtype, recvbuf, 0, recvcount, rdispls, recvtype);
  }

  /** Starts it: sends parts of different types to every rank; displacements are in bytes. */
  public final Request iAllToAllw(
      Buffer sendBuf,
      int[] sendCount,
      int[] sDispls,
      Datatype[] sendTypes,
      Buffer recvBuf,
      int[] recvCount,
      int[] rDispls,
      Datatype[] recvTypes)
      throws MPIException {
    return started()
        .allToAllw(sendBuf, sendCount, sDispls, sendTypes, recvBuf, recvCount, rDispls, recvTypes);
  }

  /** Starts it: sends parts of different types to every rank; displacements are in bytes. */
  public final Request iAllToAllw(
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sDispls,
      Datatype[] sendTypes,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] rDispls,
      Datatype[] recvTypes)
      throws MPIException {
    return started()
        .allToAllw(sendBuf, sendCount, sDispls, sendTypes, recvBuf, recvCount, rDispls, recvTypes);
  }

  /** Starts it: collects the data of all neighbours. */
  public final Request iNeighborAllGather(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().neighbourAllGather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Starts it: collects the data of all neighbours. */
  public final Request iNeighborAllGather(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().neighbourAllGather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Starts it: collects data of different lengths of all neighbours. */
  public final Request iNeighborAllGatherv(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    return started()
        .neighbourAllGatherv(sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
  }

  /** Starts it: collects data of different lengths of all neighbours. */
  public final Request iNeighborAllGatherv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    return started()
        .neighbourAllGatherv(sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
  }

  /** Starts it: sends a part to every neighbour and receives a part of each. */
  public final Request iNeighborAllToAll(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().neighbourAllToAll(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Starts it: sends a part to every neighbour and receives a part of each. */
  public final Request iNeighborAllToAll(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return started().neighbourAllToAll(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Starts it: sends parts of different lengths to every neighbour and receives one of each. */
  public final Request iNeighborAllToAllv(
      Buffer sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return started()
        .neighbourAllToAllv(
            sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype);
  }

  /** Starts it: sends parts of different lengths to every neighbour and receives one of each. */
  public final Request iNeighborAllToAllv(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return started()
        .neighbourAllToAllv(
            sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype);
  }

  /** Starts it: combines the data of all ranks at the root. */
  public final Request iReduce(
      Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return started().reduce(sendbuf, 0, recvbuf, 0, count, type, op, root);
  }

  /** Starts it: combines the data of all ranks at the root. */
  public final Request iReduce(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return started().reduce(sendbuf, 0, recvbuf, 0, count, type, op, root);
  }

  /** Starts it: combines the data of all ranks in the root's buffer. */
  public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return started()
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

  /** Starts it: combines the data of all ranks in the root's buffer. */
  public final Request iReduce(@Nullable Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return started()
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

  /** Starts it: combines the data of all ranks at every rank. */
  public final Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return started().allReduce(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Starts it: combines the data of all ranks at every rank. */
  public final Request iAllReduce(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return started().allReduce(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Starts it: combines the data of all ranks in every rank's buffer. */
  public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    return started().allReduce(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /** Starts it: combines the data of all ranks in every rank's buffer. */
  public final Request iAllReduce(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return started().allReduce(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /**
   * Starts it: combines the data of all ranks and deals the result out in parts of different
   * lengths.
   */
  public final Request iReduceScatter(
      Buffer sendbuf, Buffer recvbuf, int[] counts, Datatype type, Op op) throws MPIException {
    return started().reduceScatter(sendbuf, 0, recvbuf, 0, counts, type, op);
  }

  /**
   * Starts it: combines the data of all ranks and deals the result out in parts of different
   * lengths.
   */
  public final Request iReduceScatter(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op op)
      throws MPIException {
    return started().reduceScatter(sendbuf, 0, recvbuf, 0, counts, type, op);
  }

  /**
   * Starts it: combines the data of all ranks in place and deals out parts of different lengths.
   */
  public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    return started().reduceScatter(UntypedComm.IN_PLACE, 0, buf, 0, counts, type, op);
  }

  /**
   * Starts it: combines the data of all ranks in place and deals out parts of different lengths.
   */
  public final Request iReduceScatter(@Nullable Object buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    return started().reduceScatter(UntypedComm.IN_PLACE, 0, buf, 0, counts, type, op);
  }

  /** Starts it: combines the data of all ranks and deals the result out in equal parts. */
  public final Request iReduceScatterBlock(
      Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op) throws MPIException {
    return started().reduceScatterBlock(sendbuf, recvbuf, count, type, op);
  }

  /** Starts it: combines the data of all ranks and deals the result out in equal parts. */
  public final Request iReduceScatterBlock(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return started().reduceScatterBlock(sendbuf, recvbuf, count, type, op);
  }

  /** Starts it: combines the data of all ranks in place and deals out equal parts. */
  public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op)
      throws MPIException {
    return started().reduceScatterBlock(UntypedComm.IN_PLACE, buf, count, type, op);
  }

  /** Starts it: combines the data of all ranks in place and deals out equal parts. */
  public final Request iReduceScatterBlock(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return started().reduceScatterBlock(UntypedComm.IN_PLACE, buf, count, type, op);
  }
}
