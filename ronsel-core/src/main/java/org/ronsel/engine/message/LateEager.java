package org.ronsel.engine.message;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.ronsel.engine.request.EngineLock;

/**
 * The copies of standard-mode sends that complete before their match because no receive is posted
 * (<i>late eager</i>), within the memory that the job allows for them. Any thread.
 */
public final class LateEager {
  private final EngineLock lock;
  private final long poolBytes;
  private final AtomicLong held = new AtomicLong();

  public LateEager(EngineLock lock, long poolBytes) {
    this.lock = lock;
    this.poolBytes = poolBytes;
  }

  /**
   * Reserves memory for the copy of a send.
   *
   * @param atAnyPrice also beyond what the job allows
   */
  boolean reserve(long bytes, boolean atAnyPrice) {
    long before;
    do {
      before = held.get();
      // Not added and taken back: a thread that asked in between would be refused for nothing.
      if (!atAnyPrice && bytes > poolBytes - before) {
        return false;
      }
    } while (!held.compareAndSet(before, before + bytes));
    return true;
  }

  /** Whether there may be room for the copy of a send at another time. */
  boolean mayHold(long bytes) {
    return bytes <= poolBytes;
  }

  /** Gives back the memory of a copy, which is sent or was not made. */
  public void release(long bytes) {
    held.addAndGet(-bytes);
  }

  /**
   * Completes a send that has only been announced, with a copy in place of its buffer; false if it
   * is too late. At once, under one lock: an answer that came in between would find a send that is
   * neither detached nor complete.
   */
  boolean detach(SendOperation send) {
    if (send.cleared) { // a hint; it is looked at again under the lock
      return false;
    }
    MemorySegment room = send.roomAside(); // without the lock: the JVM may sleep before it has some
    if (room == null) {
      return false;
    }
    lock.acquire();
    try {
      if (send.cleared || send.claimed != 0 || send.isComplete()) {
        return false;
      }
      if (!send.copyAside(room)) {
        return false;
      }
      send.protocol.withdrawKey(send);
      send.complete(); // to the peer it is still outstanding
      return true;
    } finally {
      lock.release();
    }
  }
}
