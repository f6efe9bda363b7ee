package org.ronsel.engine;

import java.util.LinkedHashSet;
import java.util.Set;
import org.ronsel.PeerFailedException;
import org.ronsel.transport.Envelope;

/**
 * How a rank that waits for a message learns that its sender has ended. Who has waited long asks;
 * whoever has ended answers, or does when it ends. The answer comes behind everything that the
 * sender has sent, so what is still waited for then will never come.
 *
 * <p>Only what has asked fails, since only that has nothing else to wait for: a receive that a
 * program has started, and waits for together with others, may be meant to be cancelled. Parts of
 * composites do not ask, because what a rank has started goes on when it has ended. All methods are
 * called under the engine's lock.
 */
final class EndedSenders {
  private final Engine engine;

  /** Who has asked this rank while it had not ended. */
  private final Set<Integer> curious = new LinkedHashSet<>(0);

  private boolean rankEnded;

  EndedSenders(Engine engine) {
    this.engine = engine;
  }

  /** Has an endpoint say when it has ended. */
  void ask(int endpoint) {
    if (endpoint >= 0 && endpoint != engine.rank()) {
      engine.backlog.control(Envelope.ASKS, endpoint, 0);
    }
  }

  /** A peer asks. */
  void asked(int source) {
    if (rankEnded) {
      engine.backlog.control(Envelope.ENDED, source, 0);
    } else {
      curious.add(source);
    }
  }

  /** This rank sends nothing more. */
  void rankEnds() {
    rankEnded = true;
    curious.forEach(source -> engine.backlog.control(Envelope.ENDED, source, 0));
    curious.clear();
  }

  /** A peer says that it has ended. */
  void ended(int source) {
    engine.inbound.failAsked(source, this::failure);
  }

  private PeerFailedException failure(Operation operation) {
    int tag = operation.awaitedTag();
    return new PeerFailedException(
        "rank "
            + engine.rank()
            + ": "
            + operation.describe()
            + " from rank "
            + operation.awaitedPeer()
            + (tag < 0 ? ", any tag" : ", tag " + tag)
            + ", on "
            + engine.contextNames.of(operation.awaitedContext())
            + ": rank "
            + operation.awaitedPeer()
            + " has ended, and all that it has sent has been received or is of another tag or"
            + " communicator; let it send before its main returns, or do not wait for it");
  }
}
