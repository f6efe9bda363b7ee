package org.ronsel.collective;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Bindings;
import org.ronsel.collective.schedule.CollectiveRequest;
import org.ronsel.collective.schedule.Members;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.ScheduleRun;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.collective.shared.CopyAlgorithm;
import org.ronsel.collective.shared.DirectAlgorithm;
import org.ronsel.collective.shared.Participant;
import org.ronsel.collective.shared.SegmentAccess;
import org.ronsel.collective.shared.SharedAlgorithms;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.failure.CallLog;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.request.ProgramFailure;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/**
 * The collective operations of one communicator for one of its ranks. What an {@link Invocation}
 * says has been checked above; its output is used only where the rank gets a result.
 *
 * <p>All ranks must call the operations of a communicator in the same order, and initialise the
 * persistent ones so; the number of a call, which every rank counts for itself, makes a matching
 * context for each that is executed by messages ({@link CallInstances}).
 */
public final class Collectives {
  /** The invocation of barriers, which have no arguments. */
  private static final Invocation BARRIER = new Invocation();

  private final Engine engine;
  private final Members members;
  private final int context;
  private final FailureCodec failures;
  private final ErrorPropagation errors;
  private final SegmentAccess segment;
  private final AlgorithmSelector selector;
  private final ScratchPool scratch = new ScratchPool();

  /** Arrays of one element, by type. */
  private final List<BiasedPool<Object>> values = new ArrayList<>();

  private final ScheduleCache schedules;
  private final CallLog log;

  /** Records which algorithms serve the calls; null if nothing is recorded. */
  private final @Nullable Recorder recorder;

  private final CallInstances instances = new CallInstances();
  private final BiasedPool<CollectiveRequest> requests = new BiasedPool<>();
  private final BiasedPool<Invocation> invocations = new BiasedPool<>();
  private final Participant.Fallback fallback = this::fallBack;

  /**
   * A blocking call whose caller was interrupted, and which goes on. Its result is in place before
   * the next blocking call begins.
   *
   * @param staging takes the result to its place; null where it is there already
   * @param request by which the call goes on; null if a thread of the {@link Participant} makes it
   */
  private record Interrupted(
      Invocation.@Nullable Staging staging, @Nullable CollectiveRequest request) {}

  /** The last such call; for one thread of the rank at a time, as blocking calls are. */
  private @Nullable Interrupted interrupted;

  /**
   * Makes the collective operations of a communicator.
   *
   * @param places where the members are, called once at most
   * @param context matching context, which no other communicator has
   * @param table which algorithms serve the calls
   * @param oversubscribed whether the ranks of the job outnumber the cores that they run on
   * @param failures for what operators of the program throw
   * @param segment of ranks that share memory
   */
  public Collectives(
      Engine engine,
      Members members,
      Supplier<Placement> places,
      int context,
      SelectionTable table,
      boolean oversubscribed,
      FailureCodec failures,
      SegmentAccess segment) {
    this.engine = engine;
    this.members = members;
    this.context = context;
    this.failures = failures;
    this.segment = segment;
    this.selector = new AlgorithmSelector(members, segment, places, table, oversubscribed);
    this.errors = new ErrorPropagation(members, engine.failedCalls(), context);
    this.recorder = Observation.PROFILE ? engine.recorder() : null;
    this.log =
        new CallLog(
            context, members.size(), members::endpoint, members::name, CallFingerprint::operation);
    this.schedules = new ScheduleCache(engine, members, selector::placement, scratch);
    for (ElementType _ : ElementType.values()) {
      values.add(new BiasedPool<>());
    }
    if (members.size() > 1) {
      engine.callLogs().add(log);
    }
  }

  /**
   * Says by which table calls are served from now on. All ranks do so between the same two
   * collective calls.
   */
  public void select(SelectionTable table) {
    selector.use(table);
  }

  /**
   * Whether other ranks' threads may read and write the data of a blocking call: where it is
   * direct, or becomes so when its blocks are found to be too long for copying.
   */
  public boolean isSharedWithThreads(Invocation call) {
    return selector.isSharedWithThreads(call);
  }

