package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.RonselException;

/** Ranks arranged in a graph (MPI-4.1, section 8.5), in the spelling of mpiJava. */
public abstract class Graphcomm extends Intracomm {
  Graphcomm(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  Graphcomm(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  final org.ronsel.GraphComm graph() {
    if (core() instanceof org.ronsel.GraphComm graph) {
      return graph;
    }
    throw Required.refused(
        MPI.ERR_TOPOLOGY, "in a distributed graph each rank knows its own neighbours only");
  }

  @Override
  public Graphcomm clone() throws MPIException {
    return dup();
  }

  @Override
  public Graphcomm dup() throws MPIException {
    return (Graphcomm) super.dup();
  }

  @Override
  public abstract Graphcomm iDup() throws MPIException;

  @Override
  public Graphcomm dupWithInfo(Info info) throws MPIException {
    return (Graphcomm) super.dupWithInfo(info);
  }

  /** The neighbours of all ranks. */
  public GraphParms Get() throws MPIException {
    return new GraphParms(graph().index(), graph().edges());
  }

  /** The neighbours of a rank. */
  public int[] Neighbours(int rank) throws MPIException {
    try {
      return graph().neighbors(rank);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The rank that the caller had best have in a graph, or {@code MPI.UNDEFINED}. */
  public int Map(int[] index, int[] edges) throws MPIException {
    try {
      return core().mapGraph(index, Intracomm.counted(index, edges));
    } catch (RonselException e) {
      throw failed(e);
    }
  }
}
