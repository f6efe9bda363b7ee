package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.observe.Recorder;

/**
 * The engine of a rank as its operations and waiting threads see it: the lock, how threads wait,
 * whether the rank has failed, and, handed out by the subclass, what makes progress, what is done
 * about long waits, and who observes. There is one subclass, {@code org.ronsel.engine.Engine},
 * which is above this package because it knows messages; so the compiler knows what each call leads
 * to.
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

  /** Copies long messages to and from ranks of the same heap. */
  public final MeasuredCopy copies = new MeasuredCopy();

  private final int rank;
  private final @Nullable Recorder recorder;

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

  // ---- what the subclass hands out ----

  /** Makes progress; null only while the engine is being made. */
  protected abstract ProgressMaker progress();

  /** What is done about waits that are long. */
  public abstract OverdueWaitHandler overdueWaits();

  /** Is told what happens to operations. */
  protected abstract OperationObserver observer();

  /**
   * Whether an operation waits for a single peer whose messages pass through the operating system.
   * Called without the engine's lock; a guess, since the peer may change.
   */
  protected abstract boolean waitsForKernel(Operation operation);

  /** Withdraws an operation, if that can be done still. */
  public abstract boolean withdraw(Operation operation);

  // ---- progress ----

  /** Makes progress once, if no other thread is doing so; whether anything moved. */
  public final boolean progressOnce() {
    return progress().poll();
  }
}
