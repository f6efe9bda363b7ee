package org.ronsel.onesided;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.request.Operation;
import org.ronsel.transport.Completion;

/** A one-sided operation that a thread waits for. */
public final class RemoteOperation extends Operation implements Completion {
  private final int owner;
  private final String what;
  private long value;

  /** The failure that the program is to hear of here, and the memory; guarded by this object. */
  private @Nullable RonselException failure;

  private @Nullable RecordMemory failedAt;

  /** Whether the program has heard of the failure; guarded by this object. */
  private boolean isThrown;

  /**
   * Whether the program has released the request, or its wait was interrupted; guarded by this
   * object.
   */
  private boolean isAbandoned;

  /**
   * Creates an operation that is not complete.
   *
   * @param owner of the memory
   */
  RemoteOperation(Engine engine, int owner, String what) {
    super(engine);
    this.owner = owner;
    this.what = what;
  }

  @Override
  public void complete(long fetched) {
    value = fetched;
    complete(); // release: a thread that sees the operation complete sees the value
  }

  /** The value that was fetched; valid once the operation is complete. */
  public long value() {
    return value;
  }

  /**
   * Notes that it has failed.
   *
   * @param memory which is told if the program abandons the operation before it hears of the
   *     failure
   * @return false if it has abandoned it already
   */
  synchronized boolean reports(RonselException why, RecordMemory memory) {
    if (isAbandoned) {
      return false;
    }
    failure = why;
    failedAt = memory;
    return true;
  }

  /** The operation that a completion tells, by itself or together with others, or null. */
  static @Nullable RemoteOperation toldBy(Completion completion) {
    Completion told = completion;
    while (told instanceof BothCompletions both) {
      told = both.whole();
    }
    return told instanceof RemoteOperation operation ? operation : null;
  }

  /**
   * Waits for it. If the thread is interrupted, nobody hears of a failure here any more: the next
   * flush reports it.
   */
  public void awaitOrAbandon(Engine of) {
    try {
      of.await(this);
    } catch (WaitInterruptedException told) {
      abandoned();
      throw told;
    }
  }

  @Override
  protected synchronized void abandoned() {
    isAbandoned = true;
    RonselException why = failure;
    RecordMemory memory = failedAt;
    if (why != null && memory != null && !isThrown) {
      isThrown = true;
      memory.failed(why);
    }
  }

  @Override
  protected boolean awaitCompletion(long timeoutNs) {
    try {
      return super.awaitCompletion(timeoutNs);
    } catch (RonselException thrown) {
      noteThrown();
      throw thrown;
    }
  }

  @Override
  protected boolean testCompletion() {
    try {
      return super.testCompletion();
    } catch (RonselException thrown) {
      noteThrown();
      throw thrown;
    }
  }

  private synchronized void noteThrown() {
    isThrown |= isComplete();
  }

  @Override
  public String describe() {
    return what;
  }

  @Override
  public int awaitedPeer() {
    return owner;
  }
}
