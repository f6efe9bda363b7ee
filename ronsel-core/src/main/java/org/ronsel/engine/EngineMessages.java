package org.ronsel.engine;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.failure.RankMessages;
import org.ronsel.engine.matching.UnexpectedMessage;
import org.ronsel.engine.message.Inquiry;
import org.ronsel.engine.message.MatchOperation;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.SendOperation;

/** Shows the messages and peers of a rank to those who deal with failures. */
final class EngineMessages extends RankMessages {
  private final Engine engine;

  EngineMessages(Engine engine) {
    this.engine = engine;
  }

  @Override
  protected @Nullable Peer answerable(int endpoint) {
    return engine.peers.answerable(endpoint);
  }

  @Override
  protected @Nullable Peer knownPeer(int endpoint) {
    return engine.peers.known(endpoint);
  }

  @Override
  protected void forEachEndpoint(IntConsumer visitor) {
    engine.peers.forEachEndpoint(visitor);
  }

  @Override
  protected void reject(int endpoint, String did) {
    engine.peers.reject(endpoint, did);
  }

  @Override
  protected void tell(Peer peer, int kind, long context, byte[] bytes) {
    engine.backlog.tell(peer, kind, context, bytes);
  }

  @Override
  protected void control(int kind, int endpoint, long cookie) {
    engine.backlog.control(kind, endpoint, cookie);
  }

  @Override
  protected void ask(int endpoint, SendOperation send) {
    engine.backlog.ask(endpoint, send);
  }

  @Override
  protected void failSends(int endpoint, RonselException failure) {
    engine.outbound.failSends(endpoint, failure);
  }

  @Override
  protected boolean withdrawOwn(SendOperation send) {
    if (!engine.inbound.withdraw(send)) {
      return false;
    }
    engine.outbound.withdraw(send);
    return true;
  }

  @Override
  protected boolean pollTransports() {
    return engine.progress.pollTransports();
  }

  @Override
  protected boolean settlesOwnMessages() {
    return engine.progress.settlesOwnMessages();
  }

  @Override
  protected void failContext(LongPredicate contexts, Supplier<RonselException> failure) {
    engine.inbound.failContext(contexts, failure);
  }

  @Override
  protected void failAsked(int endpoint, Function<MatchOperation, RonselException> failure) {
    engine.inbound.failAsked(endpoint, failure);
  }

  @Override
  protected void failReceives(int endpoint, RonselException failure) {
    engine.inbound.failReceives(endpoint, failure);
  }

  @Override
  protected void failAnySource(Function<MatchOperation, @Nullable RonselException> failure) {
    engine.inbound.failAnySource(failure);
  }

  @Override
  protected void unqueue(MatchOperation wait) {
    engine.inbound.unqueue(wait);
  }

  @Override
  protected List<Inquiry> inquiries() {
    return engine.inbound.inquiries();
  }

  @Override
  protected boolean isClosed(int contextId) {
    return engine.inbound.isClosed(contextId);
  }

  @Override
  protected @Nullable UnexpectedMessage oldestUnreceived(Predicate<UnexpectedMessage> which) {
    return engine.inbound.oldestUnreceived(which);
  }

  @Override
  protected void refuse(Predicate<UnexpectedMessage> which) {
    engine.inbound.refuse(which);
  }
}
