package org.ronsel.collective;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.direct.SharedMeeting;
import org.ronsel.collective.direct.Visit;
import org.ronsel.collective.linear.Exchange;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.ScheduleRun;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;

/**
 * The collective operations of one communicator for one of its ranks. Arguments are checked above;
 * offsets and counts are in elements; buffers are primitive arrays. {@code output} is used only
 * where the rank gets a result, and may be {@code input} in the same place.
 *
 * <p>All ranks must call the operations of a communicator in the same order; so the number of calls
 * that are executed by messages, which every rank counts for itself, makes a matching context for
 * each.
 */
public final class Collectives {
  private static final byte[] NOTHING = {};

  private final Engine engine;
  private final Members members;
  private final int context;
  private final SelectionTable table;
  private final @Nullable Supplier<SharedMeeting> meeting;
  private final ScratchPool scratch = new ScratchPool();
  private final ScratchPool values = new ScratchPool();
  private final ScheduleCache schedules;

  /**
   * Bit for each collective operation whose blocking form is always direct: looked at in every
   * call.
   */
  private final int direct;

  private final AtomicInteger instances = new AtomicInteger();
  private final AtomicReference<@Nullable CollectiveRequest> idleRequest = new AtomicReference<>();
  private volatile @Nullable Visit visit;

  /**
   * Makes the collective operations of a communicator.
   *
   * @param context matching context, which no other communicator has
   * @param meeting where the ranks meet if all live in this JVM, called once at most; else null
   */
  public Collectives(
      Engine engine,
      Members members,
      int context,
      SelectionTable table,
      @Nullable Supplier<SharedMeeting> meeting) {
    this.engine = engine;
    this.members = members;
    this.context = context;
    this.table = table;
    this.meeting = meeting;
    this.schedules = new ScheduleCache(engine, members, scratch);
    this.direct = meeting == null ? 0 : table.alwaysDirect();
  }

  // ---- barrier ----

  /** Blocking barrier. */
  public void barrier() {
    if (isDirect(Collective.BARRIER)) {
      visit().barrier();
    } else {
      Algorithm algorithm = select(Collective.BARRIER, 0, true);
      run(algorithm, ElementType.BYTE, NOTHING, 0, NOTHING, 0, 0, null, 0);
    }
  }

  /** Starts a barrier. */
  public CollectiveRequest startBarrier() {
    Algorithm algorithm = select(Collective.BARRIER, 0, true);
    return start(algorithm, ElementType.BYTE, NOTHING, 0, NOTHING, 0, 0, null, 0);
  }

  // ---- broadcast ----

  /** Blocking broadcast. */
  public void broadcast(ElementType type, Object array, int at, int count, int root) {
    if (isDirect(Collective.BROADCAST)) {
      visit().broadcast(type, array, at, count, root);
    } else {
      Algorithm algorithm = select(Collective.BROADCAST, bytes(type, count), true);
      run(algorithm, type, array, at, array, at, count, null, root);
    }
  }

  /** Starts a broadcast. */
  public CollectiveRequest startBroadcast(
      ElementType type, Object array, int at, int count, int root) {
    Algorithm algorithm = select(Collective.BROADCAST, bytes(type, count), true);
    return start(algorithm, type, array, at, array, at, count, null, root);
  }

  // ---- reduce ----

  /** Blocking reduce. */
  public void reduce(
      ElementType type,
      Object input,
      int inputAt,
      Object output,
      int outputAt,
      int count,
      Reduction op,
      int root) {
    if (isDirect(Collective.REDUCE)) {
      visit().reduce(type, input, inputAt, output, outputAt, count, op, root);
    } else {
      Algorithm algorithm = select(Collective.REDUCE, bytes(type, count), op.commutative());
      run(algorithm, type, input, inputAt, output, outputAt, count, op, root);
    }
  }

  /** Starts a reduce. */
  public CollectiveRequest startReduce(
      ElementType type,
      Object input,
      int inputAt,
      Object output,
      int outputAt,
      int count,
      Reduction op,
      int root) {
    Algorithm algorithm = select(Collective.REDUCE, bytes(type, count), op.commutative());
    return start(algorithm, type, input, inputAt, output, outputAt, count, op, root);
  }

  // ---- allReduce ----

  /** Blocking allReduce. */
  public void allReduce(
      ElementType type,
      Object input,
      int inputAt,
      Object output,
      int outputAt,
      int count,
      Reduction op) {
    if (isDirect(Collective.ALL_REDUCE)) {
      visit().allReduce(type, input, inputAt, output, outputAt, count, op);
    } else {
      Algorithm algorithm = select(Collective.ALL_REDUCE, bytes(type, count), op.commutative());
      run(algorithm, type, input, inputAt, output, outputAt, count, op, 0);
    }
  }

  /** Blocking allReduce of one value; see {@link Reduction#combine(long, long)} for its bits. */
  public long allReduce(ElementType type, long bits, Reduction op) {
    if (isDirect(Collective.ALL_REDUCE)) {
      return visit().allReduce(type, bits, op);
    }
    Algorithm algorithm = select(Collective.ALL_REDUCE, type.bytes(), op.commutative());
    Object value = values.take(type, 1);
    op.store(value, 0, bits);
    run(algorithm, type, value, 0, value, 0, 1, op, 0);
    long result = op.load(value, 0);
    values.giveBack(type, value);
    return result;
  }

