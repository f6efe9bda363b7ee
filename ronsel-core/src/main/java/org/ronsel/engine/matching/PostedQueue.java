package org.ronsel.engine.matching;

import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ronsel.Ronsel;
import org.ronsel.engine.message.MatchHash;
import org.ronsel.engine.message.ReceiveOperation;

/**
 * Posted receives that no message has matched (MPI-4.1, section 3.5). Guarded by the engine's lock.
 *
 * <p>A hash table over (context, source, tag) in which wildcards are ordinary values: an arriving
 * message looks up at most four keys, those of the kinds of wildcard that are posted at all, and
 * takes the oldest. So matching costs the same with ten thousand posted receives as with one.
 *
 * <p>A receive that finds the queue empty stays outside the table, and so do the next ones with the
 * same key, until one with another key comes: a list, whose first is asked first, since all in it
 * are older than what is in the table. Programs that wait for one message at a time, or for windows
 * of messages of one peer, never touch the table.
 */
public final class PostedQueue {

  private @Nullable ReceiveOperation[] heads = new ReceiveOperation[16];
  private @Nullable ReceiveOperation[] tails = new ReceiveOperation[16];

  // The list before the table.
  private @Nullable ReceiveOperation oldest;
  private @Nullable ReceiveOperation newest;
  private int listed;

  /** Number of receives in the table. */
  private int size;

  private int exact;
  private int anyTag;
  private int anySource;
  private int anyBoth;

  /** Sequence number of the next receive in the table; those in the list have {@link #LISTED}. */
  private long sequence;

  private static final long LISTED = -1;

  int size() {
    return size + listed;
  }

  /** Whether the last receive has room for so many bytes; true as well where many are posted. */
  public boolean expects(long bytes) {
    ReceiveOperation last = newest;
    return size > 0 || last != null && last.capacity >= bytes;
  }

  /** Adds a receive behind all others. */
  public void add(ReceiveOperation receive) {
    if (size == 0 && addToList(receive)) {
      return;
    }
    if (size >= heads.length * 2) {
      grow();
    }
    receive.sequence = sequence++;
    receive.posted = true;
    append(receive);
    size++;
    count(receive, 1);
  }

  private boolean addToList(ReceiveOperation receive) {
    ReceiveOperation last = newest;
    if (last == null) {
      oldest = receive;
    } else if (last.tag == receive.tag
        && last.source == receive.source
        && last.context == receive.context) {
      last.next = receive;
    } else {
      return false;
    }
    newest = receive;
    listed++;
    receive.sequence = LISTED;
    receive.posted = true;
    return true;
  }

  /** Removes and returns the oldest receive that a message matches. */
  public @Nullable ReceiveOperation match(long context, int source, int tag) {
    ReceiveOperation first = oldest;
    if (first != null && accepts(first, context, source, tag)) {
      removeFirst(first);
      return first;
    }
    if (size == 0) {
      return null;
    }
    if (size == exact) {
      int bucket = bucket(context, source, tag);
      ReceiveOperation head = heads[bucket];
      if (head == null) {
        return null;
      }
      if (head.tag == tag && head.source == source && head.context == context) {
        unlink(head, null, bucket);
        exact--;
        return head;
      }
    }
    ReceiveOperation best = exact == 0 ? null : find(context, source, tag);
    if (anySource != 0) {
      best = older(best, find(context, Ronsel.ANY_SOURCE, tag));
    }
    if (anyTag != 0) {
      best = older(best, find(context, source, Ronsel.ANY_TAG));
    }
    if (anyBoth != 0) {
      best = older(best, find(context, Ronsel.ANY_SOURCE, Ronsel.ANY_TAG));
    }
    if (best != null) {
      remove(best);
    }
    return best;
  }

  private void removeFirst(ReceiveOperation first) {
    ReceiveOperation second = first.next;
    oldest = second;
    if (second == null) {
      newest = null;
    } else {
      first.next = null;
    }
    listed--;
    first.posted = false;
  }

  private void removeListed(ReceiveOperation receive) {
    ReceiveOperation previous = oldest;
    if (receive == previous) {
      removeFirst(receive);
      return;
    }
    while (previous != null && previous.next != receive) {
      previous = previous.next;
    }
    if (previous == null) {
      throw new IllegalStateException("not posted");
    }
    previous.next = receive.next;
    receive.next = null;
    if (newest == receive) {
      newest = previous;
    }
    listed--;
    receive.posted = false;
  }

