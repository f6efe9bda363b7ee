package org.ronsel.window;

import org.ronsel.ProcessFailedException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.onesided.Ghosts;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteOp;

/**
 * A wait until another rank has come to a fence, which it counts in its {@link ControlBlock}. It
 * tells nobody: who waits looks again, after longer and longer times. One thread waits.
 */
final class FenceArrival extends Operation implements Completion {
  private static final long FIRST_PAUSE_NS = 20_000;
  private static final long LONGEST_PAUSE_NS = 1_000_000;
  private static final long LONGEST_SLEEP_NS = 200_000;

  private final Engine engine;
  private final RankWindow window;
  private final PeerMemory control;
  private final int rank;
  private final long at;
  private final long fence;
  private final boolean near;

  private boolean asked;
  private int server;
  private boolean arrived;
  private long pauseNs = FIRST_PAUSE_NS;
  private long nextLookNs;

  /** Whether the rank was found to have ended when it was last looked. */
  private boolean ended;

  // The answer, by any thread; volatile publishes the value.
  private long answer;
  private volatile boolean answered;

  /**
   * Describes what to wait for.
   *
   * @param fence how many fences the rank has come to then
   */
  FenceArrival(Engine engine, RankWindow window, WindowTarget of, long fence) {
    super(engine);
    this.engine = engine;
    this.window = window;
    this.control = of.control();
    this.rank = of.rank();
    this.at = of.controlOffset() + ControlBlock.FENCES;
    this.fence = fence;
    this.near = control.mapped() != null;
  }

  @Override
  public void complete(long value) {
    answer = value;
    answered = true;
    if (!near) { // else it is this thread that waits
      wakeWaiter();
    }
  }

  @Override
  protected boolean poll() {
    if (arrived || isComplete()) {
      return true;
    }
    if (!asked && (near || nextLookNs == 0 || System.nanoTime() - nextLookNs >= 0)) {
      ask();
    }
    if (asked && answered) {
      take();
    }
    return arrived;
  }

  private void ask() {
    answered = false;
    asked = true;
    server = control.server();
    control.fetchAndOp(RemoteOp.READ, Long.BYTES, at, 0, this);
  }

  private void take() {
    asked = false;
    arrived = answer >= fence;
    nextLookNs = System.nanoTime() + pauseNs;
    pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
  }

  @Override
  protected long longestSleepNs() {
    return LONGEST_SLEEP_NS;
  }

  @Override
  protected void throwIfHopeless() {
    window.throwIfSomeRankFailed();
    if (asked && !near) {
      Ghosts.throwIfFailed(engine, server, control.endpoint());
    }
  }

  @Override
  public String describe() {
    return "fence of " + window.name();
  }

  @Override
  public int awaitedPeer() {
    return window.endpoint(rank);
  }

  @Override
  public long awaitedContext() {
    return window.context();
  }

  /** Looks, now and then, whether the rank has ended. */
  @Override
  protected void overdue() {
    if (!engine.hasEnded(awaitedPeer())) {
      ended = false;
    } else if (!ended) {
      ended = true; // it may have come before, and not have been looked at since
    } else {
      fail(
          new ProcessFailedException(
              window.prefix("fence")
                  + "rank "
                  + rank
                  + " has ended without the fence of "
                  + window.name()
                  + "; let it make that call before its main returns"));
    }
  }
}
