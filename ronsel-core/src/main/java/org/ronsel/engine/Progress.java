package org.ronsel.engine;

import org.jspecify.annotations.Nullable;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.UnsupportedFeatureException;
import org.ronsel.engine.message.MatchErrors;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.EngineLock;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.ProgressMaker;
import org.ronsel.engine.transfer.BulkJob;
import org.ronsel.engine.transfer.BulkQueue;
import org.ronsel.engine.transfer.InboundTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Transport;

/**
 * The progress of one rank: takes in what its transports have brought, sends on what waited for
 * room, copies bulk data, and advances composites. Any thread that calls the engine may make it
 * (MPI-4.1, section 3.5); at most one does the first two at a time, under the engine's lock.
 */
final class Progress extends ProgressMaker {
  private final Engine engine;
  private final EngineLock lock;
  private final Transport[] transports;
  private final Inbound inbound;
  private final RecordHandlers records;
  private final Backlog backlog;
  private final DataFeed feed;
  private final BulkQueue bulk;
  private final ReadyComposites ready = new ReadyComposites();

  private long bytesCopied;
  private long bytesRead;

  /** Reads of peers' memory that their transport has begun and not ended. */
  private @Nullable BulkJob reads;

  /** Makes what polls these transports, in this order. */
  Progress(Engine engine, Transport[] transports) {
    this.engine = engine;
    this.lock = engine.lock;
    this.transports = transports.clone();
    this.inbound = engine.inbound;
    this.records = engine.records;
    this.backlog = engine.backlog;
    this.feed = engine.outbound.feed;
    this.bulk = engine.bulk;
  }

  /** All transports of the rank. */
  Transport[] transports() {
    return transports;
  }

  /** Lets the next thread that makes progress advance a composite; any thread. */
  void advanceLater(Composite composite) {
    ready.add(composite);
  }

  @Override
  public boolean poll() {
    try {
      return lock.tryAcquire() ? pollLocked(1) : ready.advanceAll();
    } catch (OutOfMemoryError | StackOverflowError e) {
      lock.poisoned = true;
      throw brokenOff(e);
    }
  }

  /** As {@link #poll}, by a thread of another rank. */
  boolean pollAsGuest() {
    try {
      return lock.tryAcquireAsGuest() ? pollLocked(1) : ready.advanceAll();
    } catch (OutOfMemoryError | StackOverflowError e) {
      lock.poisoned = true;
      throw brokenOff(e);
    }
  }

  /**
   * Fails the rank because progress has broken off where it was, by want of memory: part of the
   * arrived data may be lost, so that a thread that catches the error and goes on would wait in
   * vain. The lock is poisoned already, since this may overflow the stack again.
   */
  <E extends VirtualMachineError> E brokenOff(E error) {
    engine.fail(EngineLock.POISONED);
    return error;
  }

  private static final int POLLS_PER_LOCK = 8;

  @Override
  protected boolean pollRepeatedly() {
    try {
      return lock.tryAcquire() ? pollLocked(POLLS_PER_LOCK) : ready.advanceAll();
    } catch (OutOfMemoryError | StackOverflowError e) {
      lock.poisoned = true;
      throw brokenOff(e);
    }
  }

  @Override
  protected boolean beforeParking() {
    lock.acquire();
    try {
      return pollLocked(1);
    } catch (OutOfMemoryError | StackOverflowError e) {
      lock.poisoned = true;
      throw brokenOff(e);
    }
  }