  /** Starts an allReduce. */
  public CollectiveRequest startAllReduce(
      ElementType type,
      Object input,
      int inputAt,
      Object output,
      int outputAt,
      int count,
      Reduction op) {
    Algorithm algorithm = select(Collective.ALL_REDUCE, bytes(type, count), op.commutative());
    return start(algorithm, type, input, inputAt, output, outputAt, count, op, 0);
  }

  // ---- gather ----

  /** Blocking gather of blocks of {@code count} elements. */
  public void gather(
      ElementType type,
      Object input,
      int inputAt,
      int count,
      Object output,
      int outputAt,
      int root) {
    if (isDirect(Collective.GATHER)) {
      visit().gather(type, input, inputAt, count, output, outputAt, root);
    } else {
      Algorithm algorithm = select(Collective.GATHER, bytes(type, count), true);
      run(algorithm, type, input, inputAt, output, outputAt, count, null, root);
    }
  }

  /** Starts a gather. */
  public CollectiveRequest startGather(
      ElementType type,
      Object input,
      int inputAt,
      int count,
      Object output,
      int outputAt,
      int root) {
    Algorithm algorithm = select(Collective.GATHER, bytes(type, count), true);
    return start(algorithm, type, input, inputAt, output, outputAt, count, null, root);
  }

  // ---- allGather ----

  /** Blocking allGather of blocks of {@code count} elements. */
  public void allGather(
      ElementType type, Object input, int inputAt, int count, Object output, int outputAt) {
    if (isDirect(Collective.ALL_GATHER)) {
      visit().allGather(type, input, inputAt, count, output, outputAt);
    } else {
      Algorithm algorithm = select(Collective.ALL_GATHER, bytes(type, count), true);
      run(algorithm, type, input, inputAt, output, outputAt, count, null, 0);
    }
  }

  /** Starts an allGather. */
  public CollectiveRequest startAllGather(
      ElementType type, Object input, int inputAt, int count, Object output, int outputAt) {
    Algorithm algorithm = select(Collective.ALL_GATHER, bytes(type, count), true);
    return start(algorithm, type, input, inputAt, output, outputAt, count, null, 0);
  }

  // ---- exchanges ----

  /** Starts an exchange, which counts as one of the operations of the communicator. */
  public Operation start(Exchange.Builder rounds, String call) {
    return rounds
        .build(engine, members, call)
        .start((long) instances.getAndIncrement() << 32 | context);
  }

  // ---- choosing and running ----

  private static long bytes(ElementType type, int count) {
    return (long) count << type.shift();
  }

  private boolean isDirect(Collective collective) {
    return (direct >>> collective.ordinal() & 1) != 0;
  }

  /** The algorithm for a call that is not, or cannot be, direct. */
  private Algorithm select(Collective collective, long bytes, boolean commutative) {
    return table.select(collective, members.size(), bytes, commutative);
  }

  private Visit visit() {
    Visit known = visit;
    return known != null ? known : makeVisit();
  }

  private synchronized Visit makeVisit() {
    Visit known = visit;
    Supplier<SharedMeeting> place = meeting;
    if (known == null && place != null) {
      known = new Visit(engine, members, place.get(), context);
      visit = known;
    }
    if (known == null) {
      throw new IllegalStateException("a direct form was selected for ranks of several JVMs");
    }
    return known;
  }

  private void run(
      Algorithm algorithm,
      ElementType type,
      Object input,
      int inputAt,
      Object output,
      int outputAt,
      int count,
      @Nullable Reduction op,
      int root) {
    String call = algorithm.collective().call();
    CollectiveRequest request = idleRequest.getAndSet(null);
    if (request == null) {
      request = new CollectiveRequest(engine, call);
    } else {
      request.renew(call);
    }
    start(request, algorithm, type, input, inputAt, output, outputAt, count, op, root);
    engine.await(request);
    idleRequest.set(request); // not after an error: a late completion could reach the next call
  }

  private CollectiveRequest start(
      Algorithm algorithm,
      ElementType type,
      Object input,
      int inputAt,
      Object output,
      int outputAt,
      int count,
      @Nullable Reduction op,
      int root) {
    CollectiveRequest request =
        new CollectiveRequest(engine, algorithm.collective().startingCall());
    start(request, algorithm, type, input, inputAt, output, outputAt, count, op, root);
    return request;
  }

  private void start(
      CollectiveRequest request,
      Algorithm algorithm,
      ElementType type,
      Object input,
      int inputAt,
      Object output,
      int outputAt,
      int count,
      @Nullable Reduction op,
      int root) {
    ScheduleRun run = schedules.take((ScheduledAlgorithm) algorithm, root);
    run.bind(type, count, op, input, inputAt, output, outputAt);
    run.bindings().scratch(scratch.take(type, run.bindings().scratchElements()));
    run.start((long) instances.getAndIncrement() << 32 | context, request);
  }
}
