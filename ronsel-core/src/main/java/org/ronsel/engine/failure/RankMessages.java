package org.ronsel.engine.failure;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.message.Inquiry;
import org.ronsel.engine.message.MatchOperation;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.SendOperation;

/**
 * The messages and peers of a rank, as those see them who deal with failures: what they tell peers,
 * and what fails with a peer or a call. Called under the engine's lock. There is one subclass,
 * {@code org.ronsel.engine.EngineMessages}; none of this happens while all goes well.
 */
public abstract class RankMessages {
  /** For the subclass. */
  protected RankMessages() {}

  // ---- peers ----

  /** The peer to which something is to be told, or null if it has failed. */
  protected abstract @Nullable Peer answerable(int endpoint);

  /** The peer at an endpoint if it has been met, else null. */
  protected abstract @Nullable Peer knownPeer(int endpoint);

  /** Shows the endpoints of all peers that have been met. */
  protected abstract void forEachEndpoint(IntConsumer visitor);

  /** Fails an endpoint that has sent an invalid record. */
  protected abstract void reject(int endpoint, String did);

  /** Sends a record that is not a message, and all of which is inline. */
  protected abstract void tell(Peer peer, int kind, long context, byte[] bytes);

  /** Sends a record without payload about a message of the peer. */
  protected abstract void control(int kind, int endpoint, long cookie);

  /** Asks a peer of this heap about a message. */
  protected abstract void ask(int endpoint, SendOperation send);

  // ---- what is sent ----

  /** Fails the sends to an endpoint and drops what was kept for it. */
  protected abstract void failSends(int endpoint, RonselException failure);

  /** Takes back a message that this rank has sent to itself; false if it has been received. */
  protected abstract boolean withdrawOwn(SendOperation send);

  /** Polls and sends on, without copies; whether anything moved. */
  protected abstract boolean pollTransports();

  /**
   * Takes in all that has come, also from the rank itself.
   *
   * @return whether nothing that the rank has sent is on its way still
   */
  protected abstract boolean settlesOwnMessages();

  // ---- what is waited for ----

  /** Fails the receives in some contexts, and drops what has arrived in them. */
  protected abstract void failContext(LongPredicate contexts, Supplier<RonselException> failure);

  /** Fails the receives and probes that have asked whether the endpoint has ended. */
  protected abstract void failAsked(
      int endpoint, Function<MatchOperation, RonselException> failure);

  /** Fails the receives and probes that name the endpoint, and those that wait for its data. */
  protected abstract void failReceives(int endpoint, RonselException failure);

  /** Fails receives and probes from any source for which there is a failure. */
  protected abstract void failAnySource(
      Function<MatchOperation, @Nullable RonselException> failure);

  /** Takes back an operation that no message has matched. */
  protected abstract void unqueue(MatchOperation wait);

  /** The inquiries of receives and probes that wait for a message from any source. */
  protected abstract List<Inquiry> inquiries();

  // ---- what has come ----

  /** Whether this rank has closed a communicator. */
  protected abstract boolean isClosed(int contextId);

  /** The oldest of some messages that have not been received, or null. */
  protected abstract @Nullable UnexpectedMessage oldestUnreceived(
      Predicate<UnexpectedMessage> which);

  /**
   * Removes those of some messages whose senders wait for a match, and tells the senders that there
   * will be none.
   */
  protected abstract void refuse(Predicate<UnexpectedMessage> which);
}
