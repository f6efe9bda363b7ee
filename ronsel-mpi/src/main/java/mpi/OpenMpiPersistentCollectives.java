package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.UntypedComm;

/**
 * Collective operations that can be started again and again (MPI-4.1, section 6.13), named as Open
 * MPI's Java bindings would: they have none. Types of objects are unknown to them.
 */
abstract class OpenMpiPersistentCollectives extends OpenMpiStartedCollectives {
  OpenMpiPersistentCollectives(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  OpenMpiPersistentCollectives(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** Prepares it: waits until all ranks have called it. */
  public final Prequest barrierInit() throws MPIException {
    return persistent().barrier();
  }

  /** Prepares it: gives the root's data to every rank. */
  public final Prequest bcastInit(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return persistent().broadcast(buf, 0, count, type, root);
  }

  /** Prepares it: collects the data of all ranks at the root. */
  public final Prequest gatherInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .gather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /**
   * Prepares it: collects the data of all ranks at the root, whose own are in their place already.
   */
  public final Prequest gatherInit(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return persistent()
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

  /** Prepares it: collects data of different lengths at the root. */
  public final Prequest gathervInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .gatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /**
   * Prepares it: collects data of different lengths, at the root: its own are in their place
   * already.
   */
  public final Prequest gathervInit(
      @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
      throws MPIException {
    return persistent()
        .gatherv(
            UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype, root);
  }

  /** Prepares it: collects data of different lengths, at ranks other than the root. */
  public final Prequest gathervInit(
      @Nullable Object sendbuf, int sendcount, Datatype sendtype, int root) throws MPIException {
    return persistent()
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

  /** Prepares it: deals the root's data out to the ranks. */
  public final Prequest scatterInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .scatter(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Prepares it: deals the root's data out to the ranks; its own stay in their place. */
  public final Prequest scatterInit(@Nullable Object buf, int count, Datatype type, int root)
      throws MPIException {
    return persistent()
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

  /** Prepares it: deals data of different lengths out to the ranks. */
  public final Prequest scattervInit(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] displs,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    return persistent()
        .scatterv(sendbuf, 0, sendcount, displs, sendtype, recvbuf, 0, recvcount, recvtype, root);
  }

  /** Prepares it: deals data of different lengths out, at the root: its own stay in their place. */
  public final Prequest scattervInit(
      @Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
      throws MPIException {
    return persistent()
        .scatterv(
            sendbuf, 0, sendcount, displs, sendtype, UntypedComm.IN_PLACE, 0, 0, sendtype, root);
  }

  /** Prepares it: deals data of different lengths out, at ranks other than the root. */
  public final Prequest scattervInit(
      @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
    return persistent()
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

  /** Prepares it: collects the data of all ranks at every rank. */
  public final Prequest allGatherInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return persistent().allGather(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Prepares it: collects the data of all ranks at every rank; a rank's own are in their place. */
  public final Prequest allGatherInit(@Nullable Object buf, int count, Datatype type)
      throws MPIException {
    return persistent().allGather(UntypedComm.IN_PLACE, 0, count, type, buf, 0, count, type);
  }

  /** Prepares it: collects data of different lengths at every rank. */
  public final Prequest allGathervInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .allGatherv(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /**
   * Prepares it: collects data of different lengths at every rank; a rank's own are in their place.
   */
  public final Prequest allGathervInit(
      @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
      throws MPIException {
    return persistent()
        .allGatherv(UntypedComm.IN_PLACE, 0, 0, recvtype, recvbuf, 0, recvcount, displs, recvtype);
  }

  /** Prepares it: sends a part to every rank and receives a part of each. */
  public final Prequest allToAllInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return persistent().allToAll(sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
  }

  /** Prepares it: sends parts of different lengths to every rank and receives one of each. */
  public final Prequest allToAllvInit(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .allToAllv(
            sendbuf, 0, sendcount, sdispls, sendtype, recvbuf, 0, recvcount, rdispls, recvtype);
  }

  /** Prepares it: sends parts of different types to every rank; displacements are in bytes. */
  public final Prequest allToAllwInit(
      @Nullable Object sendBuf,
      int[] sendCount,
      int[] sDispls,
      Datatype[] sendTypes,
      @Nullable Object recvBuf,
      int[] recvCount,
      int[] rDispls,
      Datatype[] recvTypes)
      throws MPIException {
    return persistent()
        .allToAllw(sendBuf, sendCount, sDispls, sendTypes, recvBuf, recvCount, rDispls, recvTypes);
  }

  /** Prepares it: collects the data of all neighbours. */
  public final Prequest neighborAllGatherInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .neighbourAllGather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Prepares it: collects data of different lengths of all neighbours. */
  public final Prequest neighborAllGathervInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .neighbourAllGatherv(sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype);
  }

  /** Prepares it: sends a part to every neighbour and receives a part of each. */
  public final Prequest neighborAllToAllInit(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .neighbourAllToAll(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
  }

  /** Prepares it: sends parts of different lengths to every neighbour and receives one of each. */
  public final Prequest neighborAllToAllvInit(
      @Nullable Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    return persistent()
        .neighbourAllToAllv(
            sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype);
  }

  /** Prepares it: combines the data of all ranks at the root. */
  public final Prequest reduceInit(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return persistent().reduce(sendbuf, 0, recvbuf, 0, count, type, op, root);
  }

  /** Prepares it: combines the data of all ranks in the root's buffer. */
  public final Prequest reduceInit(@Nullable Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    return persistent()
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

  /** Prepares it: combines the data of all ranks at every rank. */
  public final Prequest allReduceInit(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return persistent().allReduce(sendbuf, 0, recvbuf, 0, count, type, op);
  }

  /** Prepares it: combines the data of all ranks in every rank's buffer. */
  public final Prequest allReduceInit(@Nullable Object buf, int count, Datatype type, Op op)
      throws MPIException {
    return persistent().allReduce(UntypedComm.IN_PLACE, 0, buf, 0, count, type, op);
  }

  /**
   * Prepares it: combines the data of all ranks and deals the result out in parts of different
   * lengths.
   */
  public final Prequest reduceScatterInit(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op op)
      throws MPIException {
    return persistent().reduceScatter(sendbuf, 0, recvbuf, 0, counts, type, op);
  }

  /**
   * Prepares it: combines the data of all ranks in place and deals out parts of different lengths.
   */
  public final Prequest reduceScatterInit(@Nullable Object buf, int[] counts, Datatype type, Op op)
      throws MPIException {
    return persistent().reduceScatter(UntypedComm.IN_PLACE, 0, buf, 0, counts, type, op);
  }

  /** Prepares it: combines the data of all ranks and deals the result out in equal parts. */
  public final Prequest reduceScatterBlockInit(
      @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    return persistent().reduceScatterBlock(sendbuf, recvbuf, count, type, op);
  }

  /** Prepares it: combines the data of all ranks in place and deals out equal parts. */
  public final Prequest reduceScatterBlockInit(
      @Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
    return persistent().reduceScatterBlock(UntypedComm.IN_PLACE, buf, count, type, op);
  }
}
