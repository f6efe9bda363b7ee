package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.Members;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;

/** One rank's wait for a phase of a meeting; used again for every phase. */
final class MeetingWait extends Operation {
  /**
   * Looks at the phase per call where ranks do not share cores. A look costs nothing while nobody
   * writes the word, and the engine, which is polled in between, takes as long as this.
   */
  private static final int LOOKS = 8;

  private final Engine engine;
  private final Members members;
  private final SharedMeeting meeting;
  private final int looks;
  private final long context;
  private Collective collective = Collective.BARRIER;
  private int phase;

  MeetingWait(Engine engine, Members members, SharedMeeting meeting, long context) {
    super(engine);
    this.engine = engine;
    this.members = members;
    this.meeting = meeting;
    this.looks = engine.spinsWhileWaiting() ? LOOKS : 1;
    this.context = context;
  }

  /** Says what is waited for next. */
  void prepare(Collective call, int forPhase) {
    collective = call;
    phase = forPhase;
  }

  @Override
  protected boolean poll() {
    int times = Thread.currentThread().isVirtual() ? 1 : looks;
    for (int i = 0; i < times; i++) {
      if (meeting.hasReached(phase)) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  @Override
  protected void overdue() {
    compareCalls();
  }

  @Override
  protected void throwIfHopeless() {
    engine.failedCalls().throwIfAllFailed(context);
    for (int rank = 0; rank < members.size(); rank++) {
      if (meeting.isMissing(rank, phase)) {
        engine.throwIfPeerFailed(members.endpoint(rank));
      }
    }
  }

  @Override
  protected void waiterParks(boolean parks) {
    meeting.countParked(parks ? 1 : -1);
  }

  void wake() {
    wakeWaiter();
  }

  @Override
  public String describe() {
    return collective.call();
  }

  @Override
  public int awaitedPeer() {
    int rank = meeting.missing(phase);
    return rank < 0 ? NO_PEER : members.endpoint(rank);
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
