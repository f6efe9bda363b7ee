package org.ronsel.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.JobAbortedException;
import org.ronsel.RonselException;
import org.ronsel.engine.Checks;
import org.ronsel.engine.Doorbell;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineOptions;
import org.ronsel.engine.ObservedEngine;
import org.ronsel.engine.Operation;
import org.ronsel.engine.ProgressThread;
import org.ronsel.engine.Waiter;
import org.ronsel.machine.CpuSet;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.transport.HostMemory;
import org.ronsel.transport.Transport;
import org.ronsel.transport.shm.ShmHost;
import org.ronsel.transport.shm.ShmTransport;
import org.ronsel.transport.thread.JvmMemory;
import org.ronsel.transport.thread.ThreadTransport;

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

  /** The property that asks for a progress thread in each JVM. */
  static final String PROGRESS_THREAD = "ronsel.progress.thread";

  private final JobLayout layout;
  private final @Nullable ShmHost host;
  private final JobPlaces places;
  private final boolean oversubscribed;
  private final long scratchLimit;

  /** Of the host, as its JVMs agree. */
  private final int cores;

  private final Engine[] engines;
  private final CommFactory<Comm> communicators;
  private final RankContext[] ranks;
  private final ThreadTransport[] threads;
  private final @Nullable HostMemory[] memories;
  private final Map<Integer, CpuSet> bindings = new ConcurrentHashMap<>();
  private final SharedObjects shared = new SharedObjects();
  private final AtomicBoolean aborted = new AtomicBoolean();
  private final ProgressAfterMain progressAfterMain =
      new ProgressAfterMain((engine, failure) -> abort(engine.rank(), 1, failure));
  private @Nullable ProgressThread progress;
  private volatile AbortListener abortListener = (rank, status, cause) -> {};

  private LocalJob(JobLayout layout, WireUp wireUp, Residence residence) {
    this.layout = layout;
    int available = Runtime.getRuntime().availableProcessors();
    if (layout.jvms() == 1) {
      host = null;
      places = JobPlaces.of(layout, List.of(residence));
      scratchLimit = ScratchLimit.ofJvm(layout.localRanks());
    } else {
      HostWireUp.Host met =
          HostWireUp.connect(
              layout, wireUp, available, residence, AlgorithmChoice.ofJvm(), this::ring);
      scratchLimit = met.scratchLimit();
      host = met.memory();
      places = met.places();
      available = met.cores();
    }
    cores = available;
    oversubscribed = layout.size() > cores;
    EngineOptions options = EngineOptions.fromProperties(oversubscribed);
    int local = layout.localRanks();
    int first = layout.firstLocalRank();
    engines = new Engine[local];
    ranks = new RankContext[local];
    threads = new ThreadTransport[local];
    memories = new HostMemory[local];
    int slots = inboxSlots(local);
    Doorbell[] doorbells = new Doorbell[local];
    for (int i = 0; i < local; i++) {
      doorbells[i] = new Doorbell();
      threads[i] =
          new ThreadTransport(first + i, slots, doorbells[i], peer -> threads[peer - first]);
    }
    for (int i = 0; i < local; i++) {
      engines[i] = engine(first + i, threads[i], doorbells[i], options);
    }
    if (host == null) {
      JvmMemory memory = new JvmMemory();
      Arrays.setAll(memories, i -> memory.of(first + i));
    }
    otherThreads(() -> false);
    communicators = communicators();
    for (int i = 0; i < local; i++) {
      Comm world = communicators.world(this, engines[i]);
      ranks[i] = new RankContext(this, first + i, world);
    }
  }

  /**
   * Routing: ranks of this JVM by the thread transport, the others of this host by shared memory.
   */
  private Engine engine(
      int rank, ThreadTransport thread, Doorbell doorbell, EngineOptions options) {
    if (host == null) {
      return engine(rank, new Transport[] {thread}, peer -> thread, doorbell, options);
    }
    ShmTransport shm = new ShmTransport(host, rank, doorbell);
    memories[rank - layout.firstLocalRank()] = shm;
    Transport[] transports =
        layout.localRanks() == 1 ? new Transport[] {shm, thread} : new Transport[] {thread, shm};
    return engine(rank, transports, peer -> layout.isLocal(peer) ? thread : shm, doorbell, options);
  }

  private static Engine engine(
      int rank,
      Transport[] transports,
      IntFunction<Transport> routes,
      Doorbell doorbell,
      EngineOptions options) {
    return Observation.RECORD
        ? new ObservedEngine(rank, transports, routes, doorbell, options)
        : new Engine(rank, transports, routes, doorbell, options);
  }

  /** Where the calls of a rank of this JVM are recorded, or null. */
  @Nullable Recorder recorder(int rank) {
    return engines[rank - layout.firstLocalRank()].recorder();
  }

  private void ring(int rank) {
    Engine engine = engines[rank - layout.firstLocalRank()];
    if (engine != null) {
      engine.ring();
    }
  }

  @SuppressWarnings("unchecked") // the class of communicators installs a factory of them
  private static CommFactory<Comm> communicators() {
    try {
      java.lang.invoke.MethodHandles.lookup().ensureInitialized(Comm.class);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
    CommFactory<?> factory = CommFactory.INSTALLED.get();
    if (factory == null) {
      throw new IllegalStateException("no communicator class");
    }
    return (CommFactory<Comm>) factory;
  }

  /** 64 KB for a few ranks, 8 KB for many, so that ten thousand ranks need 80 MB. */
  private static int inboxSlots(int localRanks) {
    return localRanks <= 64 ? 1024 : 128;
  }

  /** Wires up this JVM's part of a job; collective over its JVMs. */
  public static LocalJob start(JobLayout layout, WireUp wireUp) {
    return start(layout, wireUp, Residence.of(layout.jvm()));
  }

  /**
   * As {@link #start(JobLayout, WireUp)}, where more is known about where this JVM's ranks live.
   */
  public static LocalJob start(JobLayout layout, WireUp wireUp, Residence residence) {
    LocalJob job = new LocalJob(layout, wireUp, residence);
    if (Boolean.getBoolean(PROGRESS_THREAD)) {
      job.startProgressThread();
    }
    return job;
  }

  private void startProgressThread() {
    progress =
        ProgressThread.start(
            List.of(engines),
            layout.size() + layout.jvms() <= cores,
            (engine, failure) -> abort(engine.rank(), 1, failure));
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

  @Override
  public long scratchLimit() {
    return scratchLimit;
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
    for (Engine engine : engines) {
      engine.fail(failure);
    }
    abortListener.aborted(rank, status, cause);
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
    communicators.rankEnds(rank(rank).world());
  }

  /**
   * Completes what a rank whose main has returned still has to do: calls the callbacks that wait
   * for its end, and blocks until its outstanding sends are matched, or never will be, or the job
   * aborts. What else the rank has started goes on as long as the job lasts.
   */
  public void finishRank(int rank) {
    callBack(rank);
    Engine engine = engines[rank - layout.firstLocalRank()];
    if (!engine.mayBeCalledElsewhere()) {
      engine.callLedgers().rankEnds(); // two ranks may each have sent what the other never receives
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
    engines[rank - layout.firstLocalRank()].callLedgers().rankEnds();
  }

  /** What the local ranks wait for right now; a snapshot, taken without stopping them. */
  public List<WaitReport> waits() {
    List<WaitReport> reports = new ArrayList<>();
    for (Engine engine : engines) {
      for (Waiter waiter : engine.waiters()) {
        Operation operation = waiter.operation();
        reports.add(
            new WaitReport(
                engine.rank(),
                operation.describe(),
                operation.awaitedPeer(),
                operation.awaitedTag(),
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
      sum += engine.progressCount();
    }
    return sum;
  }

  /** What the local ranks of a checked job have left behind; when all ranks of it have ended. */
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
    return host == null || bytes == 0 ? Arena.ofAuto().allocate(bytes, 64) : host.allocate(bytes);
  }

  /**
   * Says that all ranks of the job have ended: nobody needs to be woken any more. Memory stays
   * mapped for threads that the ranks have left behind.
   */
  public void allEnded() {
    ProgressThread running = progress;
    if (running != null) {
      running.stop();
    }
    progressAfterMain.stop();
    if (host != null) {
      host.stopListening();
    }
  }

  /** Releases the transports of this JVM; whoever still uses a communicator is told. */
  @Override
  public void close() {
    ProgressThread running = progress;
    if (running != null) {
      running.close();
    }
    progressAfterMain.close();
    for (Engine engine : engines) {
      engine.fail(
          new ClosedException(
              "rank "
                  + engine.rank()
                  + ": the job has ended, and its communicators with it; end the threads of a rank"
                  + " before its body returns"));
    }
    for (ThreadTransport thread : threads) {
      thread.close();
    }
    if (host != null) {
      host.close();
    }
  }
}
