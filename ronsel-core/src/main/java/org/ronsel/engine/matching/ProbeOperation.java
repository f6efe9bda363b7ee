package org.ronsel.engine.matching;

import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.engine.message.MatchOperation;
import org.ronsel.engine.request.ProgressEngine;
import org.ronsel.transport.Envelope;

/**
 * A probe: completes when a message that matches has arrived, and leaves the message where it is,
 * or, if it is a matched probe, takes it.
 */
public final class ProbeOperation extends MatchOperation {
  private int foundSource;
  private int foundTag;
  private long foundBytes;
  private int elementBytes = 1;
  private int objects;

  /** Holds the message that a matched probe takes; null for other probes. */
  private final @Nullable MatchedMessage matched;

  public ProbeOperation(
      ProgressEngine engine, @Nullable MatchedMessage matched, long context, int source, int tag) {
    super(engine);
    this.matched = matched;
    match(context, source, tag);
  }

  /** Takes the message that the probe finds out of the queue; null if that stays there. */
  public @Nullable MatchedMessage taker() {
    return matched;
  }

  public void found(UnexpectedMessage message) {
    foundSource = message.source;
    foundTag = message.tag;
    foundBytes = message.length;
    elementBytes = ElementType.ofCode(Envelope.type(message.header)).bytes();
    objects = message.objects;
    complete();
  }

  @Override
  protected int completedSource() {
    return foundSource;
  }

  @Override
  protected int completedTag() {
    return foundTag;
  }

  @Override
  protected long completedBytes() {
    return foundBytes;
  }

  /** Those of the sender's elements. */
  @Override
  protected int elementBytes() {
    return elementBytes;
  }

  /** How many objects the message has, or -1 if its sender has not said that. */
  public int objects() {
    return objects - 1;
  }

  @Override
  public boolean isUnmatched() {
    return !isComplete();
  }

  @Override
  protected boolean endsWithWait() {
    return true;
  }

  @Override
  public String describe() {
    return "probe";
  }

  @Override
  public int awaitedPeer() {
    return source;
  }
}
