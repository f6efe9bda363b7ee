package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a peer, opened by its key, that this rank reads and writes while the peer takes no part
 * (MPI-4.1, chapter 12, is built on this). Any thread.
 *
 * <p>Two completions are told apart. An operation is complete <i>locally</i> when its buffer may be
 * used again: then its {@link Completion} is called. It is complete <i>remotely</i> when the peer's
 * memory has changed; {@link #flush} tells of that. Accesses to the same bytes that are under way
 * at the same time have no order, except that atomic operations on the same word are atomic with
 * respect to each other, however they arrive.
 *
 * <p>Buffers are primitive arrays or segments that any thread may access. Ranges are checked by the
 * caller. If the peer fails, completions are never called; waiting threads ask the engine.
 */
public interface RemoteMemory {
  /** Its length in bytes. */
  long byteSize();

  /**
   * The memory itself where this rank sees it; then all operations are over within the call, and
   * the link does {@link Capabilities.RemoteOperations#ALL}.
   */
  default @Nullable MemorySegment mapped() {
    return null;
  }

  /**
   * Writes into the peer's memory.
   *
   * @param base where the data are, from {@code byteOffset} on
   * @param at where they go
   */
  void put(Object base, long byteOffset, long at, long bytes, Completion local);

  /** Reads from the peer's memory, from {@code at} on, to {@code byteOffset} of {@code base}. */
  void get(long at, Object base, long byteOffset, long bytes, Completion done);

  /**
   * Changes a word atomically. Links that do {@link Capabilities.RemoteOperations#PUT_AND_GET}
   * alone are not asked.
   *
   * @param width 4 or 8 bytes; {@code at} is a multiple of it
   * @param fetched gets the word as it was, an int sign-extended
   */
  default void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    throw new IllegalStateException("words are changed by records");
  }

  /**
   * Writes {@code desired} if the word is {@code expected}, atomically; see {@link #fetchAndOp}.
   */
  default void compareAndSwap(int width, long at, long expected, long desired, Completion fetched) {
    throw new IllegalStateException("words are changed by records");
  }

  /** Tells when all that was started before, by any thread, is complete remotely. */
  void flush(Completion remote);
}