  // ---- calls ----

  /** A barrier that blocks. */
  public void barrier() {
    awaitEarlier();
    note(BARRIER);
    try {
      if (selector.isAlwaysDirect(Collective.BARRIER)) {
        if (Observation.PROFILE) {
          served(BARRIER);
        }
        segment.participantInJvm().barrier();
      } else {
        make(BARRIER, null);
      }
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true; // the rank's part of the call is half done
      throw overflow;
    }
  }

  /**
   * A barrier that is made to its end also when the thread is interrupted in it.
   *
   * @return whether it was; then its interrupt status is clear
   */
  public boolean barrierUninterruptibly() {
    boolean told = awaitEarlierUninterruptibly();
    try {
      barrier();
      return told;
    } catch (WaitInterruptedException left) {
      Interrupted call = interrupted;
      awaitEarlierUninterruptibly();
      throwFailure(call);
      return true;
    }
  }

  /**
   * As {@link #awaitEarlier}, to the end.
   *
   * @return whether the thread was interrupted meanwhile; then its interrupt status is clear
   */
  public boolean awaitEarlierUninterruptibly() {
    boolean told = false;
    while (true) {
      try {
        awaitEarlier();
        return told;
      } catch (WaitInterruptedException again) {
        told = true;
      }
    }
  }

  private void throwFailure(@Nullable Interrupted call) {
    if (call != null && call.request() instanceof CollectiveRequest request) {
      engine.await(request); // it is complete
    } else if (segment.participant() instanceof Participant participant) {
      participant.throwFailureOfInterrupted();
    }
  }

  /** Blocking allReduce of one value; see {@link Reduction#combine(long, long)} for its bits. */
  public long allReduce(ElementType type, long bits, Reduction op) {
    if (selector.isAlwaysDirect(Collective.ALL_REDUCE) && op.isForSingleValues()) {
      awaitEarlier();
      note(CallFingerprint.ALL_REDUCE, CallFingerprint.ofValue(type, op));
      if (Observation.PROFILE) {
        served(selector.ofOneValue(type, op), type.bytes());
      }
      try {
        return segment.participantInJvm().allReduce(type, bits, op);
      } catch (ProgramFailure failure) {
        throw failure.raise();
      } catch (StackOverflowError overflow) {
        engine.lock.poisoned = true;
        throw overflow;
      }
    }
    Object value = takeOne(type);
    op.store(value, 0, bits);
    Invocation call = invocation();
    run(
        call.of(Invocation.CallKind.BLOCKING, Collective.ALL_REDUCE, type, 1)
            .from(value, 0)
            .to(value, 0)
            .combinedBy(op));
    long result = op.load(value, 0);
    giveBackOne(type, value);
    return result;
  }

  /** An array of one element, for a call with one value; others may take one meanwhile. */
  public Object takeOne(ElementType type) {
    Object idle = values.get(type.ordinal()).take();
    return idle != null ? idle : Array.newInstance(type.carrier(), 1);
  }

  /** Gives back what {@link #takeOne} has given; not after an error: others may use it still. */
  public void giveBackOne(ElementType type, Object array) {
    values.get(type.ordinal()).giveBack(array);
  }

  /** An invocation to fill in for {@link #run}, which takes it back. */
  public Invocation invocation() {
    Invocation idle = invocations.take();
    return idle != null ? idle : new Invocation();
  }

  /** Makes a call and waits until the rank's part is done. */
  public void run(Invocation call) {
    Invocation.Staging staging = call.staging();
    awaitEarlier();
    note(call);
    try {
      make(call, staging);
    } catch (WaitInterruptedException left) {
      leave(staging, null);
      throw left;
    } catch (ProgramFailure failure) {
      throw failure.raise(); // the rank's part is done
    } catch (StackOverflowError overflow) {
      engine.lock.poisoned = true;
      throw overflow;
    }
    if (staging != null) {
      staging.unload();
    }
    call.release();
    invocations.giveBack(call);
  }

