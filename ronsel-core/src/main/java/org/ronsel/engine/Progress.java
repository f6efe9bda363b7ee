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
import org.ronsel.engine.transfer.BulkCopy;
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
  private @Nullable BulkCopy reads;

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
  boolean pollToHelp() {
    try {
      return lock.tryAcquireToHelp() ? pollLocked(1) : ready.advanceAll();
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
    BulkCopy copy;
    try {
      for (int i = 0; i < looks && !moved; i++) {
        moved = pollTransports();
      }
      copy = nextCopy();
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    return afterStep(moved, copy);
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
    BulkCopy copy = reads;
    reads = null;
    while (copy != null) {
      BulkCopy following = copy.next;
      copy.next = null;
      boolean lost = !copy.isRead() && engine.peerFailures().hasFailed(copy.source);
      finish(copy, lost ? engine.peerFailures().failureOf(copy.source) : copy.failure());
      copy = following;
    }
  }

  private @Nullable BulkCopy nextCopy() {
    if (!bulk.isEmpty()) {
      BulkCopy copy = bulk.take();
      if (copy != null) {
        return copy;
      }
    }
    return feed.isEmpty() ? null : feed.next();
  }

  private boolean afterStep(boolean moved, @Nullable BulkCopy copy) {
    if (copy != null) {
      run(copy);
      moved = true;
    }
    return ready.advanceAll() | moved;
  }

  /** Runs a copy and those that follow, without the lock but for taking and finishing them. */
  private void run(BulkCopy first) {
    BulkCopy copy = first;
    do {
      RonselException error = null;
      try {
        copy.run();
        error = copy.failure();
      } catch (RuntimeException | InternalError broken) {
        Operation of = copy.kind == BulkCopy.Kind.COPY_IN ? copy.send : copy.receive;
        if (of == null) {
          throw broken;
        }
        error = MatchErrors.bufferGone(of, broken);
      }
      BulkCopy done = copy;
      lock.acquire();
      try {
        finish(done, error);
        copy = nextCopy();
      } catch (StackOverflowError overflow) {
        lock.poisoned = true;
        throw overflow;
      } finally {
        lock.release();
      }
    } while (copy != null);
  }

  private void finish(BulkCopy copy, @Nullable RonselException error) {
    if (copy.kind == BulkCopy.Kind.READ_PEER) {
      finishRead(copy, error);
      return;
    }
    ReceiveOperation receive = copy.receive;
    // Also of a copy that has failed: they tell whether the rank is stuck, and it is not.
    bytesCopied += copy.bytes;
    if (error != null && receive != null) {
      receive.noteError(error);
    }
    switch (copy.kind) {
      case COPY_OUT -> {
        InboundTransfer transfer = copy.transfer;
        if (transfer != null) {
          inbound.transfers.delivered(transfer, copy.bytes);
        }
      }
      case COPY_IN -> {
        if (error != null && copy.send != null) {
          feed.voided(copy.send, error);
        }
        feed.moved(copy);
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
    bulk.recycle(copy);
  }

  /** A part of a message has been read where its sender has it, or all of it, or it cannot be. */
  private void finishRead(BulkCopy copy, @Nullable RonselException error) {
    ReceiveOperation receive = copy.receive;
    if (error instanceof UnsupportedFeatureException && receive != null) {
      inbound.transfers.askFor(copy, receive);
      bulk.recycle(copy);
      return;
    }
    if (error == null && !copy.isRead()) {
      copy.next = reads;
      reads = copy;
      return;
    }
    bytesCopied += copy.bytes;
    if (error != null && receive != null) {
      receive.noteError(error);
    }
    if (error instanceof ProcessFailedException unreadable) {
      engine.peerFailures().fail(copy.source, unreadable);
    } else {
      bytesRead += copy.bytes;
      backlog.control(Envelope.DONE, copy.source, copy.cookie);
    }
    if (receive != null) {
      receive.completeLocked();
    }
    bulk.recycle(copy);
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

  /** Bytes that the bulk copies of this rank have moved. */
  long bytesCopied() {
    return bytesCopied;
  }
}
