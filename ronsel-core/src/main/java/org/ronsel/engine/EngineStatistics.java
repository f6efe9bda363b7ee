package org.ronsel.engine;

/** The numbers of an engine: of its work so far, and of its memory now. Any thread; approximate. */
public final class EngineStatistics {
  private final Engine engine;
  private long sharedOperations;

  EngineStatistics(Engine engine) {
    this.engine = engine;
  }

  /** A number that grows with every match and copy; unchanged while the rank is stuck. */
  public long progressCount() {
    return engine.inbound.matchedCount() + engine.progress.bytesCopied() + sharedOperations;
  }

  /** Bytes of messages that this rank has handed to other JVMs, or read from their memory. */
  public long bytesBetweenJvms() {
    return engine.progress.bytesBetweenJvms();
  }

  /** Counts an operation that this rank has made without a message, in shared memory. */
  public void countSharedOperation() {
    sharedOperations++;
  }

  /** Bytes of unexpected eager payload held now, apart from what lies in memory of a transport. */
  public long unexpectedBytes() {
    return engine.inbound.pool.held();
  }
}