  /**
   * A call that was interrupted goes on; the next one that may use the same memory waits for it
   * first. If that wait is interrupted, too, the next call has not begun.
   */
  public void awaitEarlier() {
    Participant participant = segment.participant();
    if (participant != null) {
      participant.awaitEarlier();
    }
    if (interrupted != null) {
      endInterrupted(interrupted);
    }
  }

  /** The caller of a blocking call leaves it; see {@link Interrupted}. */
  private void leave(Invocation.@Nullable Staging staging, @Nullable CollectiveRequest request) {
    if (interrupted == null && (staging != null || request != null)) {
      interrupted = new Interrupted(staging, request);
    }
  }

  private void endInterrupted(Interrupted call) {
    CollectiveRequest request = call.request();
    if (request != null) {
      try {
        engine.await(request);
      } catch (WaitInterruptedException again) {
        throw members.interruptedBefore(again);
      } catch (RuntimeException failed) {
        interrupted = null; // it has no result, and its caller has left
        return;
      }
    }
    interrupted = null;
    Invocation.Staging staging = call.staging();
    if (staging != null) {
      try {
        staging.unload();
      } catch (RuntimeException closed) {
        // The memory is gone, and with it the place where the result could be seen.
      }
    }
  }

  private void make(Invocation call, Invocation.@Nullable Staging staging) {
    if (call.hasLengthOfRoot()) {
      makeWithLengthOfRoot(call);
      return;
    }
    Algorithm inMemory = selector.inMemory(call);
    if (inMemory instanceof DirectAlgorithm) {
      makeDirectly(call, staging);
    } else if (!(inMemory instanceof CopyAlgorithm) || !copy(call, staging)) {
      runSchedule(call);
    }
  }

  /** Makes a broadcast for which no algorithm can be selected: not all ranks know its length. */
  private void makeWithLengthOfRoot(Invocation call) {
    Participant participant = segment.isPossible() ? participant() : null;
    if (participant == null) {
      broadcastWithLength(call);
    } else if (participant.copiesWithLengthOfRoot()) {
      boolean isCopied = participant.copy(call, fallback, 0);
      servedInMemory(call, isCopied ? CopyAlgorithm.class : DirectAlgorithm.class);
    } else {
      servedInMemory(call, DirectAlgorithm.class);
      participant.direct(call);
    }
  }

  /**
   * Broadcasts by messages: the length first, with the beginning of the data, then the rest. Not
   * interrupted, since the other ranks know of no call to leave for the second one.
   */
  private void broadcastWithLength(Invocation call) {
    RootLengthMessage message = new RootLengthMessage(call, members.rank());
    runUninterruptibly(message.first());
    Invocation rest = message.rest();
    if (rest != null) {
      runUninterruptibly(rest);
    }
    message.end(members.rank());
  }

  private void makeDirectly(Invocation call, Invocation.@Nullable Staging staging) {
    if (Observation.PROFILE) {
      served(call);
    }
    load(call, staging);
    segment.participantInJvm().direct(call);
  }

  /** Makes a call by copying in shared memory, if there is such memory and it suffices. */
  private boolean copy(Invocation call, Invocation.@Nullable Staging staging) {
    Participant participant = participant();
    if (participant == null || !participant.copies(call)) {
      return false;
    }
    if (Observation.PROFILE) {
      served(call);
    }
    load(call, staging);
    // A call that may turn out to be none for copying has its number now: before those that follow.
    int instance = call.collective() == Collective.ALL_TO_ALLV ? instances.next() : 0;
    var _ = participant.copy(call, fallback, instance);
    return true;
  }

  /** Serves a call whose blocks turned out to be too long for copying. */
  private void fallBack(Invocation call, int instance) {
    if (segment.isInJvm()) {
      segment.participantInJvm().direct(call);
    } else {
      runSchedule(call, instance);
    }
  }

  /** This rank makes no more calls; what has been started goes on. */
  public void close() {
    if (members.size() > 1) {
      engine.callLogs().close(log);
    }
    segment.close();
  }

