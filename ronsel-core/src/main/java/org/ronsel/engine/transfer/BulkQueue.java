package org.ronsel.engine.transfer;

import org.jspecify.annotations.Nullable;
import org.ronsel.engine.message.ReceiveOperation;

/** Jobs that wait to be run, first come first served; guarded by the engine's lock. */
public final class BulkQueue {
  private static final int POOLED = 64;

  private @Nullable BulkJob head;
  private @Nullable BulkJob tail;
  private @Nullable BulkJob free;
  private int freeCount;

  public boolean isEmpty() {
    return head == null;
  }

  public BulkJob blank(BulkJob.Kind kind) {
    BulkJob job = free;
    if (job == null) {
      job = new BulkJob();
    } else {
      free = job.next;
      job.next = null;
      freeCount--;
    }
    job.kind = kind;
    return job;
  }

  public void recycle(BulkJob job) {
    job.clear();
    if (freeCount < POOLED) {
      job.next = free;
      free = job;
      freeCount++;
    }
  }

  /** Adds a job on the buffer of a receive, which its owner is to run if it has one. */
  public void add(BulkJob job, ReceiveOperation receive) {
    job.receive = receive;
    add(job);
    receive.engine.waiting.wakeOwner(receive.owner);
  }

  private void add(BulkJob job) {
    if (tail == null) {
      head = job;
    } else {
      tail.next = job;
    }
    tail = job;
  }

  /** Takes the first job that the calling thread may run. */
  public @Nullable BulkJob take() {
    BulkJob previous = null;
    for (BulkJob at = head; at != null; previous = at, at = at.next) {
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
