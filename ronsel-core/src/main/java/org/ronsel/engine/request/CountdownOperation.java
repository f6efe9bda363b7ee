package org.ronsel.engine.request;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;

/**
 * Completes when a number of parts have completed; fails with the first error among them. Parts may
 * be added by any thread, as long as not all that are expected are over.
 */
public final class CountdownOperation extends Operation {
  private final AtomicInteger left;

  /** The part that was added last of those that were not complete then. */
  private final AtomicReference<@Nullable PartWatch> newest = new AtomicReference<>();

  /** What makes the parts, as long as they do not exist. */
  private volatile @Nullable PartOwner maker;

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
      ProgressEngine engine, int parts, String what, int peer, int tag, long context) {
    super(engine);
    this.left = new AtomicInteger(parts);
    this.what = what;
    this.peer = peer;
    this.tag = tag;
    this.context = context;
  }

  private final class PartWatch extends CompletionWatch {
    /** The one that was added before this one; written before it can be found. */
    private @Nullable PartWatch older;

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
      PartWatch watch = new PartWatch(part);
      do {
        watch.older = newest.get();
      } while (!newest.compareAndSet(watch.older, watch));
      watch.begin();
    }
  }

  /** Says that parts will be added when what another one waits for has come. */
  public void madeBy(PartOwner owner) {
    maker = owner;
  }

  private void forEachPending(Consumer<Operation> visitor) {
    for (PartWatch at = newest.get(); at != null; at = at.older) {
      if (!at.operation.isComplete()) {
        visitor.accept(at.operation);
      }
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
  protected void overdue() {
    PartOwner unknown = maker;
    if (unknown != null) {
      unknown.askSenders();
    }
    forEachPending(Operation::overdue);
  }

  @Override
  public void testedInVain() {
    forEachPending(Operation::testedInVain);
  }

  /** Whether one part does; it is complete only when all are. */
  @Override
  public boolean needsMessage() {
    PartOwner unknown = maker;
    if (unknown != null && unknown.hasUnmatchedReceive()) {
      return true;
    }
    for (PartWatch at = newest.get(); at != null; at = at.older) {
      if (at.operation.needsMessage()) {
        return true;
      }
    }
    return false;
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
