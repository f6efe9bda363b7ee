package org.ronsel;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.Invocation.Form;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.context.ContextIds;
import org.ronsel.engine.Engine;
import org.ronsel.observe.Observation;
import org.ronsel.runtime.CommFactory;
import org.ronsel.runtime.Job;
import org.ronsel.runtime.RankContext;
import org.ronsel.runtime.RankIdentity;

/**
 * A group of ranks that communicate apart from all other groups (MPI-4.1, chapter 7), seen by one
 * of them. Any thread of that rank may use it at any time.
 *
 * <p>Buffers are arrays of a primitive type, with offset and count in elements, or memory segments
 * and byte buffers. The element type travels with the message, and receiving with another type is
 * an error. Objects are sent by methods that say so ({@code sendObject}).
 *
 * <p><b>Every method for {@code double[]} on this page exists in the same form for {@code byte[]},
 * {@code boolean[]}, {@code char[]}, {@code short[]}, {@code int[]}, {@code long[]} and {@code
 * float[]}</b>, which are not listed, to keep the page short. The same holds for {@link
 * #allReduce(double, Op)}, of which there are forms for int, long, float and boolean.
 *
 * <table>
 *   <caption>The methods by subject</caption>
 *   <tr><th>subject</th><th>methods, and their nonblocking and persistent forms</th></tr>
 *   <tr><td>who is there</td><td>{@link #rank()}, {@link #size()}, {@link #group()}, {@link
 *       #name()}, {@link #compare compare}</td></tr>
 *   <tr><td>sending</td><td>{@link #send(double[], int, int) send}, {@link #iSend(double[], int, int)
 *       iSend}, {@link #persistentSend(double[], int, int) persistentSend}; by mode {@link
 *       #sendSynchronous(double[], int, int) sendSynchronous}, {@link #sendBuffered(double[], int,
 *       int) sendBuffered}, {@link #sendReady(double[], int, int) sendReady}</td></tr>
 *   <tr><td>receiving</td><td>{@link #receive(double[], int, int) receive}, {@link
 *       #iReceive(double[], int, int) iReceive}, {@link #persistentReceive(double[], int, int)
 *       persistentReceive}; {@link #probe probe}, {@link #iProbe iProbe}, {@link #mProbe mProbe},
 *       {@link #imProbe imProbe}</td></tr>
 *   <tr><td>both at once</td><td>{@link #sendReceive(double[], int, int, double[], int, int)
 *       sendReceive}, {@link #sendReceiveReplace(double[], int, int, int, int)
 *       sendReceiveReplace}</td></tr>
 *   <tr><td>in parts</td><td>{@link #partitionedSend(double[], int, int, int, int)
 *       partitionedSend}, {@link #partitionedReceive(double[], int, int, int, int)
 *       partitionedReceive}</td></tr>
 *   <tr><td>all ranks: data move</td><td>{@link #barrier() barrier}, {@link #broadcast(double[], int)
 *       broadcast}, {@link #scatter(double[], double[], int) scatter}, {@link #scatterv(double[][],
 *       int) scatterv}, {@link #gather(double[], double[], int) gather}, {@link #gatherv(double[],
 *       int) gatherv}, {@link #allGather(double[], double[]) allGather}, {@link
 *       #allGatherv(double[]) allGatherv}, {@link #allToAll(double[], double[]) allToAll}, {@link
 *       #allToAllv(double[][]) allToAllv}</td></tr>
 *   <tr><td>all ranks: data are combined</td><td>{@link #reduce(double[], double[], Op, int) reduce},
 *       {@link #allReduce(double[], double[], Op) allReduce}, {@link #reduceScatterBlock(double[],
 *       double[], Op) reduceScatterBlock}, {@link #reduceScatter(double[], int, double[], int,
 *       int[], Op) reduceScatter}, {@link #scan(double[], double[], Op) scan}, {@link
 *       #exscan(double[], double[], Op) exscan}, {@link #reduceLocal(double[], double[], Op)
 *       reduceLocal}</td></tr>
 *   <tr><td>neighbours in a topology</td><td>{@link #neighbourAllGather(double[], double[])
 *       neighbourAllGather}, {@link #neighbourAllToAll(double[], double[])
 *       neighbourAllToAll}</td></tr>
 *   <tr><td>objects</td><td>{@link #sendObject sendObject}, {@link #receiveObject(int, int)
 *       receiveObject}, {@link #broadcastObject broadcastObject}, {@link #gatherObjects
 *       gatherObjects}, {@link #allGatherObjects allGatherObjects}, {@link #scatterObjects
 *       scatterObjects}, {@link #allToAllObjects allToAllObjects}, {@link #reduceObject
 *       reduceObject}, {@link #allReduceObject allReduceObject}</td></tr>
 *   <tr><td>other communicators</td><td>{@link #dup() dup}, {@link #split split}, {@link
 *       #splitType(SplitType, int) splitType}, {@link #create create}, {@link #createGroup
 *       createGroup}, {@link #createInter createInter}, {@link #createCart createCart}, {@link
 *       #createGraph createGraph}, {@link #createDistGraph createDistGraph}, {@link #close()
 *       close}</td></tr>
 *   <tr><td>the rest</td><td>{@link #errorHandler(ErrorHandler) errorHandler}, {@link
 *       #attribute(AttributeKey) attribute}, {@link #info() info}, {@link #attachBuffer
 *       attachBuffer}, {@link #bind(Runnable) bind}, {@link #abort abort}, {@link #untyped()
 *       untyped}</td></tr>
 * </table>
 */
