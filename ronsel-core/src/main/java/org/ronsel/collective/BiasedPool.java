package org.ronsel.collective;

import org.jspecify.annotations.Nullable;

/**
 * A pool of one object, biased to the thread that used it last. So taking it and giving it back are
 * plain accesses; an atomic exchange would wait for all stores before it, such as those of a
 * message to another core. Any thread; where threads take turns each of them finds none and makes
 * its own.
 */
final class BiasedPool<T> {
  /** A thing of one thread, and whether it is in use, which that thread alone looks at. */
  private static final class Owned<T> {
    final T thing;
    final long thread;
    boolean idle = true;

    Owned(T thing, long thread) {
      this.thing = thing;
      this.thread = thread;
    }
  }

  /** Plain: what a thread finds is its own, as it has left it, or no use to it. */
  private @Nullable Owned<T> last;

  /** Takes the thing of the calling thread; null if there is none, or it is in use. */
  @Nullable T take() {
    Owned<T> known = last;
    if (known == null || known.thread != Thread.currentThread().threadId() || !known.idle) {
      return null;
    }
    known.idle = false;
    return known.thing;
  }

  /** Keeps a thing for the next time that the calling thread needs one. */
  void giveBack(T thing) {
    Owned<T> known = last;
    if (known != null && known.thing == thing) {
      known.idle = true; // only the thread that took it gives it back
    } else {
      last = new Owned<>(thing, Thread.currentThread().threadId());
    }
  }
}
