package org.ronsel.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.ClosedException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.JobAbortedException;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.collective.selection.SelectionTable;
import org.ronsel.comm.RankState;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.engine.ObservedEngine;
import org.ronsel.engine.ProgressThread;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.Waiter;
import org.ronsel.engine.request.Waiting;
import org.ronsel.job.Agreements;
import org.ronsel.job.Job;
import org.ronsel.job.JobLayout;
import org.ronsel.job.JobPlaces;
import org.ronsel.job.JvmLocation;
import org.ronsel.job.Locality;
import org.ronsel.job.SharedObjects;
import org.ronsel.job.WaitReport;
import org.ronsel.job.WireUp;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.Setting;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.runtime.control.Hmac;
import org.ronsel.transport.HostMemory;
import org.ronsel.transport.JobShape;
import org.ronsel.transport.LocalRank;
import org.ronsel.transport.Transport;
import org.ronsel.transport.TransportContext;

/** The ranks of a job that live in this JVM: their engines, transports and world communicators. */
public final class LocalJob implements Job, AutoCloseable {
  /** Told when a rank of this JVM aborts the job. */
  @FunctionalInterface
  public interface AbortListener {
    /** Called once, on the thread that aborts, after the local ranks have been failed. */
    void aborted(int rank, int status, @Nullable Throwable cause);
  }

  /** For a heap in which there is no room for one that says more. */
  private static final RonselException ABORTED_WITHOUT_MEMORY =
      new JobAbortedException("the job was aborted by a rank; the heap is full");

  private final JobLayout layout;
  private final Transports transports;
  private final JobPlaces places;
  private final boolean oversubscribed;
  private final long scratchLimit;

  /** Number of cores of this host, as this JVM sees it. */
  private final int cores;

  private final Engine[] engines;
  private final RankContext[] ranks;
  private final @Nullable HostMemory[] memories;
  private final @Nullable Agreements agreements;
  private final Map<Integer, CpuSet> bindings = new ConcurrentHashMap<>();
  private final SharedObjects shared = new SharedObjects();
  private final AtomicBoolean aborted = new AtomicBoolean();
  private final ProgressAfterMain progressAfterMain =
      new ProgressAfterMain((engine, failure) -> abort(engine.rank(), 1, failure));
  private List<ProgressThread> progress = List.of();
  private volatile AbortListener abortListener = (rank, status, cause) -> {};

  private LocalJob(
      JobLayout layout, WireUp wireUp, JvmLocation location, Consumer<String> notices) {
    this.layout = layout;
    agreements = wireUp.agreements();
    cores = Runtime.getRuntime().availableProcessors();
    int local = layout.localRanks();
    int first = layout.firstLocalRank();
    Doorbell[] doorbells = new Doorbell[local];
    Arrays.setAll(doorbells, i -> new Doorbell());
    transports = Transports.open(context(layout, wireUp, location, doorbells, notices));
    boolean complete = false;
    try {
      if (layout.jvms() == 1) {
        places = JobPlaces.of(layout, List.of(location));
        scratchLimit = ScratchLimit.ofJvm(local);
        oversubscribed = layout.size() > cores;
        var _ = transports.meet(List.of(), jvm -> true);
      } else {
        JobWireUp.Met met =
            JobWireUp.connect(
                layout, wireUp, transports, cores, location, AlgorithmSources.ofJvm());
        scratchLimit = met.scratchLimit();
        places = met.places();
        oversubscribed = met.oversubscribed();
      }
      complete = true;
    } finally {
      if (!complete) {
        transports.close();
      }
    }
    EngineOptions options = EngineOptions.fromProperties(oversubscribed);
    engines = new Engine[local];
    ranks = new RankContext[local];
    memories = new HostMemory[local];
    for (int i = 0; i < local; i++) {
      int rank = first + i;
      engines[i] = engine(rank, doorbells[i], options);
      memories[i] = transports.hostMemory(rank, this::isOnThisHost);
    }
    otherThreads(() -> false);
    for (int i = 0; i < local; i++) {
      ranks[i] = new RankContext(this, first + i, new RankState(this, engines[i]));
    }
  }

