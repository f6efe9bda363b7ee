package org.ronsel.transport.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RecordWriter;

/**
 * The inbox of a rank for senders of the same JVM: a bounded ring with many producers and one
 * consumer that also carries references.
 *
 * <p>Any number of {@link Producer}s write at the same time, each of them one thread at a time.
 * They are lock-free: they claim slots by one compare-and-set and fail when these are not free.
 * {@link #poll} is for one thread at a time. Records of one producer are consumed in the order in
 * which it claimed them; a producer that stops between claim and commit delays those behind it.
 *
 * <p>Beside the ring there are lanes: rings of bytes, each of one producer, for the payloads of its
 * longer records. What only one producer writes it can {@linkplain RingMemory#ownAhead take from
 * the consumer's cache} before it needs it. A lane belongs to the first producer that asks; who has
 * none, or finds it full, writes the payload into the ring. The order of records is that of the
 * ring. A lane's payload is written before the record is published (release), and read before its
 * place is given back (release, by the word {@link #laneHead}).
 */
public final class Inbox {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

  /** Words lie 128 bytes apart: a line and its prefetched neighbour. */
  private static final int TAIL = 16;

  private static final int HEAD_SEEN_BY_PRODUCERS = 17;
  private static final int HEAD = 32;
  private static final int FIRST_LANE_HEAD = 48;
  private static final int WORDS_APART = 16;

  /** Flag of the header of a record whose payload lies in a lane; nothing else has it here. */
  private static final int IN_LANE = 0x80 << 24;

  /** Shortest payload that goes into a lane: it has lines that are worth taking in advance. */
  private static final int LANE_FROM = RingDescriptor.SLOT + 1;

  private final RingMemory ring;
  private final RingMemory[] lanes;
  private final @Nullable Object[] attachments;
  private final long[] words;
  private final AtomicInteger lanesTaken = new AtomicInteger();
  private final Consumer consumer;

  /** Makes an inbox of {@code slots} slots, a power of two, without lanes. */
  public Inbox(int slots) {
    this(slots, 0, 0);
  }

  /**
   * Makes an inbox with lanes.
   *
   * @param slots of the ring, a power of two
   * @param lanes how many
   * @param laneSlots of each of them, a power of two
   */
  public Inbox(int slots, int lanes, int laneSlots) {
    long ringBytes = (long) slots * RingDescriptor.SLOT;
    long laneBytes = (long) laneSlots * RingDescriptor.SLOT;
    MemorySegment memory =
        Arena.ofAuto().allocate(ringBytes + lanes * laneBytes, RingDescriptor.SLOT);
    long nonce = ThreadLocalRandom.current().nextLong();
    ring = new RingMemory(memory, 0, slots, nonce);
    ring.clearFirstStamp();
    this.lanes = new RingMemory[lanes];
    for (int i = 0; i < lanes; i++) {
      this.lanes[i] = new RingMemory(memory, ringBytes + i * laneBytes, laneSlots, nonce);
    }
    attachments = new Object[slots];
    words = new long[FIRST_LANE_HEAD + (lanes + 1) * WORDS_APART];
    consumer = new Consumer();
  }

