package org.ronsel.engine;

import java.util.concurrent.atomic.AtomicInteger;
import org.ronsel.RonselException;

/**
 * Completes when a number of parts have completed; fails with the first error among them. Parts may
 * be added by any thread, as long as not all that are expected are over.
 */
public final class CountdownOperation extends Operation {
  private final AtomicInteger left;
  private final String what;
  private final int peer;
  private final int tag;
  private final long context;
  private volatile long bytes;
  private volatile int elementBytes = 1;

  /**
   * Makes an operation of several parts.
   *
   * @param parts how many are expected
   * @param what what it is, for reports
   * @param peer the endpoint at the other end
   */
  public CountdownOperation(
      Engine engine, int parts, String what, int peer, int tag, long context) {
    super(engine);
    this.left = new AtomicInteger(parts);
    this.what = what;
    this.peer = peer;
    this.tag = tag;
    this.context = context;
  }

  private final class PartWatch extends CompletionWatch {
    PartWatch(Operation part) {
      super(part);
    }

    @Override
    protected void completed() {
      partDone(operation);
    }
  }

  /** Says that this many more parts are expected. */
  public void expect(int parts) {
    left.addAndGet(parts);
  }

  /** Adds a part, complete or not. */
  public void add(Operation part) {
    if (part.isComplete()) {
      partDone(part);
    } else {
      new PartWatch(part).begin();
    }
  }

  private void partDone(Operation part) {
    RonselException error = part.error();
    if (error != null) {
      noteFirstError(error);
    }
    countDown();
  }

  /** Says what it fails with when it completes, if nothing else has failed before. */
  public synchronized void noteFirstError(RonselException error) {
    if (error() == null) {
      noteError(error);
    }
  }

  /** Says that something expected is over which is not an operation. */
  public void countDown() {
    if (left.decrementAndGet() == 0) {
      complete();
    }
  }

  /** Says that something expected has failed. */
  public void countDown(RonselException failure) {
    noteFirstError(failure);
    countDown();
  }

  /**
   * Sets the length of the message, for the status.
   *
   * @param ofElement bytes of one of its elements
   */
  public void received(long length, int ofElement) {
    bytes = length;
    elementBytes = ofElement;
  }

  @Override
  protected int completedSource() {
    return peer;
  }

  @Override
  protected int completedTag() {
    return tag;
  }

  @Override
  protected long completedBytes() {
    return bytes;
  }

  @Override
  protected int elementBytes() {
    return elementBytes;
  }

  @Override
  public String describe() {
    return what;
  }

  @Override
  public int awaitedPeer() {
    return peer;
  }

  @Override
  public int awaitedTag() {
    return tag;
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