  private static TransportContext context(
      JobLayout layout,
      WireUp wireUp,
      JvmLocation location,
      Doorbell[] doorbells,
      Consumer<String> notices) {
    byte[] secret = wireUp.secret();
    boolean oneMachine = wireUp.oneHost();
    boolean network = !oneMachine || !location.host().isEmpty() || !Transports.anyWithinHost();
    return new TransportContext() {
      @Override
      public JobShape shape() {
        return layout;
      }

      @Override
      public int jvm() {
        return layout.jvm();
      }

      @Override
      public byte[] proof(String purpose) {
        return Hmac.sha256(secret, purpose.getBytes(StandardCharsets.UTF_8));
      }

      @Override
      public boolean needsNetwork() {
        return network;
      }

      @Override
      public boolean onOneMachine() {
        return oneMachine;
      }

      @Override
      public void notice(String line) {
        notices.accept(line);
      }

      @Override
      public LocalRank localRank(int rank) {
        return doorbells[rank - layout.firstLocalRank()];
      }
    };
  }

  private boolean isOnThisHost(int jvm) {
    return places.host(layout.firstRank(jvm)) == places.host(layout.firstLocalRank());
  }

  private Engine engine(int rank, Doorbell doorbell, EngineOptions options) {
    Transport[] polled = transports.of(rank);
    IntFunction<Transport> routes = transports.routes(rank);
    return Observation.RECORD
        ? new ObservedEngine(rank, polled, routes, doorbell, options)
        : new Engine(rank, polled, routes, doorbell, options);
  }

  /** The recorder of a rank of this JVM, or null. */
  @Nullable Recorder recorder(int rank) {
    return engines[rank - layout.firstLocalRank()].recorder();
  }

  /** Wires up this JVM's part of a job; collective over its JVMs. */
  public static LocalJob start(JobLayout layout, WireUp wireUp) {
    return start(layout, wireUp, JvmLocation.of(layout.jvm()));
  }

  /**
   * As {@link #start(JobLayout, WireUp)}, where more is known about where this JVM's ranks live.
   */
  public static LocalJob start(JobLayout layout, WireUp wireUp, JvmLocation location) {
    return start(
        layout,
        wireUp,
        location,
        line -> System.getLogger("org.ronsel").log(System.Logger.Level.WARNING, line),
        thread -> {});
  }

  /**
   * The same with a consumer of notices for the user.
   *
   * @param notices takes lines, on any thread
   * @param first what each progress thread does first, by its number
   */
  public static LocalJob start(
      JobLayout layout,
      WireUp wireUp,
      JvmLocation location,
      Consumer<String> notices,
      IntConsumer first) {
    Setting.checkAll();
    int threads = layout.isGhost() ? 0 : progressThreads();
    LocalJob job = new LocalJob(layout, wireUp, location, notices);
    job.startProgressThreads(threads, first);
    return job;
  }

  /** How many threads make progress in each JVM beside its ranks. */
  static int progressThreads() {
    return Setting.PROGRESS_THREAD.integer();
  }

  /**
   * Lets the ghost of this JVM carry out one-sided operations, on a thread of its own.
   *
   * @param first what the thread does first
   */
  public void serve(Runnable first) {
    if (memories[0] == null) {
      throw new UnsupportedFeatureException(
          "a ghost sees the memory of the ranks of its host by shared memory, which cannot be used"
              + " here ('ronsel info' says why); run the job without --ghosts");
    }
    for (RankContext ghost : ranks) {
      ghost.state().serve();
    }
    startProgressThreads(1, thread -> first.run());
  }

  /** Deals the ranks of this JVM to threads in turn. */
  private void startProgressThreads(int wanted, IntConsumer first) {
    int count = Math.min(wanted, engines.length);
    int anyRank = layout.firstLocalRank();
    boolean freeCores =
        places.ranksOnHostOf(anyRank) + count * places.jvmsOnHostOf(anyRank) <= cores;
    List<ProgressThread> started = new ArrayList<>(count);
    for (int thread = 0; thread < count; thread++) {
      List<Engine> own = new ArrayList<>();
      for (int i = thread; i < engines.length; i += count) {
        own.add(engines[i]);
      }
      int number = thread;
      started.add(
          ProgressThread.start(
              own,
              freeCores,
              () -> first.accept(number),
              (engine, failure) -> abort(engine.rank(), 1, failure)));
    }
    progress = List.copyOf(started);
  }

