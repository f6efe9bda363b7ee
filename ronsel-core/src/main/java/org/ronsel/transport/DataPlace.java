package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The place where data of a message belong: a part of the receiver's native memory, into which a
 * transport may read them itself. One object serves one part after the other. Under the engine's
 * lock.
 */
public final class DataPlace {
  private @Nullable MemorySegment memory;
  private long offset;
  private @Nullable Thread owner;
  private @Nullable Object message;

  /** Makes one that leads nowhere. */
  public DataPlace() {}

  /**
   * Says where data go, and what is told when they are there.
   *
   * @param memory native memory, as long as the data at least from {@code offset} on
   * @param owner the only thread that may write it, or null
   * @param message the message that they belong to, for the caller that has given the place
   */
  public void set(MemorySegment memory, long offset, @Nullable Thread owner, Object message) {
    this.memory = memory;
    this.offset = offset;
    this.owner = owner;
    this.message = message;
  }

  /** Leads nowhere from now on. */
  public void clear() {
    memory = null;
    owner = null;
    message = null;
  }

  /** The memory; null if it leads nowhere. */
  public @Nullable MemorySegment memory() {
    return memory;
  }

  /** The offset of the data in it. */
  public long offset() {
    return offset;
  }

  /** The message that the data belong to, for the caller that has given the place. */
  public @Nullable Object message() {
    return message;
  }

  /** Whether the calling thread may write there. */
  public boolean isWritableHere() {
    return owner == null || owner == Thread.currentThread();
  }
}
