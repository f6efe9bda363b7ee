package org.ronsel;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

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
 *       sendReceive}, {@link #iSendReceive(double[], int, int, double[], int, int) iSendReceive},
 *       {@link #sendReceiveReplace(double[], int, int, int, int) sendReceiveReplace}, {@link
 *       #iSendReceiveReplace(double[], int, int, int, int) iSendReceiveReplace}</td></tr>
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
 *   <tr><td>neighbours in a topology</td><td>{@link #neighborAllGather(double[], double[])
 *       neighborAllGather}, {@link #neighborAllToAll(double[], double[])
 *       neighborAllToAll}</td></tr>
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
public interface Comm
    extends ArrayPointToPoint,
        SegmentPointToPoint,
        BufferPointToPoint,
        ArrayCollectives,
        ArrayNeighbors,
        ObjectMessages,
        AutoCloseable {
  /** The calling rank in this communicator. */
  int rank();

  /** Number of ranks in this communicator. */
  int size();

  /** The ranks of this communicator; those of an inter-communicator's local group. */
  Group group();

  /** Whether this is an {@link InterComm}. */
  boolean isInter();

  /**
   * Whether both are the same communicator, or have the same ranks in the same order (congruent) or
   * in another (similar) (MPI-4.1, section 7.4.1).
   */
  Comparison compare(Comm other);

  // ---- messages that have not been received ----

  /**
   * Waits until a message that matches has arrived, without receiving it (MPI-4.1, section 3.8.1).
   */
  Status probe(int source, int tag);

  /** The status of a message that matches and has arrived, or null if there is none now. */
  @Nullable Status iProbe(int source, int tag);

  /**
   * Waits until a message that matches has arrived, and takes it: only {@link Message#receive} of
   * the object returned will get it, whatever other threads receive (MPI-4.1, section 3.8.2).
   */
  Message mProbe(int source, int tag);

  /** As {@link #mProbe}, if such a message has arrived; null if there is none now. */
  @Nullable Message imProbe(int source, int tag);

  // ---- the buffer of buffered sends ----

  /**
   * Attaches memory for the buffered sends of this communicator (MPI-4.1, section 3.6); without it
   * they use that of {@link Ronsel#attachBuffer}.
   *
   * @param bytes how much the messages that wait at one time may take together, at least 0
   * @throws InvalidArgumentException if a buffer is attached already
   */
  void attachBuffer(long bytes);

  /**
   * Waits until all messages have left the buffer of this communicator, and takes it away.
   *
   * @return its size in bytes
   * @throws InvalidArgumentException if none is attached
   */
  long detachBuffer();

  /** Waits until all messages have left the buffer of this communicator; it stays attached. */
  void flushBuffer();

  // ---- collective operations without data ----

  /** Waits until every rank of this communicator has called it (MPI-4.1, section 6.3). */
  void barrier();

  /** Starts a {@link #barrier()}; the request completes when every rank has started it. */
  Request iBarrier();

  /** Prepares a {@link #barrier()}, to be started again and again (MPI-4.1, section 6.13). */
  PersistentRequest persistentBarrier();

  // ---- communicators made from this one (MPI-4.1, section 7.4) ----

  /**
   * Makes another communicator of the same ranks, whose messages and collective operations are
   * apart from those of this one (MPI-4.1, section 7.4.2). It has the topology of this one, its
   * error handler, and copies of its attributes; no hints.
   */
  Comm dup();

  /**
   * Makes a duplicate, see {@link #dup()}, with the given hints, which may name algorithms; see
   * {@link #info(Info)}.
   */
  Comm dup(Info hints);

  /**
   * Starts to make a duplicate, see {@link #dup()}; it gets the attributes that this communicator
   * has now. Other calls that make communicators from this one may follow at once, in the same
   * order on all ranks.
   */
  PendingComm iDup();

  /** Starts to make a duplicate, see {@link #iDup()}, with the given hints. */
  PendingComm iDup(Info hints);

  /**
   * Makes a communicator for each part of this one (MPI-4.1, section 7.4.2). Of an
   * inter-communicator it makes inter-communicators, of the ranks of both groups that give the same
   * color.
   *
   * @param color ranks that give the same are in one part; at least 0, or {@link Ronsel#UNDEFINED}
   *     to be in none
   * @param key the ranks of a part are ordered by it, and by their ranks here where it is the same
   * @return the part of this rank, or null for {@link Ronsel#UNDEFINED}, or if nobody of an
   *     inter-communicator's remote group gives the color
   * @throws InvalidArgumentException if the color is negative; the other ranks wait for this one
   */
  @Nullable Comm split(int color, int key);

  /**
   * Makes a communicator of the ranks that are in the same place of the machine (MPI-4.1, section
   * 7.4.2).
   *
   * @param type the same on all ranks, but for those that are in no part: {@link
   *     SplitType#UNDEFINED}
   * @param key orders the ranks of a part, as in {@link #split}
   * @param hints for {@link SplitType#HARDWARE_GUIDED} the kind of place
   * @return the part of this rank, or null if it is not confined to a place of that kind
   */
  @Nullable Comm splitType(SplitType type, int key, Info hints);

  /** Makes a communicator of the ranks that are in the same place; see {@link #splitType}. */
  @Nullable Comm splitType(SplitType type, int key);

  /**
   * Makes a communicator of some of the ranks (MPI-4.1, section 7.4.2). Collective: also ranks that
   * are in no group call it, with {@link Group#EMPTY}. Different ranks may give different groups
   * that have no member in common; all members of a group give the same one. The ranks of an
   * inter-communicator's two groups each give a group of their own.
   *
   * @return the new communicator, whose ranks are those of the group; null for a rank that is not
   *     in the group it gives, and where one of the two groups is empty
   * @throws InvalidArgumentException if a member of the group is not in this communicator
   */
  @Nullable Comm create(Group group);

  /**
   * Makes a communicator of some of the ranks, which alone call this (MPI-4.1, section 7.4.2).
   *
   * @param group the ranks, in the order they shall have; the calling one is a member
   * @param tag at least 0; different for calls that threads of a rank make on this communicator at
   *     the same time. It has nothing to do with the tags of messages.
   * @throws InvalidArgumentException if a member of the group is not in this communicator, or the
   *     calling rank is not a member
   */
  Comm createGroup(Group group, int tag);

  /**
   * Makes an inter-communicator of the ranks of this communicator and those of another, which all
   * call it on theirs (MPI-4.1, section 7.6.2). The groups have no member in common.
   *
   * @param localLeader the rank of this communicator that talks to the other leader
   * @param peer a communicator that both leaders are in; looked at by the leader only
   * @param remoteLeader the rank in {@code peer} of the other leader; looked at by the leader only
   * @param tag at least 0; different for calls that are under way at the same time between the same
   *     leaders. It has nothing to do with the tags of messages.
   */
  InterComm createInter(int localLeader, @Nullable Comm peer, int remoteLeader, int tag);

  // ---- communicators with a topology (MPI-4.1, chapter 8) ----

  /**
   * Makes a communicator whose ranks are the cells of a grid (MPI-4.1, section 8.5.1).
   *
   * @param dims number of cells along each dimension, at least 1; none for a single cell
   * @param periods whether each dimension is a ring
   * @param reorder whether ranks may get other numbers than here
   * @return null for a rank that gets no cell because the grid has fewer than there are ranks
   * @throws InvalidArgumentException if the grid has more cells than there are ranks
   */
  @Nullable CartComm createCart(int[] dims, boolean[] periods, boolean reorder);

  /**
   * The rank that the calling one would have in a grid if ranks that are neighbours in it were in
   * one JVM where possible (MPI-4.1, section 8.5.8). Local.
   *
   * @return {@link Ronsel#UNDEFINED} if it would have no cell
   */
  int mapCart(int[] dims, boolean[] periods);

  /**
   * Makes a communicator whose ranks are the nodes of a graph (MPI-4.1, section 8.5.3).
   *
   * @param index for each node how many neighbours it and the nodes before it have together
   * @param edges the neighbours of node 0, then those of node 1, and so on
   * @param reorder whether ranks may get other numbers than here
   * @return null for a rank that gets no node because the graph has fewer than there are ranks
   */
  @Nullable GraphComm createGraph(int[] index, int[] edges, boolean reorder);

  /**
   * The rank that the calling one would have in a graph if ranks that are neighbours in it were in
   * one JVM where possible (MPI-4.1, section 8.5.8). Local.
   *
   * @return {@link Ronsel#UNDEFINED} if it would have no node
   */
  int mapGraph(int[] index, int[] edges);

  /**
   * Makes a communicator of a graph of which every rank gives its own edges (MPI-4.1, section
   * 8.5.4).
   *
   * @param sources ranks that send to this one; a rank may be given several times
   * @param sourceWeights how much each of them sends, or null if that is not known; null on all
   *     ranks or on none
   * @param destinations ranks that this one sends to, who give it as a source as often
   * @param destinationWeights how much goes to each of them, or null if that is not known
   * @param hints ignored
   * @param reorder whether ranks may get other numbers than here; rank {@code r} then has the edges
   *     that rank {@code r} of this communicator gave
   */
  DistGraphComm createDistGraphAdjacent(
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      Info hints,
      boolean reorder);

  /**
   * Makes a communicator of a graph of which every rank gives some edges, of whichever ranks
   * (MPI-4.1, section 8.5.4).
   *
   * @param sources ranks that send
   * @param degrees how many destinations follow for each of them
   * @param destinations the destinations of the first source, then of the next, and so on
   * @param weights how much goes over each edge, or null if that is not known; null on all ranks or
   *     on none
   * @param hints ignored
   * @param reorder whether ranks may get other numbers than here
   */
  DistGraphComm createDistGraph(
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      Info hints,
      boolean reorder);

  // ---- what a program says about the communicator ----

  /**
   * Name for messages and reports (MPI-4.1, section 7.8): {@code world}, {@code self}, derived from
   * the parent's, or as set.
   */
  String name();

  /**
   * Names the communicator, for this rank's messages and reports.
   *
   * @throws InvalidArgumentException if {@code name} is null
   */
  void name(String name);

  /** A copy of the hints of this communicator (MPI-4.1, section 7.4.4). */
  Info info();

  /**
   * Adds hints. Those of the standard, assertions such as {@code mpi_assert_no_any_tag}, are kept
   * and have no effect now.
   *
   * <p>A hint {@code ronsel.collective.<operation>}, such as {@code ronsel.collective.allReduce},
   * names the algorithm that is to serve the operation on this communicator wherever it can; {@code
   * auto} leaves the choice to Ronsel again. With such hints the call is collective: all ranks give
   * the same ones, between the same two collective calls. A persistent operation keeps the
   * algorithm that it was made with.
   *
   * @throws InvalidArgumentException if a hint names no operation or no algorithm of it
   */
  void info(Info hints);

  /** The value kept under a key (MPI-4.1, section 7.7), or null. */
  <T> @Nullable T attribute(AttributeKey<T> key);

  /** Keeps a value under a key; an earlier one is deleted first, with its key's callback. */
  <T> void attribute(AttributeKey<T> key, T value);

  /**
   * Removes the value kept under a key, with its key's callback.
   *
   * @return whether there was one
   */
  <T> boolean removeAttribute(AttributeKey<T> key);

  /**
   * Removes all values with their keys' callbacks, those set last first, as the end of the
   * communicator does: of {@link Ronsel#self()} that is the end of the rank (MPI-4.1, section
   * 11.2.4), where the callbacks may still communicate.
   */
  void removeAttributes();

  /** The handler that is called when a call on this communicator fails. */
  ErrorHandler errorHandler();

  /** Says what happens when a call on this communicator fails. */
  void errorHandler(ErrorHandler handler);

  // ---- ranks that have failed (User Level Failure Mitigation, MPI Forum ticket 20) ----
  //
  // In a job that goes on when a process of it fails: ronsel run --on-failure=report.

  /**
   * The ranks of this communicator whose processes have failed, as far as the calling rank knows;
   * ranks may learn of a failure at different times. Local.
   */
  Group failedRanks();

  /**
   * Notes that the program knows of the failed ranks: from now on receives and probes with {@link
   * Ronsel#ANY_SOURCE} wait for the others, where they would fail because one of these might have
   * been the sender. Local.
   *
   * @return all that have been acknowledged
   */
  Group acknowledgeFailures();

  /**
   * Revokes this communicator on all ranks: what is under way on it, and what is called later,
   * fails with a {@link RevokedException}, except {@link #agree}, {@link #shrink}, {@link
   * #failedRanks}, {@link #acknowledgeFailures} and {@link #close}. A rank that has met an error
   * calls it so that no other waits for messages that will not come. Not collective; does not
   * block; may be called by several ranks.
   */
  void revoke();

  /** Whether the calling rank knows that this communicator has been revoked. */
  boolean isRevoked();

  /**
   * Agrees with the other ranks on the bits that all have set, also if this communicator is revoked
   * and if ranks fail meanwhile. Collective over the ranks that are left; all of them get the same
   * result, and know afterwards of the same failed ranks, at least. One thread at a time calls this
   * or {@link #shrink}.
   *
   * @param bits those of a rank that fails before it has given them count or not, for all alike
   * @return the bits of all ranks, combined by AND
   * @throws UnsupportedFeatureException in a job that has not been started by {@code ronsel run}
   *     and has several JVMs, or on an inter-communicator
   */
  int agree(int bits);

  /**
   * Makes a communicator of the ranks that are left, in the same order, also if this one is revoked
   * and if ranks fail meanwhile: one that has been known to have failed, by any rank, when this was
   * called is not in it. Collective over the ranks that are left. A rank whose program has ended
   * counts as failed.
   *
   * @throws UnsupportedFeatureException as {@link #agree} does
   */
  Comm shrink();

  // ---- the rank's program ----

  /**
   * A task that runs as this rank on whatever thread executes it: {@link Ronsel#world()} answers
   * for this rank while it runs. For tasks of pools where ranks share their classes; the methods of
   * a communicator need no binding.
   */
  Runnable bind(Runnable task);

  /** A task with a result that runs as this rank, as {@link #bind(Runnable)}. */
  <T extends @Nullable Object> Callable<T> bind(Callable<T> task);

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
  RonselException abort(int status);

  // ---- for other interfaces ----

  /** Opens a {@link Session} for the rank that this communicator belongs to, on whatever thread. */
  Session openSession();

  /** The same communicator for buffers whose type is known at run time only. */
  @Override
  UntypedComm untyped();

  /** Closes this rank's view: later calls fail, pending operations go on. Local; never blocks. */
  @Override
  void close();
}
