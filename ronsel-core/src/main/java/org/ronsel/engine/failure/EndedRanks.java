package org.ronsel.engine.failure;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.ProcessFailedException;
import org.ronsel.Ronsel;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.message.Communicators;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.Inquiry;
import org.ronsel.engine.message.MatchOperation;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordView;

/**
 * Tells a rank that waits for a message that no rank will send it any more, and one that waits for
 * a receiver that none will come. A rank that has waited long asks; the other answers when it has
 * ended. The answer comes behind everything that it has sent, so what is still waited for then will
 * never come.
 *
 * <p>Only what has asked fails, since only that has nothing else to wait for: a receive that a
 * program has started, and waits for together with others, may be meant to be cancelled. Parts of
 * composites do not ask, because what a rank has started goes on when it has ended. Methods are
 * called under the engine's lock, except where said.
 */
public final class EndedRanks {
  private final FailureEngine engine;

  /** The ranks that asked this one while it had not ended. */
  private final Set<Integer> curious = new LinkedHashSet<>(0);

  /** The ranks that have ended except for messages that this rank has not received. */
  private final Set<Integer> leaving = new LinkedHashSet<>(0);

  /** The ranks that have said that they have ended. */
  private final BitSet known = new BitSet(0);

  private boolean rankEnded;

  EndedRanks(FailureEngine engine) {
    this.engine = engine;
  }

  // ---- the asking rank ----

  /** Asks an endpoint to tell when it has ended. */
  void ask(int endpoint) {
    if (endpoint >= 0 && endpoint != engine.rank()) {
      engine.messages().control(Envelope.ASKS, endpoint, 0);
    }
  }

  /** Asks an endpoint to tell when it has ended; false if it has failed. */
  boolean askIfAlive(int endpoint) {
    if (engine.peerFailures().hasFailed(endpoint)) {
      return false;
    }
    ask(endpoint);
    return !engine.peerFailures().hasFailed(endpoint);
  }

  /** Whether an endpoint is known to have ended; else it is asked. */
  public boolean hasEnded(int endpoint) {
    if (!known.get(endpoint)) {
      ask(endpoint);
    }
    return known.get(endpoint);
  }

  /** Asks the endpoints that could send the awaited message; without the lock. */
  public void ask(MatchOperation wait) {
    if (!wait.isPart()) {
      askSenders(wait);
    }
  }

