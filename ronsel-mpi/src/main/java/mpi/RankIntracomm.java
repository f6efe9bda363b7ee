package mpi;

import java.util.function.Function;
import org.ronsel.comm.UntypedCommunicator;

/**
 * {@code MPI.COMM_WORLD} and {@code MPI.COMM_SELF}. Where each rank has classes of its own they are
 * plain communicators from {@code MPI.Init} to {@code MPI.Finalize}. Where ranks share the classes
 * they find the calling rank's at each call.
 */
final class RankIntracomm extends Intracomm {
  private final String name;
  private final Function<Environment, Properties> properties;
  private final Function<org.ronsel.Comm, org.ronsel.Comm> ofWorld;

  RankIntracomm(
      String name,
      Function<org.ronsel.Comm, org.ronsel.Comm> ofWorld,
      Function<Environment, Properties> properties) {
    super((org.ronsel.Comm) null, new Properties());
    this.name = name;
    this.ofWorld = ofWorld;
    this.properties = properties;
  }

  /** Says that calls are allowed from now on. */
  void open() {
    org.ronsel.Comm owner = Environment.OWNER;
    if (owner != null) {
      stand(ofWorld.apply(owner));
    }
  }

  /** Says that no more calls are allowed. */
  void close() {
    stand(null);
  }

  @Override
  UntypedCommunicator resolve() {
    if (Environment.OWNER != null) {
      Environment.current().requireInitialized();
    }
    return lenient(ofWorld.apply(Environment.world()));
  }

  /** The number of ranks, also after {@code MPI.Finalize}: MPJ Express keeps it in a field. */
  @Override
  public int Size() throws MPIException {
    return known().size();
  }

  /** The calling rank, also after {@code MPI.Finalize}: MPJ Express keeps it in a field. */
  @Override
  public int Rank() throws MPIException {
    return known().rank();
  }

  private org.ronsel.Comm known() {
    boolean ended = Environment.OWNER != null && Environment.current().isFinalized();
    return ended ? ofWorld.apply(Environment.world()) : core();
  }

  @Override
  Properties properties() {
    return properties.apply(Environment.current());
  }

  @Override
  String originalName() {
    core(); // may not be asked for before Init
    return name;
  }

  @Override
  boolean isNullHandle() {
    return false;
  }
}