  private static boolean accepts(ReceiveOperation receive, long context, int source, int tag) {
    return receive.context == context
        && (receive.source == source || receive.source == Ronsel.ANY_SOURCE)
        && (receive.tag == tag || receive.tag == Ronsel.ANY_TAG);
  }

  private static @Nullable ReceiveOperation older(
      @Nullable ReceiveOperation a, @Nullable ReceiveOperation b) {
    return a == null || b != null && b.sequence < a.sequence ? b : a;
  }

  private @Nullable ReceiveOperation find(long context, int source, int tag) {
    ReceiveOperation at = heads[bucket(context, source, tag)];
    while (at != null && (at.tag != tag || at.source != source || at.context != context)) {
      at = at.next;
    }
    return at;
  }

  /** Takes out a receive that is in the queue. */
  public void remove(ReceiveOperation receive) {
    if (receive.sequence == LISTED) {
      removeListed(receive);
      return;
    }
    int bucket = bucket(receive.context, receive.source, receive.tag);
    ReceiveOperation previous = null;
    for (ReceiveOperation at = heads[bucket]; at != null; previous = at, at = at.next) {
      if (at == receive) {
        unlink(at, previous, bucket);
        count(at, -1);
        return;
      }
    }
    throw new IllegalStateException("not posted");
  }

  private void unlink(ReceiveOperation at, @Nullable ReceiveOperation previous, int bucket) {
    ReceiveOperation following = at.next;
    if (previous == null) {
      heads[bucket] = following;
    } else {
      previous.next = following;
    }
    if (following == null) {
      tails[bucket] = previous;
    } else {
      at.next = null;
    }
    at.posted = false;
    size--;
  }

  /** Shows all receives, in no order. */
  public void forEach(Consumer<? super ReceiveOperation> visitor) {
    forEach(oldest, visitor);
    for (ReceiveOperation head : heads) {
      forEach(head, visitor);
    }
  }

  private static void forEach(
      @Nullable ReceiveOperation from, Consumer<? super ReceiveOperation> visitor) {
    for (ReceiveOperation at = from; at != null; at = at.next) {
      visitor.accept(at);
    }
  }

  /** Removes some receive that names {@code source}; null when there is none. */
  public @Nullable ReceiveOperation removeFrom(int source) {
    return removeAny(receive -> receive.source == source);
  }

  /**
   * Removes some receive that has asked whether {@code source} has ended; null when there is none.
   */
  public @Nullable ReceiveOperation removeAsked(int source) {
    return removeAny(receive -> receive.asks && receive.source == source);
  }

  /** Removes some receive in one of some contexts; null when there is none. */
  public @Nullable ReceiveOperation removeIn(LongPredicate context) {
    return removeAny(receive -> context.test(receive.context));
  }

  private @Nullable ReceiveOperation removeAny(Predicate<ReceiveOperation> which) {
    ReceiveOperation found = find(oldest, which);
    for (int i = 0; found == null && i < heads.length; i++) {
      found = find(heads[i], which);
    }
    if (found != null) {
      remove(found);
    }
    return found;
  }

  private static @Nullable ReceiveOperation find(
      @Nullable ReceiveOperation from, Predicate<ReceiveOperation> which) {
    ReceiveOperation at = from;
    while (at != null && !which.test(at)) {
      at = at.next;
    }
    return at;
  }

  private void count(ReceiveOperation receive, int by) {
    if (receive.source == Ronsel.ANY_SOURCE) {
      if (receive.tag == Ronsel.ANY_TAG) {
        anyBoth += by;
      } else {
        anySource += by;
      }
    } else if (receive.tag == Ronsel.ANY_TAG) {
      anyTag += by;
    } else {
      exact += by;
    }
  }

  private void append(ReceiveOperation receive) {
    int bucket = bucket(receive.context, receive.source, receive.tag);
    ReceiveOperation tail = tails[bucket];
    if (tail == null) {
      heads[bucket] = receive;
    } else {
      tail.next = receive;
    }
    tails[bucket] = receive;
  }

  private int bucket(long context, int source, int tag) {
    return MatchHash.of(context, source, tag) & heads.length - 1;
  }

  private void grow() {
    ReceiveOperation[] old = heads;
    ReceiveOperation[] larger = new ReceiveOperation[old.length * 4];
    tails = new ReceiveOperation[old.length * 4]; // both have been got before one is replaced
    heads = larger;
    // Equal keys share a bucket before and after, so their order survives.
    for (ReceiveOperation head : old) {
      ReceiveOperation at = head;
      while (at != null) {
        ReceiveOperation following = at.next;
        at.next = null;
        append(at);
        at = following;
      }
    }
  }
}
