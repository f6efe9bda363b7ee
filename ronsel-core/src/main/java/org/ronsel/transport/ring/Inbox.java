package org.ronsel.transport.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.ronsel.transport.RecordHandler;

/**
 * The inbox of a rank for senders of the same JVM, which also carries references: a {@linkplain
 * PairRing ring} for each of the first senders, and a bounded ring with many producers for all
 * others. There are few rings of single senders, since the consumer looks into each of them.
 *
 * <p>Any number of {@linkplain RingProducer producers} write at the same time, each of them one
 * thread at a time. They are lock-free: those of the common ring claim slots by one
 * compare-and-set, and fail when these are not free. {@link #poll} is for one thread at a time.
 * Records of one producer are consumed in the order in which it claimed them; a producer that stops
 * between claim and commit delays those behind it in its ring.
 */
public final class Inbox {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

  /** Words lie 128 bytes apart: a line and its prefetched neighbour. */
  private static final int TAIL = 16;

  private static final int HEAD_SEEN_BY_PRODUCERS = 17;
  private static final int HEAD = 32;
  private static final int WORD_COUNT = 48;

  private static final PairRing[] NONE = {};

  private final RingMemory ring;
  private final @Nullable Object[] attachments;
  private final long[] words = new long[WORD_COUNT];
  private final CommonConsumer consumer;
  private final int mostOwn;
  private final int ownSlots;
  private final int laneSlots;

  /** The rings of one producer each; replaced when another producer has come. */
  private volatile PairRing[] own = NONE;

  /** Makes an inbox of {@code slots} slots, a power of two, which all senders share. */
  public Inbox(int slots) {
    this(slots, 0, 0, 0);
  }

  /**
   * Makes an inbox with rings of single senders.
   *
   * @param slots of the common ring, a power of two
   * @param mostOwn how many senders have a ring of their own, at most
   * @param ownSlots of each of these, a power of two
   * @param laneSlots of the lane beside each of these, a power of two
   */
  public Inbox(int slots, int mostOwn, int ownSlots, int laneSlots) {
    MemorySegment memory =
        Arena.ofAuto().allocate((long) slots * RingDescriptor.SLOT, RingDescriptor.SLOT);
    this.ring = new RingMemory(memory, ThreadLocalRandom.current().nextLong());
    this.ring.clearFirstStamp();
    this.attachments = new Object[slots];
    this.consumer = new CommonConsumer();
    this.mostOwn = mostOwn;
    this.ownSlots = ownSlots;
    this.laneSlots = laneSlots;
  }

  /** Largest payload of one record: an eighth of the common ring, so that several fit. */
  public int inlineLimit() {
    int limit = RingDescriptor.inlineLimit(ring.capacity / 8);
    return mostOwn == 0 ? limit : Math.min(limit, RingDescriptor.inlineLimit(ownSlots / 4));
  }

  /**
   * A new producer of records of endpoint {@code source}, which has a ring of its own if one is
   * left. Any thread.
   */
  public synchronized RingProducer producer(int source) {
    PairRing[] known = own;
    if (known.length >= mostOwn) {
      return commonProducer(source);
    }
    try {
      PairRing made = new PairRing(ownSlots, laneSlots, source);
      PairRing[] more = Arrays.copyOf(known, known.length + 1);
      more[known.length] = made;
      own = more;
      return made.producer;
    } catch (OutOfMemoryError e) {
      return commonProducer(source);
    }
  }

  /** A new producer of records of endpoint {@code source} in the ring that many share. */
  public RingProducer commonProducer(int source) {
    return new CommonProducer(source);
  }

  /** Whether a record is there; a hint that any thread may ask for. */
  public boolean hasRecord() {
    for (PairRing each : own) {
      if (each.hasRecord()) {
        return true;
      }
    }
    return consumer.hasRecord();
  }

  /** Hands up to {@code limit} records of each ring to {@code handler}; one thread at a time. */
  public int poll(RecordHandler handler, int limit) {
    int count = consumer.poll(handler, limit);
    for (PairRing each : own) {
      count += each.poll(handler, limit);
    }
    return count;
  }

  /** Writes records of one endpoint into the common ring. */
  @SuppressWarnings("unused") // the padding takes up room
  private final class CommonProducer extends RingProducer {
    private long position;
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    CommonProducer(int source) {
      super(ring, source);
    }

    @Override
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
      ring.clearLastStamp(at, payloadBytes);
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
      ring.publishSkipped(position, payloadBytes());
    }
  }

  private final class CommonConsumer extends RecordConsumer {
    CommonConsumer() {
      super(ring);
    }

    @Override
    void publishHead(long head) {
      WORDS.setRelease(words, HEAD, head);
    }

    @Override
    @Nullable Object takeAttachment(int slot) {
      return take(attachments, slot);
    }
  }
}
