package org.ronsel.transport.tcp;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections that this JVM makes to one other; of the selector's thread. A few are made at a
 * time, in their order: where all ranks of two JVMs connect at once, each end gets no more than it
 * can serve, and many that wait here need not be made, since the other end does.
 *
 * <p>The time in which a connection is to be made counts from the last progress with any of them:
 * who has many to make is not taken for lost, and all that wait for a JVM from which nothing comes
 * give up together.
 */
final class Dials {
  /** Connections that are made to one JVM at a time. */
  static final int MOST = 64;

  private final Queue<OutgoingConnection> queued = new ArrayDeque<>();

  /** Those that are being made, or that the other JVM makes. */
  private final Set<OutgoingConnection> begun = Collections.newSetFromMap(new IdentityHashMap<>());

  /** How many are being made. */
  private int active;

  private long progressNs = System.nanoTime();
  private @Nullable String failure;

  boolean isEmpty() {
    return begun.isEmpty() && queued.isEmpty();
  }

  /** Has a connection made: when its turn comes, or at once. */
  void add(OutgoingConnection dial, boolean atOnce) {
    if (atOnce) {
      begin(dial);
    } else {
      queued.add(dial);
      next();
    }
  }

  private void next() {
    while (active < MOST && !queued.isEmpty()) {
      begin(queued.remove());
    }
  }

  /** Until this a link takes the connection that its peer makes. */
  private void begin(OutgoingConnection dial) {
    if (dial.begins()) {
      begun.add(dial);
      active++;
      dial.turn();
    }
  }

  /** The other JVM makes it. */
  void leave() {
    active--;
    next();
  }

  /**
   * A connection has been made, or is not wanted any more.
   *
   * @param left whether the other JVM was to make it
   */
  void end(OutgoingConnection dial, boolean left) {
    if (begun.remove(dial) && !left) {
      active--;
      next();
    }
  }

  /** A connection with the JVM has come further than it was. */
  void progress() {
    progressNs = System.nanoTime();
  }

  /** Why the last attempt has failed, if any has. */
  @Nullable String failure() {
    return failure;
  }

  void failed(String why) {
    failure = why;
  }

  /**
   * Since when there has been no progress, for a connection that was asked for at a time.
   *
   * @param askedNs by {@link System#nanoTime}
   */
  long sinceNs(long askedNs) {
    return askedNs - progressNs > 0 ? askedNs : progressNs;
  }

  /** Has each try again, or give up, whose time it is. */
  void look(long now) {
    // In the order in which they were asked for.
    while (!queued.isEmpty() && queued.element().isLate(now)) {
      OutgoingConnection dial = queued.remove();
      if (dial.begins()) {
        dial.giveUp();
      }
    }
    if (!begun.isEmpty()) {
      for (OutgoingConnection dial : List.copyOf(begun)) {
        dial.look(now);
      }
    }
  }
}
