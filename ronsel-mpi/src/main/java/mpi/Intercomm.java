package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.InterComm;
import org.ronsel.PendingComm;
import org.ronsel.RonselException;

/** A communicator of two groups of ranks: messages go from one side to the other. */
public class Intercomm extends Comm {
  Intercomm(@Nullable InterComm core, Properties properties) {
    super(core, properties);
  }

  Intercomm(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  private InterComm inter() {
    return (InterComm) core();
  }

  @Override
  public Intercomm clone() throws MPIException {
    return dup();
  }

  @Override
  public Intercomm dup() throws MPIException {
    return (Intercomm) super.dup();
  }

  @Override
  public Intercomm iDup() throws MPIException {
    return new Intercomm(startDup(), properties().copy());
  }

  @Override
  public Intercomm dupWithInfo(Info info) throws MPIException {
    return (Intercomm) super.dupWithInfo(info);
  }

  /** Number of ranks of the other side. */
  public int getRemoteSize() throws MPIException {
    return inter().remoteSize();
  }

  /** Number of ranks of the other side. */
  public int Remote_size() throws MPIException {
    return getRemoteSize();
  }

  /** The ranks of the other side. */
  public Group getRemoteGroup() throws MPIException {
    return new Group(inter().remoteGroup());
  }

  /** The ranks of the other side. */
  public Group Remote_group() throws MPIException {
    return getRemoteGroup();
  }

  /**
   * Makes one group of both.
   *
   * @param high whether the caller's side comes second
   */
  public Intracomm merge(boolean high) throws MPIException {
    try {
      return new Intracomm(inter().merge(high), properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Makes one group of both; see {@link #merge}. */
  public Intracomm Merge(boolean high) throws MPIException {
    return merge(high);
  }
}
