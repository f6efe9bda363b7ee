package org.ronsel.onesided;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.request.Operation;
import org.ronsel.transport.Completion;

/** A one-sided operation that a thread waits for. */
public final class RemoteOperation extends Operation implements Completion {
  private final Engine engine;
  private final int owner;
  private int server;
  private final BooleanSupplier lost;
  private final String what;
  private long value;

  /** The failure that the program is to hear of here, and the memory; guarded by this object. */
  private @Nullable RonselException failure;

  private @Nullable RecordMemory failedAt;

  /** Whether the program has heard of the failure; guarded by this object. */
  private boolean isThrown;

  /** Whether the program has released the request; guarded by this object. */
  private boolean isAbandoned;

  /**
   * Creates an operation that is not complete.
   *
   * @param owner of the memory
   * @param server endpoint that carries it out as far as is known: the owner or its ghost
   * @param lost whether a ghost has failed while operations on the memory were under way there;
   *     true once only
   */
  RemoteOperation(Engine engine, int owner, int server, BooleanSupplier lost, String what) {
    super(engine);
    this.engine = engine;
    this.owner = owner;
    this.server = server;
    this.lost = lost;
    this.what = what;
  }

  /** Sets the endpoint that carries it out; called before its first record is sent. */
  void servedBy(int endpoint) {
    server = endpoint;
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
   * @param memory which is told if the program releases the request before it hears of the failure
   * @return false if it has released it already
   */
  synchronized boolean reports(RonselException why, RecordMemory memory) {
    if (isAbandoned) {
      return false;
    }
    failure = why;
    failedAt = memory;
    return true;
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
  protected void throwIfUnsatisfiable() {
    if (lost.getAsBoolean()) {
      throw Ghosts.failed(owner);
    }
    Ghosts.throwIfFailed(engine, server, owner);
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
