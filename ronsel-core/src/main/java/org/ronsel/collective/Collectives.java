package org.ronsel.collective;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.direct.DirectForm;
import org.ronsel.collective.direct.SharedMeeting;
import org.ronsel.collective.direct.Visit;
import org.ronsel.collective.linear.Exchange;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Bindings;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleRun;
import org.ronsel.collective.selection.Selection;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.selection.Shape;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/**
 * The collective operations of one communicator for one of its ranks. What an {@link Invocation}
 * says has been checked above; its output is used only where the rank gets a result.
 *
 * <p>All ranks must call the operations of a communicator in the same order; so the number of calls
 * that are executed by messages, which every rank counts for itself, makes a matching context for
 * each.
 */
public final class Collectives {
  /** One that nobody fills in. */
  private static final Invocation BARRIER = new Invocation();

  private final Engine engine;
  private final Members members;
  private final Supplier<Placement> places;
  private final int context;
  private final @Nullable Supplier<SharedMeeting> meeting;
  private final ScratchPool scratch = new ScratchPool();
  private final ScratchPool values = new ScratchPool();
  private final ScheduleCache schedules;

  /** Which algorithms serve the calls; only replaced between the calls of all ranks. */
  private volatile SelectionTable table;

  private volatile @Nullable Selection selection;
  private final boolean crowded;

  /**
   * Bit for each collective operation whose blocking form is always direct: looked at in every
   * call.
   */
  private volatile int direct;

  /** Where it is told which algorithms serve the calls, if anywhere. */
  private final @Nullable Recorder recorder;

  private final AtomicInteger instances = new AtomicInteger();
  private final AtomicReference<@Nullable CollectiveRequest> idleRequest = new AtomicReference<>();
  private final AtomicReference<@Nullable Invocation> idleInvocation = new AtomicReference<>();
  private volatile @Nullable Visit visit;
  private volatile @Nullable Placement placement;

  /**
   * Makes the collective operations of a communicator.
   *
   * @param places where the members are, called once at most
   * @param context matching context, which no other communicator has
   * @param table which algorithms serve the calls
   * @param crowded whether the ranks of the job outnumber the cores that they run on
   * @param meeting where the ranks meet if all live in this JVM, called once at most; else null
   */
  public Collectives(
      Engine engine,
      Members members,
      Supplier<Placement> places,
      int context,
      SelectionTable table,
      boolean crowded,
      @Nullable Supplier<SharedMeeting> meeting) {
    this.engine = engine;
    this.members = members;
    this.places = places;
    this.context = context;
    this.crowded = crowded;
    this.meeting = meeting;
    this.recorder = Observation.PROFILE ? engine.recorder() : null;
    this.schedules = new ScheduleCache(engine, members, this::placement, scratch);
    this.table = table;
    this.direct = meeting == null ? 0 : selection().alwaysDirect();
  }

  /**
   * Says by which table calls are served from now on. All ranks do so between the same two
   * collective calls.
   */
  public void select(SelectionTable by) {
    table = by;
    selection = null;
    direct = meeting == null ? 0 : selection().alwaysDirect();
  }

  // ---- calls ----

  /** A barrier that blocks. */
  public void barrier() {
    if (isAlwaysDirect(Collective.BARRIER) || isDirect(BARRIER)) {
      if (Observation.PROFILE) {
        served(Collective.BARRIER, 0, true, false);
      }
      visit().barrier();
    } else {
      runSchedule(BARRIER);
    }
  }

  /** Blocking allReduce of one value; see {@link Reduction#combine(long, long)} for its bits. */
  public long allReduce(ElementType type, long bits, Reduction op) {
    if (isAlwaysDirect(Collective.ALL_REDUCE)) {
      if (Observation.PROFILE) {
        served(Collective.ALL_REDUCE, type.bytes(), op.commutative(), true);
      }
      return visit().allReduce(type, bits, op);
    }
    Object value = values.take(type, 1);
    op.store(value, 0, bits);
    Invocation call = invocation();
    run(
        call.of(Invocation.Form.BLOCKING, Collective.ALL_REDUCE, type, 1)
            .from(value, 0)
            .to(value, 0)
            .combinedBy(op));
    long result = op.load(value, 0);
    values.giveBack(type, value);
    return result;
  }

