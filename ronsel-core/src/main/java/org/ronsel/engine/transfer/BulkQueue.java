package org.ronsel.engine.transfer;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.ReceiveOperation;

/** Copies that wait to be run, first come first served; guarded by the engine's lock. */
public final class BulkQueue {
  private static final int POOLED = 64;

  private @Nullable BulkCopy head;
  private @Nullable BulkCopy tail;
  private @Nullable BulkCopy free;
  private int freeCount;

  public boolean isEmpty() {
    return head == null;
  }

  public BulkCopy blank(BulkCopy.Kind kind) {
    BulkCopy copy = free;
    if (copy == null) {
      copy = new BulkCopy();
    } else {
      free = copy.next;
      copy.next = null;
      freeCount--;
    }
    copy.kind = kind;
    return copy;
  }

  public void recycle(BulkCopy copy) {
    copy.clear();
    if (freeCount < POOLED) {
      copy.next = free;
      free = copy;
      freeCount++;
    }
  }

  /** Adds a copy on the buffer of a receive, which its owner is to run if it has one. */
  public void add(BulkCopy copy, ReceiveOperation receive) {
    copy.receive = receive;
    add(copy);
    receive.engine.waiting.wakeOwner(receive.owner);
  }

  private void add(BulkCopy copy) {
    if (tail == null) {
      head = copy;
    } else {
      tail.next = copy;
    }
    tail = copy;
  }

  /** Takes the first copy that the calling thread may run. */
  public @Nullable BulkCopy take() {
    BulkCopy previous = null;
    for (BulkCopy at = head; at != null; previous = at, at = at.next) {
      Thread owner = at.owner();
      if (owner == null || owner == Thread.currentThread()) {
        if (previous == null) {
          head = at.next;
        } else {
          previous.next = at.next;
        }
        if (tail == at) {
          tail = previous;
        }
        at.next = null;
        return at;
      }
    }
    return null;
  }
}
