package org.ronsel.transport.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.RecordReader;

/**
 * The inbox of a rank for senders of the same JVM: a bounded ring with many producers and one
 * consumer that also carries references.
 *
 * <p>{@link #offer} may be called by any thread at any time and is lock-free: it claims slots by
 * one compare-and-set and fails when they are not free. {@link #poll} is for one thread at a time.
 * Records of one producing thread are consumed in the order in which it offered them; a producer
 * that stops between claim and publication delays those behind it.
 */
public final class Inbox {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

  /** Words lie 128 bytes apart: a line and its prefetched neighbour. */
  private static final int TAIL = 16;

  private static final int HEAD_SEEN_BY_PRODUCERS = 17;
  private static final int HEAD = 32;
  private static final int WORD_COUNT = 48;

  private final RingMemory ring;
  private final @Nullable Object[] attachments;
  private final long[] words = new long[WORD_COUNT];
  private final Consumer consumer;

  /** Makes an inbox of {@code slots} slots, a power of two. */
  public Inbox(int slots) {
    MemorySegment memory =
        Arena.ofAuto().allocate((long) slots * RecordLayout.SLOT, RecordLayout.SLOT);
    ring = new RingMemory(memory, ThreadLocalRandom.current().nextLong());
    ring.clearFirstStamp();
    attachments = new Object[slots];
    consumer = new Consumer();
  }

  /** Largest payload of one record: an eighth of the ring, so that several fit. */
  public int inlineLimit() {
    return RecordLayout.inlineLimit(ring.capacity / 8);
  }

  /** Offers a record; see {@link org.ronsel.transport.Link#offer}. */
  public boolean offer(
      int header,
      long context,
      int source,
      int tag,
      long length,
      long cookie,
      @Nullable Object base,
      long byteOffset,
      int inlineBytes,
      @Nullable Object attachment) {
    int slots = RecordLayout.slots(inlineBytes);
    long position;
    int padding;
    do {
      // Acquire: pairs with the release of the compare-and-set below; orders the free-space check.
      position = (long) WORDS.getAcquire(words, TAIL);
      padding = ring.padding(position, slots);
      if (position + padding + slots - (long) WORDS.getOpaque(words, HEAD_SEEN_BY_PRODUCERS)
          > ring.capacity) {
        // Acquire: the consumer has read all slots before this head.
        long head = (long) WORDS.getAcquire(words, HEAD);
        WORDS.setOpaque(words, HEAD_SEEN_BY_PRODUCERS, head);
        if (position + padding + slots - head > ring.capacity) {
          return false;
        }
      }
    } while (!WORDS.compareAndSet(words, TAIL, position, position + padding + slots));
    if (padding != 0) {
      ring.publishPadding(position);
      position += padding;
    }
    if (attachment != null) {
      // Plain: ordered before the consumer's read by the stamp's release and acquire.
      attachments[ring.index(position)] = attachment;
    }
    boolean written = false;
    try {
      ring.write(
          position, header, context, source, tag, length, cookie, base, byteOffset, inlineBytes);
      written = true;
    } finally {
      if (!written) {
        ring.publishVoid(position, inlineBytes);
      }
    }
    return true;
  }

  /** Whether a record is there; a hint that any thread may ask for. */
  public boolean hasRecord() {
    return consumer.hasRecord();
  }

  /** Hands up to {@code limit} records to {@code reader}; one thread at a time. */
  public int poll(RecordReader reader, int limit) {
    return consumer.poll(reader, limit);
  }

  private final class Consumer extends RecordConsumer {
    Consumer() {
      super(ring);
    }

    @Override
    void publishHead(long head) {
      WORDS.setRelease(words, HEAD, head);
    }

    @Override
    @Nullable Object takeAttachment(int slot) {
      Object attachment = attachments[slot];
      if (attachment != null) {
        attachments[slot] = null;
      }
      return attachment;
    }
  }
}