public sealed class Comm extends CommProbes implements AutoCloseable
    permits CartComm, GraphComm, DistGraphComm, InterComm {
  static {
    CommFactory.INSTALLED.set(
        new CommFactory<Comm>() {
          @Override
          public Comm world(Job job, Engine engine) {
            return new RankState(job, engine).session().world();
          }

          @Override
          public void rankEnds(Comm world) {
            world.state().session().endSelf();
          }
        });
  }

  private final Group group;
  private final boolean inter;
  private final int rank;
  private final GroupMembers members;
  private final CollectiveCalls collectives;
  private final AtomicInteger channels = new AtomicInteger();
  private final UntypedComm untyped = new UntypedComm(this);
  private volatile boolean closed;

  Comm(Membership of) {
    super(of);
    this.group = of.group();
    this.inter = of.remote() != null;
    this.rank = of.rank();
    Group everybody = of.everybody();
    int place = inter ? everybody.rankOf(engine().rank()) : rank;
    int contextId = of.contextId();
    this.members = new GroupMembers(everybody, place, label());
    engine().communicators().put(contextId, of.name(), peers.size(), peers::endpoint);
    Collectives by = of.state().collectives(members, everybody, contextId);
    this.collectives =
        Observation.CHECK || Observation.RECORD
            ? new ObservedCollectiveCalls(this, by)
            : new CollectiveCalls(this, by);
    if (Observation.CHECK && contextId != ContextIds.WORLD && contextId != ContextIds.SELF) {
      checks().opened(this, "communicator " + of.name() + " was never closed; made at");
    }
  }

  /** The calling rank in this communicator. */
  public int rank() {
    return rank;
  }

  /** Number of ranks in this communicator. */
  public int size() {
    return group.size();
  }

  /** The ranks of this communicator; those of an inter-communicator's local group. */
  public Group group() {
    return group;
  }

  /** Whether this is an {@link InterComm}. */
  public boolean isInter() {
    return inter;
  }

  /**
   * Whether both are the same communicator, or have the same ranks in the same order (congruent) or
   * in another (similar) (MPI-4.1, section 7.4.1).
   */
  public Comparison compare(Comm other) {
    Arguments.present(this, "compare", "other", other);
    if (isInter() != other.isInter()) {
      return Comparison.UNEQUAL;
    }
    if (state() == other.state() && contextId() == other.contextId()) {
      return Comparison.IDENTICAL;
    }
    Comparison groups = group.compare(other.group);
    Comparison remote = isInter() ? peers.compare(other.peers) : groups;
    Comparison worst = groups.compareTo(remote) > 0 ? groups : remote;
    return worst == Comparison.IDENTICAL ? Comparison.CONGRUENT : worst;
  }

  /** The endpoint of the calling rank. */
  int endpoint() {
    return engine().rank();
  }

  /** All ranks that make a communicator from this one together. */
  GroupMembers all() {
    return members;
  }

  @Override
  void renamed(String name) {
    engine().communicators().renamed(contextId(), name);
  }

  /** A communicator like this one with another context. */
  Comm duplicate(Membership membership) {
    return new Comm(membership);
  }

  /** What a duplicate of this communicator is made of. */
  Membership membership(int id, String suffix) {
    return new Membership(state(), group, inter ? peers : null, rank, id, name() + suffix);
  }

  /** What a communicator of some of the ranks is made of, the calling one among them. */
  Membership membership(Group of, int ownRank, int id, String suffix) {
    return new Membership(state(), of, ownRank, id, name() + suffix);
  }

  /** The number of the JVM in which a rank is. */
  int jvmOf(int ofRank) {
    return state().job().layout().jvmOf(group.endpoint(ofRank));
  }

  /** A communicator of some of the ranks, the calling one among them. */
  Comm part(Group of, int ownRank, int id, String suffix) {
    return heir(new Comm(membership(of, ownRank, id, suffix)));
  }

  /** An inter-communicator of some of the ranks of either group. */
  InterComm part(Group own, Group remote, int ownRank, int id, String suffix) {
    return heir(new InterComm(new Membership(state(), own, remote, ownRank, id, name() + suffix)));
  }

  /** What all ranks that make a communicator together give, by their order in {@link #all}. */
  int[] exchange(int... given) {
    checkOpen();
    try {
      return collectives.exchange(members.size(), given);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** The locality of the calling rank; see {@link org.ronsel.runtime.Locality}. */
  int[] places() {
    return state().job().locality(engine().rank()).places();
  }

  /** A call that all ranks of a checked job make begins. */
  void begins(CollectiveCall call, boolean waits) {
    collectives.begins(call, waits);
  }

  /** A call that some ranks of a checked job make begins. */
  void begins(CollectiveCall call, GroupMembers part, int tag) {
    collectives.begins(call, part, tag);
  }

  /** The same communicator for buffers whose type is known at run time only. */
  public UntypedComm untyped() {
    return untyped;
  }

  /** The collective operations themselves, also of an inter-communicator. */
  final Collectives algorithms() {
    return collectives.unchecked();
  }

  // ---- collective operations without data; the others are in ArrayCollectives ----

  @Override
  CollectiveCalls collectives() {
    checkOpen();
    return collectives;
  }

  /** Whether the calling rank is the root of a collective call. */
  boolean isRoot(int root) {
    return inter ? root == Ronsel.ROOT : root == rank;
  }

  /** Waits until every rank of this communicator has called it (MPI-4.1, section 6.3). */
  public void barrier() {
    checkOpen();
    collectives.barrier();
  }

  /** Starts a {@link #barrier()}; the request completes when every rank has started it. */
  public Request iBarrier() {
    checkOpen();
    return collectives.start(collectives.barrier(Form.STARTED));
  }

  /** Prepares a {@link #barrier()}, to be started again and again (MPI-4.1, section 6.13). */
  public PersistentRequest persistentBarrier() {
    checkOpen();
    return collectives.prepare(collectives.barrier(Form.PERSISTENT));
  }

  // ---- the rank's program ----

  /**
   * A task that runs as this rank on whatever thread executes it: {@link Ronsel#world()} answers
   * for this rank while it runs. For tasks of pools where ranks share their classes; the methods of
   * a communicator need no binding.
   */
  public Runnable bind(Runnable task) {
    Arguments.present(this, "bind", "task", task);
    return RankIdentity.bind(rankContext(), task);
  }

  /** A task with a result that runs as this rank, as {@link #bind(Runnable)}. */
  public <T extends @Nullable Object> Callable<T> bind(Callable<T> task) {
    Arguments.present(this, "bind", "task", task);
    return RankIdentity.bind(rankContext(), task);
  }

  /**
   * Ends the whole job, of which {@code status} becomes the exit status (MPI-4.1, section 9.3): all
   * ranks' waits throw {@link JobAbortedException}, and the launcher ends their JVMs. An embedded
   * job fails with a {@link RankFailedException}; the JVM goes on.
   *
   * @param status exit status of the job, 1 to 255; of another one the lowest 8 bits count, as for
   *     every process, or 1 where they are 0, which would be success
   * @return never
   * @throws JobAbortedException always
   */
  public RonselException abort(int status) {
    state().job().abort(engine().rank(), status, null);
    throw new JobAbortedException(
        "rank " + engine().rank() + " has aborted the job with status " + status, null);
  }

  /** Ends the job because of an error of this communicator. */
  void abortFor(RonselException error) {
    int code = error.errorClass().code();
    state().job().abort(engine().rank(), code > 255 ? 1 : code, error);
  }

  private RankContext rankContext() {
    return state().job().rank(engine().rank());
  }

  // ---- identity and state ----

  @Override
  void checkOpen() {
    if (closed) {
      throw raise(
          new ClosedException(
              "rank "
                  + rank
                  + ": communicator "
                  + name()
                  + " is closed: it cannot be used any more"));
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** The number of the next channel of a partitioned send. */
  int nextChannel() {
    return channels.updateAndGet(last -> last == PartitionedTransfer.CHANNELS ? 1 : last + 1);
  }

  /** Closes this rank's view: later calls fail, pending operations go on. Local; never blocks. */
  @Override
  public synchronized void close() {
    if (!closed) {
      removeAttributes();
      closed = true;
      if (Observation.CHECK) {
        checks().closed(this);
      }
      collectives.unchecked().close();
      state().leave(members.group(), contextId());
    }
  }

  @Override
  public String toString() {
    return "Comm[" + name() + ", rank " + rank + " of " + size() + "]";
  }
}