  @Override
  public boolean hasProgressThread() {
    return !progress.isEmpty();
  }

  @Override
  public @Nullable HostMemory hostMemory(int rank) {
    return memories[rank - layout.firstLocalRank()];
  }

  @Override
  public JobPlaces places() {
    return places;
  }

  @Override
  public boolean oversubscribed() {
    return oversubscribed;
  }

  /**
   * How many bytes of memory of its own a collective operation may take at a rank; alike on all.
   */
  long scratchLimit() {
    return scratchLimit;
  }

  @Override
  public SelectionTable algorithms() {
    TableSource source = TableSource.current();
    return SelectionTable.current(source.name(), source.text()).within(scratchLimit);
  }

  @Override
  public JobLayout layout() {
    return layout;
  }

  @Override
  public SharedObjects shared() {
    return shared;
  }

  @Override
  public Runnable bind(int rank, Runnable task) {
    return RankIdentity.bind(rank(rank), task);
  }

  @Override
  public <T extends @Nullable Object> Callable<T> bind(int rank, Callable<T> task) {
    return RankIdentity.bind(rank(rank), task);
  }

  /** The context of a rank that lives in this JVM. */
  public RankContext rank(int rank) {
    return ranks[rank - layout.firstLocalRank()];
  }

  /** Says to which processors the thread of a rank of this JVM is bound; before it runs. */
  void bound(int rank, CpuSet cpus) {
    bindings.put(rank, cpus);
  }

  @Override
  public Locality locality(int rank) {
    return Locality.of(places, rank, bindings.get(rank));
  }

  @Override
  public @Nullable Agreements agreements() {
    return agreements;
  }

  /**
   * Tells the ranks of this JVM that another JVM has failed, with all its ranks; the job goes on.
   *
   * @param why in one line
   */
  public void jvmFailed(int jvm, String why) {
    for (int rank = layout.firstRank(jvm); rank < layout.firstRank(jvm + 1); rank++) {
      for (Engine engine : engines) {
        engine.peerFailures().processFailed(rank, nameOf(rank) + " has failed: " + why);
      }
    }
  }

  private String nameOf(int endpoint) {
    return layout.isGhost(endpoint) ? "ghost " + (endpoint - layout.size()) : "rank " + endpoint;
  }

  /**
   * Sets a listener that is told, on a thread of its own, when a rank of this JVM can no longer
   * reach a rank of another JVM; perhaps several times for a JVM.
   *
   * @param listener takes the other JVM, and why
   */
  void onUnreachable(BiConsumer<Integer, String> listener) {
    for (Engine engine : engines) {
      engine
          .peerFailures()
          .onUnreachable(
              (endpoint, why) ->
                  Thread.ofPlatform()
                      .daemon()
                      .name("ronsel-unreachable")
                      .start(
                          () ->
                              listener.accept(
                                  layout.jvmOf(endpoint), String.valueOf(why.getMessage()))));
    }
  }

  /** Names the listener that is told of the first abort. */
  public void onAbort(AbortListener listener) {
    abortListener = listener;
  }

  @Override
  public void abort(int rank, int status, @Nullable Throwable cause) {
    if (!aborted.compareAndSet(false, true)) {
      return;
    }
    RonselException failure = abortion(rank, status, cause);
    try {
      for (Engine engine : engines) {
        engine.fail(failure);
      }
    } finally {
      // In any case: there is no second abort that could tell it.
      abortListener.aborted(rank, status, cause);
    }
  }

  /** Whether a rank of this JVM has aborted the job. */
  boolean isAborted() {
    return aborted.get();
  }

  private RonselException abortion(int rank, int status, @Nullable Throwable cause) {
    try {
      return new JobAbortedException(
          "the job was aborted by rank " + rank + " with status " + status, cause);
    } catch (OutOfMemoryError e) {
      return ABORTED_WITHOUT_MEMORY;
    }
  }

  /** Calls the callbacks of a rank's program that wait for its end. */
  void callBack(int rank) {
    rank(rank).state().session().endSelf();
  }

