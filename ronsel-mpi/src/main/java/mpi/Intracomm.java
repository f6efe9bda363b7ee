package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SplitType;

/** A communicator of one group of ranks. */
public class Intracomm extends MpiJavaCollectives {
  /** The tag by which the members of a group agree in {@link #Create}; the last that there is. */
  private static final int TAG_OF_CREATE = Ronsel.MAX_TAG;

  Intracomm(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  Intracomm(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** A communicator of Ronsel that has one group: the same ranks, the same messages. */
  public static Intracomm of(org.ronsel.Comm comm) {
    if (!(Comm.of(comm) instanceof Intracomm intracomm)) {
      throw new MPIException(MPI.ERR_COMM, comm + " is an inter-communicator: use Comm.of");
    }
    return intracomm;
  }

  // ---- duplicates ----

  @Override
  public Intracomm clone() throws MPIException {
    return dup();
  }

  @Override
  public Intracomm dup() throws MPIException {
    return (Intracomm) super.dup();
  }

  @Override
  public Intracomm iDup() throws MPIException {
    return new Intracomm(startDup(), properties().copy());
  }

  @Override
  public Intracomm dupWithInfo(Info info) throws MPIException {
    return (Intracomm) super.dupWithInfo(info);
  }

  // ---- parts ----

  private org.ronsel.@Nullable Comm part(int color, int key) {
    try {
      return core().split(color, key);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  private org.ronsel.@Nullable Comm part(Group group) {
    try {
      return core().create(Required.group(group).core());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /**
   * Parts the ranks by color, in the order of keys.
   *
   * @return null for the color {@code MPI.UNDEFINED}, and for -1, which is {@code UNDEFINED} in
   *     programs for MPJ Express
   */
  public @Nullable Intracomm Split(int color, int key) throws MPIException {
    return CommHandles.orNull(part(color == -1 ? MPI.UNDEFINED : color, key), this);
  }

  /**
   * Parts the ranks by color, in the order of keys.
   *
   * @return a communicator that {@link #isNull()} for the color {@code MPI.UNDEFINED}
   */
  public final Intracomm split(int colour, int key) throws MPIException {
    return CommHandles.orNullHandle(part(colour, key), this);
  }

  /** Parts the ranks by what they can share. */
  public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
    if (splitType != TYPE_SHARED && splitType != MPI.UNDEFINED) {
      throw new MPIException(MPI.ERR_ARG, "splitType knows TYPE_SHARED only, not " + splitType);
    }
    SplitType type = splitType == TYPE_SHARED ? SplitType.SHARED : SplitType.UNDEFINED;
    try {
      return CommHandles.orNullHandle(
          core().splitType(type, key, Required.info(info).advice()), this);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /**
   * A communicator of some of the ranks. Only these need to call it: as with MPJ Express they agree
   * among themselves, and others return at once.
   *
   * @return null for ranks outside the group
   */
  public @Nullable Intracomm Create(Group group) throws MPIException {
    try {
      org.ronsel.Group members = Required.group(group).core();
      return members.rank(core()) < 0
          ? null
          : CommHandles.orNull(core().createGroup(members, TAG_OF_CREATE), this);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** As {@link #Create}; mpiJava has this name as well. */
  public @Nullable Intracomm Creat(Group group) throws MPIException {
    return Create(group);
  }

  /**
   * A communicator of some of the ranks; all ranks call it.
   *
   * @return a communicator that {@link #isNull()} for ranks outside the group
   */
  public final Intracomm create(Group group) throws MPIException {
    return CommHandles.orNullHandle(part(group), this);
  }

  /** A communicator of some of the ranks; only these call it. */
  public final Intracomm createGroup(Group group, int tag) throws MPIException {
    try {
      return CommHandles.orNullHandle(core().createGroup(Required.group(group).core(), tag), this);
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  // ---- without other ranks ----

  /** Combines the data of two buffers in the second one, without any other rank. */
  public void Reduce_local(
      @Nullable Object inbuf, @Nullable Object inoutbuf, int count, Datatype datatype, Op op)
      throws MPIException {
    reduceLocal(inbuf, inoutbuf, count, datatype, op);
  }

  // ---- topologies ----

  private @Nullable CartComm cart(int[] dims, boolean[] periods, boolean reorder) {
    try {
      org.ronsel.CartComm made = core().createCart(dims, Cartcomm.counted(dims, periods), reorder);
      return made == null ? null : new CartComm(made, properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  private @Nullable GraphComm graph(int[] index, int[] edges, boolean reorder) {
    try {
      org.ronsel.GraphComm made = core().createGraph(index, counted(index, edges), reorder);
      return made == null ? null : new GraphComm(made, properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** The edges that an index counts: MPI_Graph_create is given no length, and reads no others. */
  static int[] counted(int[] index, int[] edges) {
    if (index == null || edges == null || index.length == 0) {
      return edges;
    }
    int count = index[index.length - 1];
    return count >= 0 && count < edges.length ? Arrays.copyOf(edges, count) : edges;
  }

  /** Arranges ranks in a grid; null for those that are left over. */
  public @Nullable Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    return cart(dims, periods, reorder);
  }

  /** Arranges ranks in a grid; those that are left over get one that {@link #isNull()}. */
  public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    CartComm made = cart(dims, periods, reorder);
    return made == null ? new CartComm(null, properties().inherited()) : made;
  }

  /** Arranges ranks in a graph; null for those that are left over. */
  public @Nullable Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
    return graph(index, edges, reorder);
  }

  /** Arranges ranks in a graph; those that are left over get one that {@link #isNull()}. */
  public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
      throws MPIException {
    GraphComm made = graph(index, edges, reorder);
    return made == null ? new GraphComm(null, properties().inherited()) : made;
  }

  /** Arranges ranks in a graph of which each caller knows some edges, with weights. */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder)
      throws MPIException {
    try {
      return new GraphComm(
          core()
              .createDistGraph(
                  sources, degrees, destinations, weights, Required.info(info).advice(), reorder),
          properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Arranges ranks in a graph of which each caller knows some edges. */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
      throws MPIException {
    try {
      return new GraphComm(
          core()
              .createDistGraph(
                  sources, degrees, destinations, null, Required.info(info).advice(), reorder),
          properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Arranges ranks in a graph of which each caller knows its own edges, with weights. */
  public final GraphComm createDistGraphAdjacent(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destWeights,
      Info info,
      boolean reorder)
      throws MPIException {
    try {
      return new GraphComm(
          core()
              .createDistGraphAdjacent(
                  sources,
                  sourceWeights,
                  destinations,
                  destWeights,
                  Required.info(info).advice(),
                  reorder),
          properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }

  /** Arranges ranks in a graph of which each caller knows its own edges. */
  public final GraphComm createDistGraphAdjacent(
      int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
    try {
      return new GraphComm(
          core()
              .createDistGraphAdjacent(
                  sources, null, destinations, null, Required.info(info).advice(), reorder),
          properties().inherited());
    } catch (RonselException e) {
      throw failed(e);
    }
  }
}
