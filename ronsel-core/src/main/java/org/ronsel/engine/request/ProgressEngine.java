package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.observe.Recorder;

/**
 * The engine of a rank as its operations and waiting threads see it: the lock, how threads wait,
 * whether the rank has failed, and, left to the subclass, how progress is made and what is done
 * about waits that are long. There is one subclass, {@code org.ronsel.engine.Engine}, which is
 * above this package because it knows messages; so the compiler knows what each call leads to.
 */
public abstract class ProgressEngine {
  private static final VarHandle FAILURE;

  static {
    try {
      FAILURE =
          MethodHandles.lookup()
              .findVarHandle(ProgressEngine.class, "failure", RonselException.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Guards all state of the rank that must be consistent. */
  public final EngineLock lock = EngineLock.padded();

  /** How threads of the rank wait. */
  public final Waiting waiting;

  /** Tests and probes that find nothing. */
  public final TestLoop tests;

  /** The recorder of this rank's calls, or null. */
  public final @Nullable Recorder recorder;

  /** Copies long messages to and from ranks of the same heap. */
  public final MeasuredCopy copies = new MeasuredCopy();

  private final int rank;

  @SuppressWarnings("UnusedVariable") // set through its VarHandle
  private volatile @Nullable RonselException failure;

  /** Whether the rank, a peer or a call has failed: then waiting threads look closer. */
  private volatile boolean failuresPossible;

  /**
   * Makes what operations of a rank need.
   *
   * @param spins polls before a waiting thread yields; 0 where ranks outnumber cores
   * @param yields yields before it parks
   */
  protected ProgressEngine(int rank, int spins, int yields, @Nullable Recorder recorder) {
    this.rank = rank;
    this.recorder = recorder;
    this.waiting = new Waiting(this, spins, yields);
    this.tests = new TestLoop(this);
  }

  /** The rank this engine serves, which is also its endpoint. */
  public final int rank() {
    return rank;
  }

  /** The recorder of this rank's calls, or null. */
  public final @Nullable Recorder recorder() {
    return recorder;
  }

  // ---- failure ----

  /**
   * Fails the rank: all operations, present and future, throw {@code cause}, if it is the first.
   * Does not wait for a lock that is poisoned.
   */
  public final void fail(RonselException cause) {
    FAILURE.compareAndSet(this, (RonselException) null, cause);
    failuresPossible = true;
    waiting.wakeAll();
  }

  /** Whether the rank has failed. */
  public final boolean hasFailed() {
    return failure != null || lock.poisoned;
  }

  /** Throws why the rank has failed, if it has. */
  public final void throwIfFailed() {
    RonselException cause = failure;
    if (cause != null) {
      throw cause;
    }
    if (lock.poisoned) {
      throw EngineLock.POISONED;
    }
  }

  /** Whether the rank, a peer, or a collective call of any rank has failed. */
  public final boolean mayHaveFailures() {
    return failuresPossible || lock.poisoned;
  }

  /** Says that a peer or a collective call has failed: waiting threads are to look closer. */
  public final void noteFailure() {
    failuresPossible = true;
  }

  // ---- progress ----

  /** Makes progress once, if no other thread is doing so; whether anything moved. */
  public abstract boolean progressOnce();

  /** Like {@link #progressOnce}, but looks several times. */
  protected abstract boolean progressSeveral();

  /**
   * The last look before the calling thread parks. It waits for the lock: its holder may have
   * polled before the arrival of a record whose sender did not see this thread parked.
   */
  protected abstract boolean progressBeforeParking();

  /** Whether something waits for room in a ring or a fragment pool. */
  protected abstract boolean isStarved();

  /**
   * Makes arrivals ring.
   *
   * @return whether those that have just begun do as well: if not, those of the next millisecond
   *     may not
   */
  protected abstract boolean armDoorbells();

  /** Arrivals need not look whether the rank parks, for a while. */
  protected abstract void restDoorbells();

  /** Arrivals need not ring: no thread is parked. */
  protected abstract void disarmDoorbells();

  /** A number that grows with every match and copy; unchanged while the rank is stuck. */
  protected abstract long progressCount();

  // ---- long waits ----

  /** Asks the peers for which an operation has waited long whether they have ended. */
  public abstract void askPeers(Operation operation);

  /** Throws if the peers that an operation waits for have ended, all of them. */
  public abstract void throwIfPeersEnded(Operation operation);

  /** Has the peer compare its collective calls in a context with those of this rank. */
  protected abstract void compareCalls(long context, int endpoint);

  /** Asks all other ranks whether they have ended. */
  protected abstract void askOthers();

  /** Whether all other ranks of the job are known to have ended. */
  protected abstract boolean isLastRank();

  /**
   * Throws if the rank is the last one and none of the operations for which a thread waits can
   * complete.
   */
  protected abstract void throwIfUnsatisfiable(String what, List<? extends Operation> pending);

  /** Tests have found these operations pending for long: the same, if the thread does no more. */
  protected abstract void testedInVain(String what, List<? extends Operation> pending);

  /** Withdraws an operation, if that can be done still. */
  public abstract boolean withdraw(Operation operation);

  // ---- observers ----

  /** Waits for an operation as {@link Waiting#awaitUnobserved} does, and tells observers. */
  protected abstract boolean awaitObserved(Operation operation, long timeoutNs);

  /** Tells observers that an operation is about to complete. */
  protected abstract void observeCompletion(Operation operation);

  /** Tells observers that the program learns that an operation is complete. */
  protected abstract void observeSeen(Operation operation);

  /** Tells the checks of a checked job that the program will not ask for an operation any more. */
  protected abstract void released(Operation operation);

  /** Waits a little for errors that the checks of a checked job are about to find. */
  protected abstract void settleChecks();
}