  /** Looks for progress; called with the lock, which it releases. */
  private boolean pollLocked(int looks) {
    boolean moved = false;
    BulkJob job;
    try {
      for (int i = 0; i < looks && !moved; i++) {
        moved = pollTransports();
      }
      job = nextJob();
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    return afterStep(moved, job);
  }

  /** Polls and sends on, with the copies of what comes in one record; under the lock. */
  boolean pollTransports() {
    int moved = 0;
    for (Transport transport : transports) {
      moved += transport.poll(records, 64);
    }
    if (reads != null) {
      finishReads();
    }
    return backlog.flush() | moved != 0;
  }

  /**
   * Takes in all that has come, also from the rank itself; under the lock.
   *
   * @return whether nothing that the rank has sent is on its way still
   */
  boolean settlesOwnMessages() {
    while (pollTransports()) {
      // More may have come.
    }
    return backlog.isEmpty();
  }

  @Override
  protected boolean isStarved() {
    lock.acquire();
    try {
      return !backlog.isEmpty() || !feed.isEmpty();
    } finally {
      lock.release();
    }
  }

  /** Finishes the reads of peers' memory that transports have ended meanwhile. */
  private void finishReads() {
    BulkJob job = reads;
    reads = null;
    while (job != null) {
      BulkJob following = job.next;
      job.next = null;
      boolean lost = !job.isRead() && engine.peerFailures().hasFailed(job.source);
      finish(job, lost ? engine.peerFailures().failureOf(job.source) : job.failure());
      job = following;
    }
  }

  private @Nullable BulkJob nextJob() {
    if (!bulk.isEmpty()) {
      BulkJob job = bulk.take();
      if (job != null) {
        return job;
      }
    }
    return feed.isEmpty() ? null : feed.next();
  }

  private boolean afterStep(boolean moved, @Nullable BulkJob job) {
    if (job != null) {
      run(job);
      moved = true;
    }
    return ready.advanceAll() | moved;
  }

  /** Runs a job and those that follow, without the lock but for taking and finishing them. */
  private void run(BulkJob first) {
    BulkJob job = first;
    do {
      RonselException error = null;
      try {
        job.run();
        error = job.failure();
      } catch (RuntimeException | InternalError broken) {
        Operation of = job.kind == BulkJob.Kind.COPY_IN ? job.send : job.receive;
        if (of == null) {
          throw broken;
        }
        error = MatchErrors.bufferGone(of, broken);
      }
      BulkJob done = job;
      lock.acquire();
      try {
        finish(done, error);
        job = nextJob();
      } catch (StackOverflowError overflow) {
        lock.poisoned = true;
        throw overflow;
      } finally {
        lock.release();
      }
    } while (job != null);
  }

  private void finish(BulkJob job, @Nullable RonselException error) {
    if (job.kind == BulkJob.Kind.READ_PEER) {
      finishRead(job, error);
      return;
    }
    ReceiveOperation receive = job.receive;
    // Also of a job that has failed: they tell whether the rank is stuck, and it is not.
    bytesCopied += job.bytes;
    if (error != null && receive != null) {
      receive.noteError(error);
    }
    switch (job.kind) {
      case COPY_OUT -> {
        InboundTransfer transfer = job.transfer;
        if (transfer != null) {
          inbound.transfers.delivered(transfer, job.bytes);
        }
      }
      case COPY_IN -> {
        if (error != null && job.send != null) {
          feed.voided(job.send, error);
        }
        feed.moved(job);
      }
      case STAGED -> {
        if (receive != null) {
          receive.completeLocked();
        }
      }
      case DIRECT -> {
        // DirectCopy has completed both sides.
      }
      case READ_PEER -> throw new IllegalStateException("finishRead does that");
    }
    bulk.recycle(job);
  }

  /** A part of a message has been read where its sender has it, or all of it, or it cannot be. */
  private void finishRead(BulkJob job, @Nullable RonselException error) {
    ReceiveOperation receive = job.receive;
    if (error instanceof UnsupportedFeatureException && receive != null) {
      inbound.transfers.askFor(job, receive);
      bulk.recycle(job);
      return;
    }
    if (error == null && !job.isRead()) {
      job.next = reads;
      reads = job;
      return;
    }
    bytesCopied += job.bytes;
    if (error != null && receive != null) {
      receive.noteError(error);
    }
    if (error instanceof ProcessFailedException unreadable) {
      engine.peerFailures().fail(job.source, unreadable);
    } else {
      bytesRead += job.bytes;
      backlog.control(Envelope.DONE, job.source, job.cookie);
    }
    if (receive != null) {
      receive.completeLocked();
    }
    bulk.recycle(job);
  }

  @Override
  protected long armDoorbells() {
    long mostNs = Long.MAX_VALUE;
    for (Transport transport : transports) {
      mostNs = Math.min(mostNs, transport.armDoorbell());
    }
    return mostNs;
  }

  @Override
  protected void restDoorbells() {
    for (Transport transport : transports) {
      transport.restDoorbell();
    }
  }

  @Override
  protected void disarmDoorbells() {
    for (Transport transport : transports) {
      transport.disarmDoorbell();
    }
  }

  @Override
  public long count() {
    return engine.statistics.progressCount();
  }

  /** Bytes of messages that this rank has handed to other JVMs, or read from their memory. */
  long bytesBetweenJvms() {
    long sum = bytesRead;
    for (Transport transport : transports) {
      sum += transport.bytesBetweenJvms();
    }
    return sum;
  }

  /** Bytes that bulk jobs of this rank have copied. */
  long bytesCopied() {
    return bytesCopied;
  }
}