  /** One to fill in for {@link #run}, which takes it back. */
  public Invocation invocation() {
    Invocation idle = idleInvocation.getAndSet(null);
    return idle != null ? idle : new Invocation();
  }

  /** Makes a call and waits until the rank's part is done. */
  public void run(Invocation call) {
    if (isAlwaysDirect(call.collective()) || isDirect(call)) {
      if (Observation.PROFILE) {
        served(call.collective(), comparedBytes(call), call.commutative(), call.inPlace());
      }
      visit().attend(call);
    } else {
      runSchedule(call);
    }
    call.release();
    idleInvocation.set(call);
  }

  /** Makes a blocking call by messages. */
  private void runSchedule(Invocation call) {
    CollectiveRequest request = idleRequest.getAndSet(null);
    if (request == null) {
      request = new CollectiveRequest(engine, call.call());
    } else {
      request.renew(call.call());
    }
    start(call, request);
    engine.await(request);
    idleRequest.set(request); // not after an error: a late completion could reach the next call
  }

  /** Makes a call and does not wait. */
  public CollectiveRequest start(Invocation call) {
    CollectiveRequest request = new CollectiveRequest(engine, call.call());
    start(call, request);
    return request;
  }

  /**
   * Starts a call once more whose request of the last time is complete.
   *
   * @param request of that time, or null
   */
  public CollectiveRequest restart(Invocation call, @Nullable CollectiveRequest request) {
    if (request == null) {
      return start(call);
    }
    request.renew(call.call());
    start(call, request);
    return request;
  }

  /** Starts an exchange, which counts as one of the operations of the communicator. */
  public Operation start(Exchange.Builder rounds, String call) {
    if (Observation.PROFILE && recorder != null) {
      recorder.served(call.intern(), call, "exchange", -1);
    }
    return rounds
        .build(engine, members, call)
        .start((long) instances.getAndIncrement() << 32 | context);
  }

  // ---- choosing and running ----

  private boolean isAlwaysDirect(Collective collective) {
    return (direct >>> collective.ordinal() & 1) != 0;
  }

  private boolean isDirect(Invocation call) {
    Collective collective = call.collective();
    return meeting != null
        && selection().find(collective, comparedBytes(call), call.commutative(), call.inPlace())
            instanceof DirectForm;
  }

  /** Records what serves a direct call. */
  private void served(Collective collective, long bytes, boolean commutative, boolean inPlace) {
    served(selection().find(collective, bytes, commutative, inPlace), bytes);
  }

  private void served(Algorithm algorithm, long bytes) {
    Collective collective = algorithm.collective();
    if (recorder != null) {
      recorder.served(
          algorithm, collective.call(), algorithm.name(), collective.hasTable() ? -1 : bytes);
    }
  }

  /** The length of the message as all ranks know it. */
  private static long comparedBytes(Invocation call) {
    return call.collective().hasTable() ? 0 : call.bytes();
  }

  /** The rules for this communicator, made when they are first needed. */
  private Selection selection() {
    Selection known = selection;
    if (known == null) {
      known = table.forShape(Shape.of(placement(), crowded));
      selection = known;
    }
    return known;
  }

  /** Where the members are. */
  private Placement placement() {
    Placement known = placement;
    if (known == null) {
      known = places.get(); // made alike by whoever comes first
      placement = known;
    }
    return known;
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

  private void start(Invocation call, CollectiveRequest request) {
    Collective collective = call.collective();
    ScheduledAlgorithm algorithm =
        selection()
            .findScheduled(collective, comparedBytes(call), call.commutative(), call.inPlace())
            .forBytes(comparedBytes(call));
    if (Observation.PROFILE) {
      served(algorithm, comparedBytes(call));
    }
    ScheduleRun run = schedules.take(algorithm, call.root());
    Bindings bindings = run.bindings();
    bindings.shape(call.type(), call.count(), call.reduction());
    if (collective.hasTable()) {
      bindings.blocks(
          call.inputCounts(),
          call.inputDisplacements(),
          call.outputCounts(),
          call.outputDisplacements(),
          call.count());
    }
    bindings.input(call.input(), call.inputAt());
    bindings.output(call.output(), call.outputAt());
    bindings.scratch(scratch.take(call.type(), bindings.scratchElements()));
    run.start((long) instances.getAndIncrement() << 32 | context, request);
  }
}