  /**
   * Completes the remaining work of a rank whose main has returned: calls the callbacks that wait
   * for its end, and blocks until its outstanding sends are matched, or never will be, or the job
   * aborts. What else the rank has started goes on as long as the job lasts.
   */
  public void finishRank(int rank) {
    callBack(rank);
    Engine engine = engines[rank - layout.firstLocalRank()];
    if (!engine.mayBeCalledElsewhere()) {
      rank(rank).state().rankEnds();
      engine.callLogs().rankEnds(); // two ranks may each have sent what the other never receives
    }
    engine.drain();
    if (layout.size() > 1) {
      progressAfterMain.add(engine);
    }
  }

  /**
   * Says how to find out whether threads of the program are alive besides those of the ranks;
   * otherwise a rank is taken to have those only that have called.
   */
  void otherThreads(BooleanSupplier alive) {
    for (Engine engine : engines) {
      engine.inJob(layout.size(), alive);
    }
  }

  /** Says that no thread of a rank will make calls any more; after {@link #finishRank}. */
  public void endRank(int rank) {
    engines[rank - layout.firstLocalRank()].callLogs().rankEnds();
    if (agreements != null) {
      agreements.ends(rank);
    }
  }

  /**
   * The operations that the local ranks wait for right now; a snapshot, taken without stopping
   * them.
   */
  public List<WaitReport> waits() {
    List<WaitReport> reports = new ArrayList<>();
    for (Engine engine : engines) {
      for (Waiter waiter : engine.waiters()) {
        Operation operation = waiter.operation();
        String words = engine.communicators().words(operation);
        reports.add(
            new WaitReport(
                engine.rank(),
                words == null ? operation.describe() : words,
                operation.awaitedPeer(),
                words == null ? operation.awaitedTag() : Operation.NO_PEER,
                engine.communicators().of(operation.awaitedContext()),
                waiter.waitedNs(),
                waiter.thread().getName()));
      }
    }
    return reports;
  }

  /** How many of the local ranks wait right now. Allocates nothing. */
  public int waitingRanks() {
    int waiting = 0;
    for (Engine engine : engines) {
      waiting += engine.isWaiting() ? 1 : 0;
    }
    return waiting;
  }

  /**
   * Messages and bytes that the local ranks have completed so far; unchanged while all are stuck.
   */
  public long progressCount() {
    long sum = 0;
    for (Engine engine : engines) {
      sum += engine.statistics().progressCount();
    }
    return sum;
  }

  /** Says whether {@link #wakeLongParked} is called; see {@link Waiting#wakeNowAndThen}. */
  void wakeNowAndThen(boolean from) {
    for (Engine engine : engines) {
      engine.waiting.wakeNowAndThen(from);
    }
  }

  /** Wakes threads of the ranks of this JVM that have been parked for long. */
  void wakeLongParked() {
    for (Engine engine : engines) {
      engine.waiting.wakeLongParked();
    }
  }

  /**
   * The resources that the local ranks of a checked job have not freed; when all ranks have ended.
   */
  public List<String> leaks() {
    List<String> leaks = new ArrayList<>();
    for (Engine engine : engines) {
      Checks checks = engine.checks();
      if (checks != null) {
        leaks.addAll(checks.leaks());
      }
    }
    return leaks;
  }

  @Override
  public MemorySegment allocate(long bytes) {
    MemorySegment shared = bytes == 0 ? null : transports.allocate(bytes);
    return shared != null ? shared : Arena.ofAuto().allocate(bytes, 64);
  }

  /**
   * Says that all ranks of the job have ended: none needs to be woken any more. Memory stays mapped
   * for threads that the ranks have left behind.
   */
  public void allEnded() {
    progress.forEach(ProgressThread::stop);
    progressAfterMain.stop();
    transports.allEnded();
  }

  /** Releases the transports of this JVM; calls on a communicator fail from then on. */
  @Override
  public void close() {
    progress.forEach(ProgressThread::close);
    progressAfterMain.close();
    for (Engine engine : engines) {
      engine.fail(
          new ClosedException(
              ErrorClass.COMM,
              ErrorPlace.of(engine.rank())
                  .message(
                      "the job has ended, and its communicators with it; end the threads of a rank"
                          + " before its body returns")));
    }
    transports.close();
  }
}
