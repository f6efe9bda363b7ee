package org.ronsel.transport.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordWriter;

/**
 * The inbox of a rank for senders of the same JVM: a bounded ring with many producers and one
 * consumer that also carries references.
 *
 * <p>Any number of {@link Producer}s write at the same time, each of them one thread at a time.
 * They are lock-free: they claim slots by one compare-and-set and fail when these are not free.
 * {@link #poll} is for one thread at a time. Records of one producer are consumed in the order in
 * which it claimed them; a producer that stops between claim and commit delays those behind it.
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
        Arena.ofAuto().allocate((long) slots * RingDescriptor.SLOT, RingDescriptor.SLOT);
    ring = new RingMemory(memory, ThreadLocalRandom.current().nextLong());
    ring.clearFirstStamp();
    attachments = new Object[slots];
    consumer = new Consumer();
  }

  /** Largest payload of one record: an eighth of the ring, so that several fit. */
  public int inlineLimit() {
    return RingDescriptor.inlineLimit(ring.capacity / 8);
  }

  /** A new producer of records of endpoint {@code source}. */
  public Producer producer(int source) {
    return new Producer(source);
  }

  /** Writes records of one endpoint. */
  @SuppressWarnings("unused") // the padding takes up room
  public final class Producer extends RecordWriter {
    private long position;
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    private Producer(int source) {
      super(ring.memory, source);
    }

    /** Claims room for a record; false if there is none now. */
    public boolean claim(int payloadBytes) {
      int slots = RingDescriptor.slots(payloadBytes);
      long at;
      int padding;
      do {
        // Acquire: pairs with the release of the compare-and-set below; orders the free-space
        // check.
        at = (long) WORDS.getAcquire(words, TAIL);
        padding = ring.padding(at, slots);
        if (at + padding + slots - (long) WORDS.getOpaque(words, HEAD_SEEN_BY_PRODUCERS)
            > ring.capacity) {
          // Acquire: the consumer has read all slots before this head.
          long head = (long) WORDS.getAcquire(words, HEAD);
          WORDS.setOpaque(words, HEAD_SEEN_BY_PRODUCERS, head);
          if (at + padding + slots - head > ring.capacity) {
            return false;
          }
        }
      } while (!WORDS.compareAndSet(words, TAIL, at, at + padding + slots));
      if (padding != 0) {
        ring.publishPadding(at);
        at += padding;
      }
      position = at;
      wrap(ring.offset(at), payloadBytes);
      return true;
    }

    @Override
    public void attach(Object reference) {
      // Plain: ordered before the consumer's read by the stamp's release and acquire.
      attachments[ring.index(position)] = reference;
    }

    @Override
    public void commit() {
      ring.publish(position);
    }

    @Override
    public void abort() {
      ring.publishVoid(position, payloadBytes());
    }
  }

  /** Whether a record is there; a hint that any thread may ask for. */
  public boolean hasRecord() {
    return consumer.hasRecord();
  }

  /** Hands up to {@code limit} records to {@code handler}; one thread at a time. */
  public int poll(RecordHandler handler, int limit) {
    return consumer.poll(handler, limit);
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