  /** Makes a blocking call by messages. */
  private void runSchedule(Invocation call) {
    load(call, call.staging());
    runSchedule(call, instances.next());
  }

  private void runSchedule(Invocation call, int instance) {
    CollectiveRequest request = requests.take();
    if (request == null) {
      request = new CollectiveRequest(engine, call.call());
    }
    start(call, instance, null, request); // the caller unloads
    try {
      engine.await(request);
    } catch (WaitInterruptedException left) {
      leave(call.staging(), request);
      throw left;
    }
    requests.giveBack(request); // not after an error: a late completion could reach the next call
  }

  /** Initialises a persistent call; all ranks do so in the same order. */
  public void initialise(Invocation call) {
    ScheduledAlgorithm by = selector.scheduled(call);
    int request = instances.initialised();
    call.initialised(request, by);
    log.noteInitialised(request, CallFingerprint.operation(call), arguments(call));
  }

  /** Makes a call, or starts a persistent one, and does not wait. */
  public CollectiveRequest start(Invocation call) {
    CollectiveRequest request = new CollectiveRequest(engine, call.call());
    note(call);
    start(call, request);
    return request;
  }

  /**
   * Restarts a call whose previous request is complete.
   *
   * @param request of that time, or null
   */
  public CollectiveRequest restart(Invocation call, @Nullable CollectiveRequest request) {
    if (request == null) {
      return start(call);
    }
    note(call);
    start(call, request);
    return request;
  }

  /**
   * This rank cannot go on with what it and the others have begun, such as a call of several
   * operations: all calls of the communicator fail, on all ranks, since some may wait for it.
   *
   * @param call what the program has called
   */
  public void failAll(String call, Throwable failure) {
    var _ = errors.propagate(call, ErrorClass.OTHER, failure);
  }

  // ---- what others may want to know ----

  /** The rank is about to make a communicator from this one, together with all others. */
  public void creates() {
    note(CallFingerprint.CREATION, 0);
  }

  private void note(Invocation call) {
    if (call.kind() == Invocation.CallKind.PERSISTENT) {
      log.noteStart(call.request());
      throwIfOutOfStep();
    } else {
      note(CallFingerprint.operation(call), arguments(call));
    }
  }

  private long arguments(Invocation call) {
    return CallFingerprint.arguments(call, selector.decidesByPlace(call));
  }

  private void note(int operation, long arguments) {
    log.note(operation, arguments);
    throwIfOutOfStep();
  }

  private void throwIfOutOfStep() {
    if (engine.mayHaveFailures()) {
      engine.failedCalls().throwIfAllFailed(context);
    }
  }

  // ---- running ----

  /** Records what serves a call in shared memory. */
  private void served(Invocation call) {
    served(selector.choice(call), call.commonBytes());
  }

  private void servedInMemory(Invocation call, Class<? extends Algorithm> kind) {
    if (Observation.PROFILE) {
      for (Algorithm algorithm : SharedAlgorithms.of(call.collective())) {
        if (kind.isInstance(algorithm)) {
          served(algorithm, call.bytes());
        }
      }
    }
  }

  private void served(Algorithm algorithm, long bytes) {
    Collective collective = algorithm.collective();
    if (recorder != null) {
      boolean differs = collective.hasTable() && !collective.hasCommonLength();
      recorder.served(algorithm, collective.call(), algorithm.name(), differs ? -1 : bytes);
    }
  }

  /** The rank where it shares memory with the others; null if it does not. */
  private @Nullable Participant participant() {
    Participant known = segment.participant();
    return known != null || segment.isSought()
        ? known
        : segment.seek(selector.placement(), this::broadcastByMessage);
  }

  /** Not interrupted: ranks that had not heard would never make the call that it is for. */
  private long broadcastByMessage(long number) {
    long[] value = {number};
    Invocation call = new Invocation();
    call.of(Invocation.CallKind.BLOCKING, Collective.BROADCAST, ElementType.LONG, 1)
        .from(value, 0)
        .to(value, 0);
    runUninterruptibly(call);
    return value[0];
  }

