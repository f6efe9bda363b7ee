package org.ronsel.collective.board;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.FailureVote;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.Members;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.engine.ProgramFailure;
import org.ronsel.transport.HostMemory;

/**
 * One rank at a {@link Board}: takes part in one operation after the other. For one thread of the
 * rank at a time, as for all collective operations of a communicator.
 *
 * <p>An operation is a {@link BoardForm} that goes on as far as it can whenever it is polled. A
 * wait that is interrupted throws, and another thread takes the operation to its end, since others
 * may need this rank's part; the next one waits for that.
 */
public final class BoardVisit extends Operation implements HostMemory.Sleeper {
  /** Looks per call where ranks do not share cores; the engine is polled in between. */
  private static final int LOOKS = 8;

  /** So many ranks look at each other's places themselves; more count themselves. */
  private static final int FEW = 4;

  private final Engine engine;
  private final Members members;
  private final HostMemory host;
  private final Board board;
  private final Exchanges exchanges;
  private final BoardWork work;
  private final long context;
  private final int looks;

  private Invocation call = new Invocation();
  private volatile boolean finished = true;
  private boolean busy;

  /** What follows when the rank has left; guarded by itself. */
  private final List<Runnable> leaving = new ArrayList<>(0);

  /** Takes an operation to its end that was interrupted; null if the last one was not. */
  private @Nullable Thread finisher;

  /**
   * Comes to a board.
   *
   * @param memory of the board, of {@link Board#bytes} bytes
   * @param areaBytes of it; see {@link Board#areaBytes}
   * @param oversubscribed whether the ranks of the job outnumber the cores; alike on all ranks
   * @param failures for what operators of the program throw
   */
  BoardVisit(
      Engine engine,
      Members members,
      HostMemory host,
      MemorySegment memory,
      int areaBytes,
      boolean oversubscribed,
      long context,
      FailureCodec failures) {
    super(engine);
    this.engine = engine;
    this.members = members;
    this.host = host;
    this.context = context;
    this.looks = engine.spinsWhileWaiting() ? LOOKS : 1;
    this.board = new Board(memory, members.size(), areaBytes);
    boolean counted = oversubscribed || members.size() > FEW;
    this.exchanges = new Exchanges(board, members, host, counted, this::difference);
    FailureVote vote = new FailureVote(members, failures);
    this.work = new BoardWork(board, memory, exchanges, vote, members.rank(), members.size());
  }

  // ---- the operations ----

  /** Whether an operation can be made here; alike on all ranks. */
  public boolean serves(Invocation wanted) {
    return BoardForm.serves(wanted, members.size(), board.areaBytes());
  }

  /**
   * Has {@code left} run once no operation is being made: now, or by the thread that takes the last
   * one to its end. The rank makes no more.
   */
  void leave(Runnable left) {
    synchronized (leaving) {
      leaving.add(left);
    }
    leaveIfIdle();
  }

  private void leaveIfIdle() {
    List<Runnable> all;
    synchronized (leaving) {
      if (!finished || busy) {
        return;
      }
      all = List.copyOf(leaving);
      leaving.clear();
    }
    all.forEach(Runnable::run);
  }

  /** Makes an operation and waits until the rank's part is done. */
  public void attend(Invocation wanted) {
    if (busy) {
      throw members.calledByTwoThreads();
    }
    busy = true;
    try {
      awaitInterrupted();
      call = wanted;
      work.begin(wanted);
      finished = false;
      if (!poll()) {
        awaitEnd();
      }
      engine.countMeeting();
      ProgramFailure failure = work.failure();
      if (failure != null) {
        throw failure.raise();
      }
    } finally {
      busy = false;
    }
  }

  private void awaitEnd() {
    try {
      engine.await(this);
    } catch (WaitInterruptedException interrupted) {
      Thread thread = new Thread(this::endAlone, "ronsel-interrupted-" + members.rank());
      thread.setDaemon(true);
      finisher = thread;
      thread.start();
      throw interrupted;
    } catch (RuntimeException | Error failed) {
      finished = true; // nobody takes it to its end
      throw failed;
    }
  }

  /** Takes an operation to its end whose caller has left it; has told it what there was to tell. */
  private void endAlone() {
    try {
      engine.await(this);
    } catch (RonselException failed) {
      finished = true; // so it ends here; later calls meet the cause themselves
    }
    leaveIfIdle();
  }

  /** Waits for the end of an operation that was interrupted. */
  private void awaitInterrupted() {
    Thread thread = finisher;
    if (thread == null) {
      return;
    }
    try {
      thread.join();
    } catch (InterruptedException again) {
      throw new WaitInterruptedException(
          "rank "
              + members.rank()
              + ": interrupted before a collective call on "
              + members.name()
              + " had begun, while one that was interrupted earlier was awaited; call it again",
          again);
    }
    finisher = null;
  }

  @Override
  protected boolean poll() {
    if (finished) {
      return true;
    }
    int times = Thread.currentThread().isVirtual() ? 1 : looks;
    for (int i = 0; i < times; i++) {
      boolean done = false;
      boolean thrown = true;
      try {
        done = work.advance();
        thrown = false;
      } finally {
        if (done || thrown) {
          finished = true;
        }
      }
      if (done) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  private InvalidArgumentException difference(int other, boolean seenByAll) {
    exchanges.finish();
    int theirs = (int) (exchanges.signatureOf(other) >>> 32);
    Collective[] all = Collective.values();
    boolean same = theirs == call.collective().ordinal() || theirs < 0 || theirs >= all.length;
    InvalidArgumentException found =
        new InvalidArgumentException(
            ErrorClass.ARGUMENT,
            "rank "
                + members.rank()
                + ", "
                + call.call()
                + " on "
                + members.name()
                + ": rank "
                + other
                + (same
                    ? " calls it with another count, type, operator or root"
                    : " calls " + all[theirs].call())
                + "; all ranks must make the same collective call (--check says how they differ)");
    if (!seenByAll) {
      engine
          .failedCalls()
          .failAll(context, found); // others may see nothing, and wait for this rank
    }
    return found;
  }

  // ---- waiting ----

  @Override
  protected void overdue() {
    compareCalls();
  }

  @Override
  protected void throwIfHopeless() {
    engine.failedCalls().throwIfAllFailed(context);
    int peer = awaitedPeer();
    if (peer != NO_PEER) {
      engine.throwIfPeerFailed(peer);
    }
  }

  @Override
  protected void waiterParks(boolean parks) {
    if (parks) {
      host.parks(this);
      board.countParked(1);
    } else {
      board.countParked(-1);
      host.unparks(this);
    }
  }

  @Override
  public boolean isReady() {
    return exchanges.isReady();
  }

  @Override
  public void wake() {
    wakeWaiter();
  }

  @Override
  public String describe() {
    return call.call();
  }

  @Override
  public int awaitedPeer() {
    int awaited = exchanges.awaitedRank();
    return awaited == Exchanges.NONE ? NO_PEER : members.endpoint(awaited);
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