  private static int laneHead(int lane) {
    return FIRST_LANE_HEAD + lane * WORDS_APART;
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

    /** Of this producer: null if there is none, or it has not asked. */
    private @Nullable RingMemory lane;

    private int laneNumber = -1;
    private long laneTail;
    private long laneHeadSeen;

    /** Slots in the lane of the record that is being written, or 0. */
    private int slotsInLane;

    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    private Producer(int source) {
      super(ring.memory, source);
    }

    /** Claims room for a record; false if there is none now. */
    public boolean claim(int payloadBytes) {
      if (payloadBytes >= LANE_FROM && lanes.length != 0 && claimInLane(payloadBytes)) {
        return true;
      }
      slotsInLane = 0;
      long at = claimSlots(RingDescriptor.slots(payloadBytes));
      if (at < 0) {
        return false;
      }
      position = at;
      wrap(ring.offset(at), payloadBytes);
      return true;
    }

    /** A slot for the record, and room in the lane for its payload. */
    private boolean claimInLane(int payloadBytes) {
      RingMemory to = lane;
      if (to == null && (laneNumber >= 0 || (to = takeLane()) == null)) {
        return false;
      }
      int slots = payloadBytes + RingDescriptor.SLOT - 1 >>> RingDescriptor.SLOT_SHIFT;
      if (slots > to.capacity / 4) {
        return false;
      }
      long from = laneTail + to.padding(laneTail, slots);
      if (from + slots - laneHeadSeen > to.capacity) {
        // Acquire: the consumer has read all payloads before this head.
        laneHeadSeen = (long) WORDS.getAcquire(words, laneHead(laneNumber));
        if (from + slots - laneHeadSeen > to.capacity) {
          return false;
        }
      }
      long at = claimSlots(1);
      if (at < 0) {
        return false;
      }
      position = at;
      slotsInLane = slots;
      laneTail = from;
      long record = ring.offset(at);
      NativeWords.setLong(ring.memory, record + RecordDescriptor.LANE_POSITION, from);
      NativeWords.setLong(ring.memory, record + RecordDescriptor.LANE, (long) laneNumber);
      wrap(record, payloadBytes, to.offset(from), IN_LANE);
      return true;
    }

    private @Nullable RingMemory takeLane() {
      laneNumber = lanesTaken.getAndIncrement();
      lane = laneNumber < lanes.length ? lanes[laneNumber] : null;
      return lane;
    }

    /** The position of some slots that are this record's, or -1 if there is no room for them. */
    private long claimSlots(int slots) {
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
            return -1;
          }
        }
      } while (!WORDS.compareAndSet(words, TAIL, at, at + padding + slots));
      if (padding != 0) {
        ring.publishPadding(at);
        at += padding;
      }
      return at;
    }

    @Override
    public void attach(Object reference) {
      // Plain: ordered before the consumer's read by the stamp's release and acquire.
      attachments[ring.index(position)] = reference;
    }

    @Override
    public void commit() {
      ring.publish(position);
      int slots = slotsInLane;
      RingMemory to = lane;
      if (slots != 0 && to != null) {
        laneTail += slots;
        if (laneTail + 2 * slots - laneHeadSeen <= to.capacity) {
          to.ownAhead(laneTail, slots, 0);
        }
      }
    }

    @Override
    public void abort() {
      ring.publishVoid(position, slotsInLane == 0 ? payloadBytes() : 0);
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
    /** By lane: what the producer has been told. */
    private final long[] laneHeads = new long[lanes.length];

    /** In which the payload lies that is being read, or -1. */
    private int readLane = -1;

    private long laneHeadThen;

    Consumer() {
      super(ring);
    }

    @Override
    int locate(RecordView record, long offset, int slotsToEnd) {
      if ((record.header() & IN_LANE) == 0) {
        return super.locate(record, offset, slotsToEnd);
      }
      int number = (int) NativeWords.getLong(ring.memory, offset + RecordDescriptor.LANE);
      long from = NativeWords.getLong(ring.memory, offset + RecordDescriptor.LANE_POSITION);
      record.payloadAt(lanes[number].offset(from), IN_LANE);
      readLane = number;
      laneHeadThen =
          from + (record.payloadBytes() + RingDescriptor.SLOT - 1 >>> RingDescriptor.SLOT_SHIFT);
      return 1;
    }

    @Override
    void payloadRead() {
      int number = readLane;
      if (number >= 0) {
        readLane = -1;
        if (laneHeadThen - laneHeads[number] >= lanes[number].capacity / 4) {
          laneHeads[number] = laneHeadThen;
          // Release: after the payloads before it have been read.
          WORDS.setRelease(words, laneHead(number), laneHeadThen);
        }
      }
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
