package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.DistGraphComm;
import org.ronsel.PendingComm;

/** Ranks arranged in a graph (MPI-4.1, section 8.5), in the spelling of Open MPI. */
public final class GraphComm extends Graphcomm {
  GraphComm(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  private GraphComm(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  @Override
  public GraphComm clone() throws MPIException {
    return dup();
  }

  @Override
  public GraphComm dup() throws MPIException {
    return (GraphComm) super.dup();
  }

  @Override
  public GraphComm iDup() throws MPIException {
    return new GraphComm(startDup(), properties().copy());
  }

  @Override
  public GraphComm dupWithInfo(Info info) throws MPIException {
    return (GraphComm) super.dupWithInfo(info);
  }

  /** The neighbours of all ranks. */
  public GraphParms getDims() throws MPIException {
    return Get();
  }

  /** The neighbours of a rank. */
  public int[] getNeighbors(int rank) throws MPIException {
    return Neighbours(rank);
  }

  /** The calling rank's neighbours in a distributed graph. */
  public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
    if (!(core() instanceof DistGraphComm graph)) {
      throw new MPIException(MPI.ERR_TOPOLOGY, "the communicator is not a distributed graph");
    }
    return new DistGraphNeighbors(
        graph.inNeighbors(),
        graph.inWeights(),
        graph.outNeighbors(),
        graph.outWeights(),
        graph.isWeighted());
  }

  /** The rank that the caller had best have in a graph, or {@code MPI.UNDEFINED}. */
  public int map(int[] index, int[] edges) throws MPIException {
    return Map(index, edges);
  }
}
