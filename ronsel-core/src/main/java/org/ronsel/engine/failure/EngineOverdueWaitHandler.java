package org.ronsel.engine.failure;

import java.util.List;
import org.ronsel.engine.message.MatchOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.OverdueWaitHandler;

/** Asks peers, and looks at all ranks together, for the waits of a rank that take long. */
final class EngineOverdueWaitHandler extends OverdueWaitHandler {
  private final FailureEngine engine;

  EngineOverdueWaitHandler(FailureEngine engine) {
    this.engine = engine;
  }

  @Override
  public void askPeers(Operation operation) {
    if (operation instanceof SendOperation send) {
      engine.endedRanks().ask(send);
    } else if (operation instanceof MatchOperation wait) {
      engine.endedRanks().ask(wait);
    }
  }

  @Override
  public void throwIfPeersEnded(Operation operation) {
    if (operation instanceof MatchOperation wait) {
      engine.endedRanks().failIfNobodySends(wait);
    }
  }

  @Override
  protected void compareCalls(long context, int endpoint) {
    engine.callLogs().compare(context, endpoint);
  }

  @Override
  protected void askOthers() {
    engine.lastRank().askOthers();
  }

  @Override
  protected boolean isLastRank() {
    return engine.lastRank().isAlone();
  }

  @Override
  protected void throwIfUnsatisfiable(String what, List<? extends Operation> pending) {
    engine.lastRank().throwIfUnsatisfiable(what, pending);
  }

  @Override
  public void testedInVain(String what, List<? extends Operation> pending) {
    engine.lastRank().testedInVain(engine.tests, what, pending);
  }
}
