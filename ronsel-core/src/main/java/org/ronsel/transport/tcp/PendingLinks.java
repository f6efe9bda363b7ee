package org.ronsel.transport.tcp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The links of a transport that may have something to tell their peers, each of them once, as a
 * list without allocation. Any thread adds one; one thread at a time has all of them tell.
 *
 * <p>What is to be told is written by a volatile or stronger access before the link is added, and
 * read by a volatile one when it tells. It leaves the list before it tells, so whoever finds it in
 * the list already has written before it reads: nothing is missed.
 */
final class PendingLinks {
  /** What can be in such a list, in one at a time. */
  abstract static class Entry {
    @SuppressWarnings("unused") // by its handle
    private volatile boolean isPending;

    /** The next in the list; written before this one is published as its first. */
    private @Nullable Entry next;

    /** Tells what there is to tell; whether that was possible, otherwise it stays in the list. */
    abstract boolean tell();
  }

  private static final VarHandle FIRST;
  private static final VarHandle IS_PENDING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FIRST = lookup.findVarHandle(PendingLinks.class, "first", Entry.class);
      IS_PENDING = lookup.findVarHandle(Entry.class, "isPending", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile @Nullable Entry first;

  boolean isEmpty() {
    return first == null;
  }

  /** Adds a link, if it is not there; any thread. */
  void add(Entry link) {
    if (!IS_PENDING.compareAndSet(link, false, true)) {
      return;
    }
    Entry next;
    do {
      next = first;
      link.next = next;
    } while (!FIRST.compareAndSet(this, next, link));
  }

  /**
   * Has all links tell what they have to; one thread at a time.
   *
   * @return how many these were
   */
  int tellAll() {
    int count = 0;
    Entry link = (Entry) FIRST.getAndSet(this, (Entry) null);
    while (link != null) {
      Entry next = link.next;
      link.next = null;
      // Volatile, and before it tells: from now on any thread may add it again.
      IS_PENDING.setVolatile(link, false);
      if (!link.tell()) {
        add(link);
      }
      count++;
      link = next;
    }
    return count;
  }
}