  /** Makes a call by messages, and waits for its end also when the thread is interrupted. */
  private void runUninterruptibly(Invocation call) {
    CollectiveRequest request = new CollectiveRequest(engine, call.call());
    start(call, instances.next(), null, request);
    engine.awaitUninterruptibly(request);
    engine.await(request); // throws what has failed
  }

  private void start(Invocation call, CollectiveRequest request) {
    boolean persistent = call.kind() == Invocation.CallKind.PERSISTENT;
    int instance =
        persistent ? CallInstances.ofStart(call.request(), call.startsAgain()) : instances.next();
    Invocation.Staging staging = call.staging();
    load(call, staging);
    start(call, instance, staging, request);
  }

  /**
   * Starts a call by messages, whose data have been loaded.
   *
   * @param instance its number
   * @param staging unloads its data at the end; null if there is nothing to unload
   */
  private void start(
      Invocation call,
      int instance,
      Invocation.@Nullable Staging staging,
      CollectiveRequest request) {
    long inContext = Contexts.of(instance, context);
    CallCompletion completion = null;
    ScheduleRun run;
    try {
      Reduction operator = call.reduction();
      boolean votes = operator != null && operator.isOfProgram();
      if (votes || staging != null) {
        completion = completion(request).prepare(call, inContext, staging);
      }
      run = prepare(call);
    } catch (Throwable failed) {
      throw errors.propagateOrRethrow(call.call(), ErrorClass.OTHER, failed);
    }
    request.renew(call.call()); // not before: one that has not been started stays complete
    run.start(inContext, 0, request, completion);
  }

  /** Brings the data of a call, of which the others have not heard, to where it reads them. */
  private void load(Invocation call, Invocation.@Nullable Staging staging) {
    if (staging != null) {
      try {
        staging.load();
      } catch (Throwable failed) { // memory that has been closed, or a file that has been cut
        throw errors.propagateOrRethrow(call.call(), ErrorClass.BUFFER, failed);
      }
    }
  }

  private CallCompletion completion(CollectiveRequest request) {
    if (request.ending() instanceof CallCompletion known) {
      return known;
    }
    CallCompletion made = new CallCompletion(this, members, errors, failures);
    request.keep(made);
    return made;
  }

  /**
   * Executes a call by messages, in the context of its own or of another call.
   *
   * @param ending what to do at the end instead of completing the request, or null
   */
  void execute(
      Invocation call,
      long inContext,
      int labels,
      CollectiveRequest request,
      ScheduleRun.@Nullable Ending ending) {
    prepare(call).start(inContext, labels, request, ending);
  }

  /** Binds a schedule to the data of a call. */
  private ScheduleRun prepare(Invocation call) {
    ScheduledAlgorithm kept = call.chosen();
    ScheduledAlgorithm algorithm = kept == null ? selector.scheduled(call) : kept;
    if (Observation.PROFILE) {
      served(algorithm, call.commonBytes());
    }
    ScheduleRun run = schedules.take(algorithm.forBytes(call.commonBytes()), call.root());
    run.takeShorter(call.takesShorterBlocks());
    Bindings bindings = run.bindings();
    bindings.shape(call.type(), call.count(), call.reduction());
    if (call.collective() == Collective.REDUCE_SCATTER) {
      bindings.packed(call.inputs(), call.count());
    } else if (call.hasTable()) {
      bindings.blocks(call.inputs(), call.outputs(), call.count());
    }
    bindings.input(call.input(), call.inputAt());
    bindings.output(call.output(), call.outputAt());
    long elements = bindings.scratchElements();
    if (elements > ElementType.LONGEST_ARRAY) {
      throw new UnsupportedFeatureException(
          members
              .place(call.call())
              .message(
                  "the algorithm "
                      + algorithm.name()
                      + " needs an array of "
                      + elements
                      + " elements, more than one can have; make the call in parts, on another"
                      + " communicator"));
    }
    bindings.scratch(scratch.take(bindings.scratchType(), (int) elements));
    return run;
  }
}
