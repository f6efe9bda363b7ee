package org.ronsel.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.function.IntToLongFunction;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordWriter;

/**
 * Records of one link that have been committed and not yet written to its connection: a ring of
 * bytes. Records are claimed and committed under the engine's lock; one thread at a time, which
 * {@link TcpLink} sees to, writes them to the connection.
 *
 * <p>A record lies in one piece. One that would reach beyond the end of the ring starts at its
 * beginning, and what is skipped does not travel.
 */
final class OutQueue extends RecordWriter {
  private static final VarHandle TAIL;
  private static final VarHandle HEAD;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TAIL = lookup.findVarHandle(OutQueue.class, "tail", long.class);
      HEAD = lookup.findVarHandle(OutQueue.class, "head", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Nothing is skipped. */
  private static final long NOWHERE = -1;

  private final IntToLongFunction words;
  private final MemorySegment memory;
  private final ByteBuffer buffer;
  private final int size;
  private final int mask;

  /** End of what has been committed; written with release order under the engine's lock. */
  private long tail;

  /** Start of the unwritten bytes; written with release order by the writing thread. */
  private long head;

  /**
   * From where to the end of the ring nothing lies; published by the tail that is beyond it. The
   * next one is set only when the writer has passed this one.
   */
  private long skipped = NOWHERE;

  // Under the engine's lock.
  private long headSeen;
  private long start;

  /**
   * Makes a queue.
   *
   * @param words gives the first word of a record that is committed, by the length of its payload
   * @param rank the sender
   * @param size bytes of the ring, a power of two
   */
  static OutQueue of(IntToLongFunction words, int rank, int size) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(size);
    return new OutQueue(words, rank, buffer, MemorySegment.ofBuffer(buffer));
  }

  private OutQueue(IntToLongFunction words, int rank, ByteBuffer buffer, MemorySegment memory) {
    super(memory, rank);
    this.words = words;
    this.buffer = buffer;
    this.memory = memory;
    this.size = buffer.capacity();
    this.mask = size - 1;
  }

  /** Bytes of a record on a connection: a multiple of 8. */
  static int bytes(int payloadBytes) {
    int behind = payloadBytes <= RecordDescriptor.SHORT_PAYLOAD_BYTES ? 0 : payloadBytes;
    return RecordDescriptor.ALIGNMENT + (behind + Long.BYTES - 1 & -Long.BYTES);
  }

  /** Claims room for a record; false if there is none now. */
  boolean claim(int payloadBytes) {
    int bytes = bytes(payloadBytes);
    long at = tail;
    int toEnd = size - ((int) at & mask);
    int skip = bytes <= toEnd ? 0 : toEnd;
    if (at + skip + bytes - headSeen > size) {
      // Acquire: the writer has read all that lies before this.
      headSeen = (long) HEAD.getAcquire(this);
      if (at + skip + bytes - headSeen > size) {
        return false;
      }
    }
    if (skip != 0) {
      skipped = at;
    } else if (skipped == at) {
      skipped = NOWHERE; // of a record that was given up
    }
    start = at + skip;
    wrap(start & mask, payloadBytes);
    return true;
  }

  @Override
  public void commit() {
    NativeWords.setLong(
        memory, (start & mask) + RecordDescriptor.STAMP, words.applyAsLong(payloadBytes()));
    // Release: the record, and what is skipped, before the tail.
    TAIL.setRelease(this, start + bytes(payloadBytes()));
  }

  @Override
  public void abort() {
    // No other thread claims: the next record takes the same room.
  }

  /** Whether all has been written. Full order, so that of two threads one sees what is left. */
  boolean isEmpty() {
    return (long) HEAD.getVolatile(this) == (long) TAIL.getVolatile(this);
  }

  /**
   * Writes what has been committed before; one thread at a time.
   *
   * @return whether the connection took it all
   */
  boolean writeTo(WritableByteChannel connection) throws IOException {
    long last = (long) TAIL.getAcquire(this);
    while (true) {
      long end = last;
      long at = head;
      if (at == end) {
        return true;
      }
      long skip = skipped;
      if (at == skip) {
        HEAD.setRelease(this, at + size & -size);
        continue;
      }
      if (skip > at && skip < end) {
        end = skip;
      }
      int from = (int) at & mask;
      int bytes = (int) Math.min(end - at, size - from);
      buffer.limit(from + bytes).position(from);
      int written = connection.write(buffer);
      HEAD.setRelease(this, at + written);
      if (written < bytes) {
        return false;
      }
    }
  }
}
