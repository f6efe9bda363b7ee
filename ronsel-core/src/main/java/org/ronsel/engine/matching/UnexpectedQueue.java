package org.ronsel.engine.matching;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.engine.message.MatchHash;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.transfer.InboundTransfer;

/**
 * Messages that no receive has matched, in order of arrival. Guarded by the engine's lock.
 *
 * <p>Receives without wildcards find theirs by hash; receives with wildcards walk in order of
 * arrival, where the usual first match is the first element.
 */
public final class UnexpectedQueue {
  private static final int POOLED = 256;

  private @Nullable UnexpectedMessage[] heads = new UnexpectedMessage[16];
  private @Nullable UnexpectedMessage[] tails = new UnexpectedMessage[16];
  private @Nullable UnexpectedMessage oldest;
  private @Nullable UnexpectedMessage newest;
  private int size;
  private @Nullable UnexpectedMessage free;
  private int freeCount;

  public int size() {
    return size;
  }

  /** A blank message, from a bounded free list. */
  public UnexpectedMessage blank() {
    UnexpectedMessage message = free;
    if (message == null) {
      return new UnexpectedMessage();
    }
    free = message.next;
    message.next = null;
    freeCount--;
    return message;
  }

  /** Takes back a message that has been delivered. */
  public void recycle(UnexpectedMessage message) {
    message.clear();
    if (freeCount < POOLED) {
      message.next = free;
      free = message;
      freeCount++;
    }
  }

  public void add(UnexpectedMessage message) {
    if (size >= heads.length * 2) {
      grow();
    }
    append(message);
    message.earlier = newest;
    if (newest == null) {
      oldest = message;
    } else {
      newest.later = message;
    }
    newest = message;
    size++;
  }

  /** The oldest message that a receive with this pattern matches; it stays in the queue. */
  public @Nullable UnexpectedMessage find(long context, int source, int tag) {
    if (size == 0) {
      return null;
    }
    if (source != Ronsel.ANY_SOURCE && tag != Ronsel.ANY_TAG) {
      UnexpectedMessage at = heads[bucket(context, source, tag)];
      while (at != null && (at.tag != tag || at.source != source || at.context != context)) {
        at = at.next;
      }
      return at;
    }
    UnexpectedMessage at = oldest;
    while (at != null
        && (at.context != context
            || source != Ronsel.ANY_SOURCE && at.source != source
            || tag != Ronsel.ANY_TAG && at.tag != tag)) {
      at = at.later;
    }
    return at;
  }

  /** The message whose data arrive by {@code transfer}, or null. */
  public @Nullable UnexpectedMessage findOf(InboundTransfer transfer) {
    UnexpectedMessage at = newest;
    while (at != null && at.transfer != transfer) {
      at = at.earlier;
    }
    return at;
  }

  /** The oldest of some messages, or null. */
  public @Nullable UnexpectedMessage find(Predicate<UnexpectedMessage> which) {
    UnexpectedMessage at = oldest;
    while (at != null && !which.test(at)) {
      at = at.later;
    }
    return at;
  }

  /** The message of a send of rank {@code source}, or null. */
  public @Nullable UnexpectedMessage findSentBy(SendOperation send, int source) {
    UnexpectedMessage at = newest;
    while (at != null
        && at.sender != send
        && (at.source != source || at.cookie == 0 || at.cookie != send.cookie)) {
      at = at.earlier;
    }
    return at;
  }

  /** Shows all messages, oldest first. */
  public void forEach(Consumer<UnexpectedMessage> visitor) {
    for (UnexpectedMessage at = oldest; at != null; at = at.later) {
      visitor.accept(at);
    }
  }

  public void remove(UnexpectedMessage message) {
    int bucket = bucket(message.context, message.source, message.tag);
    if (message.previous == null) {
      heads[bucket] = message.next;
    } else {
      message.previous.next = message.next;
    }
    if (message.next == null) {
      tails[bucket] = message.previous;
    } else {
      message.next.previous = message.previous;
    }
    if (message.earlier == null) {
      oldest = message.later;
    } else {
      message.earlier.later = message.later;
    }
    if (message.later == null) {
      newest = message.earlier;
    } else {
      message.later.earlier = message.earlier;
    }
    size--;
  }

  private void append(UnexpectedMessage message) {
    int bucket = bucket(message.context, message.source, message.tag);
    UnexpectedMessage tail = tails[bucket];
    message.previous = tail;
    message.next = null;
    if (tail == null) {
      heads[bucket] = message;
    } else {
      tail.next = message;
    }
    tails[bucket] = message;
  }

  private int bucket(long context, int source, int tag) {
    return MatchHash.of(context, source, tag) & heads.length - 1;
  }

  private void grow() {
    int capacity = heads.length * 4;
    UnexpectedMessage[] larger = new UnexpectedMessage[capacity];
    tails = new UnexpectedMessage[capacity]; // both have been got before one is replaced
    heads = larger;
    for (UnexpectedMessage at = oldest; at != null; at = at.later) {
      append(at);
    }
  }
}
