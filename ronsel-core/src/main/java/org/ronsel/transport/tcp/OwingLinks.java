package org.ronsel.transport.tcp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The links of a transport that may have something to tell their peers, each of them once, as a
 * list without allocation. Any thread adds one; one thread at a time has all of them looked at.
 *
 * <p>What was to be told when a link was added is seen by a look that follows, if it was written by
 * a volatile or stronger access before, and the look reads it by a volatile one: the link leaves
 * the list before it is looked at, so whoever finds that it is in the list already wrote before
 * that look reads.
 */
final class OwingLinks {
  /** What can be in such a list, in one at a time. */
  abstract static class Entry {
    @SuppressWarnings("unused") // by its handle
    private volatile boolean isOwing;

    /** The next in the list; written before this one is published as its first. */
    private @Nullable Entry next;
  }

  private static final VarHandle FIRST;
  private static final VarHandle IS_OWING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FIRST = lookup.findVarHandle(OwingLinks.class, "first", Entry.class);
      IS_OWING = lookup.findVarHandle(Entry.class, "isOwing", boolean.class);
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
    if (!IS_OWING.compareAndSet(link, false, true)) {
      return;
    }
    Entry next;
    do {
      next = first;
      link.next = next;
    } while (!FIRST.compareAndSet(this, next, link));
  }

  /**
   * Takes all links out and looks at each; one thread at a time. A look may add its link again.
   *
   * @return how many these were
   */
  int takeAll(Consumer<? super Entry> look) {
    int count = 0;
    Entry link = (Entry) FIRST.getAndSet(this, (Entry) null);
    while (link != null) {
      Entry next = link.next;
      link.next = null;
      // Volatile, and before the look: from now on any thread may add it again.
      IS_OWING.setVolatile(link, false);
      look.accept(link);
      count++;
      link = next;
    }
    return count;
  }
}