  /** As {@link #ask(MatchOperation)}, also for a part of a composite. */
  public void askSenders(MatchOperation wait) {
    engine.lock.acquire();
    try {
      if (!wait.isUnmatched()) {
        return;
      }
      wait.asks = true;
      if (wait.source != Ronsel.ANY_SOURCE) {
        ask(wait.source);
        return;
      }
      keepSenders(wait);
      if (wait.inquiry instanceof Inquiry inquiry) {
        inquiry.ask();
      }
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Keeps who may be the sender for an operation from any source; its communicator may be closed
   * before it has completed. Under the lock.
   */
  public void keepSenders(MatchOperation wait) {
    if (wait.inquiry == null
        && engine.communicators().ofMessages(wait.context) instanceof Communicators.Known from) {
      wait.inquiry = new Inquiry(engine, this::askIfAlive, from.size(), from.endpoints());
    }
  }

  /** Whether an endpoint may be the sender for an operation from any source. Under the lock. */
  boolean maySend(int endpoint, MatchOperation wait) {
    Communicators.Known of = engine.communicators().ofMessages(wait.context);
    return of != null ? of.has(endpoint) : wait.inquiry != null && wait.inquiry.isAbout(endpoint);
  }

  /** Asks the receiver of a message that has not been received yet; without the lock. */
  public void ask(SendOperation send) {
    engine.lock.acquire();
    try {
      Peer to = send.peer;
      if (to == null || send.isComplete() || send.isPart() || to.endpoint == engine.rank()) {
        return;
      }
      if (to.can.sharesHeap()) {
        engine.messages().ask(to.endpoint, send);
      } else if (send.cookie != 0 && !send.cleared) {
        engine.messages().control(Envelope.ASKS, to.endpoint, send.cookie);
      }
    } finally {
      engine.lock.release();
    }
  }

  /** Asks the receivers of all messages that this rank has sent; without the lock. */
  public void askForAllSent() {
    engine.lock.acquire();
    try {
      engine
          .messages()
          .forEachEndpoint(
              endpoint -> {
                if (endpoint != engine.rank()) {
                  engine.messages().control(Envelope.ASKS, endpoint, Envelope.ALL);
                } else if (rankEnded) {
                  refuseAllOf(endpoint);
                }
              });
    } finally {
      engine.lock.release();
    }
  }

  // ---- the asked rank ----

  /**
   * A peer asks: whether this rank has ended, or about a message, or about all that it has sent.
   */
  public void asked(RecordView record) {
    int source = record.source();
    long cookie = record.cookie();
    SendOperation send = (SendOperation) record.attachment();
    if (cookie == Envelope.ALL) {
      if (rankEnded) {
        refuseAllOf(source);
      } else {
        leaving.add(source);
      }
    } else if (cookie != 0 || send != null) {
      askedFor(source, cookie, send);
    } else if (rankEnded) {
      engine.messages().control(Envelope.ENDED, source, 0);
    } else {
      curious.add(source);
    }
  }

  private void askedFor(int source, long cookie, @Nullable SendOperation send) {
    UnexpectedMessage message =
        engine
            .messages()
            .oldestUnreceived(
                each ->
                    each.source == source
                        && (send != null ? each.sender == send : each.cookie == cookie));
    if (message == null) {
      return; // it has been received
    }
    message.asked = true;
    if (rankEnded) {
      engine.messages().refuse(each -> each == message);
    }
  }

  private void refuseAllOf(int source) {
    engine.messages().refuse(each -> each.source == source);
  }

  /** This rank makes no more calls. */
  void rankEnds() {
    rankEnded = true;
    curious.forEach(source -> engine.messages().control(Envelope.ENDED, source, 0));
    curious.clear();
    engine.messages().refuse(each -> each.asked);
    leaving.forEach(this::refuseAllOf);
    leaving.clear();
  }

  // ---- answers ----

  /** A peer says that it has ended. */
  public void ended(int source) {
    known.set(source);
    engine.messages().failAsked(source, this::nothingComes);
    engine.messages().inquiries().forEach(inquiry -> inquiry.ended(source));
    engine.lastRank().ended(source);
  }

  /**
   * Fails an operation that waits for a message from any source if all possible senders have ended,
   * this rank's own threads included; without the lock.
   */
  public void failIfNobodySends(MatchOperation wait) {
    Inquiry inquiry;
    engine.lock.acquire();
    try {
      inquiry = wait.inquiry;
      if (inquiry == null || !inquiry.isOver()) {
        return;
      }
    } finally {
      engine.lock.release();
    }
    boolean own = inquiry.includesThisRank();
    if (own && engine.mayBeCalledElsewhere()) {
      return;
    }
    engine.lock.acquire();
    try {
      if (engine.messages().settlesOwnMessages() && wait.isUnmatched()) {
        engine.messages().unqueue(wait);
        wait.fail(nothingComes(wait));
      }
    } finally {
      engine.lock.release();
    }
  }

  // ---- what is said ----

  private ProcessFailedException nothingComes(MatchOperation wait) {
    boolean any = wait.source == Ronsel.ANY_SOURCE;
    String words = engine.communicators().words(wait);
    if (words != null) {
      return new ProcessFailedException(
          ErrorPlace.of(engine.rank())
              .message(
                  words
                      + ", which has ended without it; let it make that call before its main"
                      + " returns, or leave it out of the group"));
    }
    return new ProcessFailedException(
        ErrorPlace.of(engine.rank())
            .message(
                describe(wait)
                    + " from "
                    + (any ? "any source" : "rank " + wait.source)
                    + tagAndCommunicator(wait)
                    + (any ? "all other ranks of it have" : "rank " + wait.source + " has")
                    + " ended, and all that "
                    + (any ? "they have" : "it has")
                    + " sent has been received or is of another tag or communicator; let "
                    + (any
                        ? "one of them send before its main returns"
                        : "it send before its main returns")
                    + ", or do not wait for it"));
  }

  /** The exception of a send that no rank will receive. Any thread. */
  public ProcessFailedException notReceived(SendOperation send, int receiver) {
    return new ProcessFailedException(
        ErrorPlace.of(engine.rank())
            .message(
                describe(send)
                    + " to rank "
                    + receiver
                    + tagAndCommunicator(send)
                    + "rank "
                    + receiver
                    + " has ended without receiving it; let it receive before its main returns, or"
                    + " do not send it"));
  }

  private static String describe(Operation operation) {
    String what = operation.describe();
    return Contexts.isPartitioned(operation.awaitedContext()) ? "partitioned " + what : what;
  }

  private String tagAndCommunicator(Operation operation) {
    int tag = operation.awaitedTag();
    String named = Contexts.isPartition(operation.awaitedContext()) ? ", partition " : ", tag ";
    return (tag < 0 ? ", any tag" : named + tag)
        + ", on "
        + engine.communicators().of(operation.awaitedContext())
        + ": ";
  }
}
