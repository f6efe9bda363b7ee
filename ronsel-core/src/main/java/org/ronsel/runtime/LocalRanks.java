package org.ronsel.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.ronsel.job.JobLayout;
import org.ronsel.runtime.intercepted.RankCalls;

/**
 * The ranks of a JVM that runs nothing else: their threads, and how they end. A rank ends when its
 * main has returned, or by an exit with status 0; any other exit ends the job.
 *
 * <p>Those that wait for a rank that has ended are told as soon as that is certain: when it has
 * exited, or when no thread of the program is left in this JVM that could make calls in its name.
 *
 * <p>{@link #run} is called once, by the main thread. Any thread may call the other methods; exits
 * come on threads of the ranks.
 */
final class LocalRanks {
  private static final int MAIN_ENDED = 1;
  private static final int TOLD = 2;

  private final LocalJob job;
  private final JobLayout layout;
  private final RankThreads.Outcome outcome;
  private final List<RankIdentity> identities = new ArrayList<>();
  private final CountDownLatch live;

  /** The state by rank: 0, {@link #MAIN_ENDED}, or {@link #TOLD} to all waiting threads. */
  private final AtomicIntegerArray over;

  /** A permit for each main, and thread of the program, that has ended since the last look. */
  private final Semaphore endings = new Semaphore(0);

  /** The threads of the mains that have begun, if they are virtual. */
  private final Set<Thread> virtualMains = ConcurrentHashMap.newKeySet();

  private volatile boolean exited;

  /** What is to happen before shutdown hooks of the program halt this JVM. */
  private final Runnable atHalt;

  /** Ranks whose shutdown hooks have asked to halt. */
  private final Set<Integer> halted = ConcurrentHashMap.newKeySet();

  /**
   * Prepares the ranks of this JVM.
   *
   * @param sharedClasses whether they share the classes of the program
   * @param outcome told once of each rank that has ended, on its thread, and of each failure of one
   * @param atHalt run before shutdown hooks of the program halt this JVM, which runs no other hooks
   */
  LocalRanks(LocalJob job, boolean sharedClasses, RankThreads.Outcome outcome, Runnable atHalt) {
    this.job = job;
    this.outcome = outcome;
    this.atHalt = atHalt;
    layout = job.layout();
    live = new CountDownLatch(layout.localRanks());
    over = new AtomicIntegerArray(layout.localRanks());
    for (int i = 0; i < layout.localRanks(); i++) {
      RankContext rank = job.rank(layout.firstLocalRank() + i);
      identities.add(new RankIdentity(rank, sharedClasses, null));
    }
  }

  /** How many ranks have not ended. */
  int live() {
    return (int) live.getCount();
  }

  /** Whether a rank has ended by an exit with status 0. Its threads stay until the JVM exits. */
  boolean hasExited() {
    return exited;
  }

  /**
   * Runs the ranks, and waits until all have ended, and then for the other threads of the program,
   * unless a rank had exited.
   *
   * @return whether no rank had exited
   */
  boolean run(RankOptions options, RankThreads.Main main) {
    RankIdentity.jobStarted();
    job.otherThreads(() -> true); // until the threads of the ranks are known
    RankCalls.install(this::exit, LocalRanks::hasInput, this::isVirtualMain);
    RankThreads.Main noted =
        (rank, identity) -> {
          if (Thread.currentThread().isVirtual()) {
            virtualMains.add(Thread.currentThread());
          }
          main.run(rank, identity);
        };
    RankThreads threads = RankThreads.start(job, identities, options, noted, new Ends());
    UserThreads others = new UserThreads(threads.threads(), options.notices());
    job.otherThreads(others::areAlive);
    awaitLive(others);
    if (exited) {
      return false;
    }
    others.await();
    return true;
  }

  private void awaitLive(UserThreads others) {
    while (live.getCount() > 0) {
      endThoseWithoutThreads(others);
      // No thread has a reason to interrupt the main thread; the ranks go on.
      endings.acquireUninterruptibly();
    }
  }

  private void endThoseWithoutThreads(UserThreads others) {
    for (int i = 0; i < over.length(); i++) {
      if (over.get(i) == MAIN_ENDED && !others.watch(endings::release)) {
        over.set(i, TOLD);
        job.endRank(layout.firstLocalRank() + i);
      }
    }
  }

  private void ended(int rank) {
    if (over.compareAndSet(rank - layout.firstLocalRank(), 0, MAIN_ENDED)) {
      outcome.ended(rank);
      live.countDown();
      endings.release();
    }
  }

  /** How the threads of the ranks end. */
  private final class Ends implements RankThreads.Outcome {
    @Override
    public void ended(int rank) {
      LocalRanks.this.ended(rank);
    }

    @Override
    public void failed(int rank, Throwable failure) {
      outcome.failed(rank, failure);
    }
  }

  /** {@code System.exit} or the like in a program: 0 ends the rank, anything else the job. */
  private void exit(Class<?> caller, String call, int status) {
    RankIdentity identity = RankIdentity.of(caller);
    int rank = identity == null ? layout.firstLocalRank() : identity.rank();
    if (status != 0) {
      job.abort(rank, status, new FailureMessages.ExitRequest(call, status));
      return;
    }
    if (call.equals(RankCalls.HALT) && isShuttingDown()) {
      haltInHook(rank);
    }
    try {
      job.callBack(rank);
    } catch (RuntimeException | Error failure) {
      job.abort(rank, 1, failure);
      return;
    }
    exited = true;
    job.finishRank(rank);
    job.endRank(rank);
    ended(rank);
  }

  private static boolean isShuttingDown() {
    Thread probe = new Thread(() -> {});
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException underWay) {
      return true;
    }
  }

  /**
   * A shutdown hook halts, so that nothing waits for other hooks. The JVM halts when hooks of all
   * its ranks have; until then the hook of each just ends. Does not return.
   */
  private void haltInHook(int rank) {
    halted.add(rank);
    if (halted.size() == layout.localRanks()) {
      atHalt.run();
      Runtime.getRuntime().halt(0);
    }
    Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
    throw new HookEnd();
  }

  /** Ends the thread of a shutdown hook. */
  private static final class HookEnd extends Error {
    private static final long serialVersionUID = 1L;

    HookEnd() {
      super("Runtime.halt(0) in a shutdown hook", null, false, false);
    }
  }

  private boolean isVirtualMain() {
    Thread caller = Thread.currentThread();
    return caller.isVirtual() && virtualMains.contains(caller);
  }

  private static boolean hasInput(Class<?> caller) {
    RankIdentity identity = RankIdentity.of(caller);
    return identity == null || identity.rank() == 0;
  }
}
