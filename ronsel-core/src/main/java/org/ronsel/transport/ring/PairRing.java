package org.ronsel.transport.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;

/**
 * A ring between two threads of one JVM, one of which produces and the other one consumes, each at
 * most one thread at a time (their engines' locks see to it). It carries references, too. Neither
 * side needs an atomic instruction.
 *
 * <p>Beside the slots there is a lane: a ring of bytes for the payloads of longer records. Of what
 * only one producer writes it can {@linkplain RingMemory#ownAhead take the lines from the
 * consumer's cache} before it needs them. In the slots themselves the consumer, which reads one
 * record and looks for the next, would have them fetched again. What finds no room in the lane goes
 * into the slots. A lane's payload is written before the record is published (release), and read
 * before its place is given back (release, by the word {@link #LANE_HEAD}).
 */
final class PairRing {
  private static final VarHandle WORDS =
      MethodHandles.arrayElementVarHandle(long[].class).withInvokeExactBehavior();

  /** Words lie 128 bytes apart: a line and its prefetched neighbour. */
  private static final int HEAD = 16;

  private static final int LANE_HEAD = 32;
  private static final int WORD_COUNT = 48;

  /**
   * Flag of the header of a record whose payload lies in the lane; no other header in a ring has
   * it.
   */
  private static final int IN_LANE = 0x80 << 24;

  /** Shortest payload that goes into the lane: it has lines that are worth taking in advance. */
  private static final int LANE_FROM = RingDescriptor.SLOT + 1;

  private final RingMemory ring;
  private final RingMemory lane;
  private final @Nullable Object[] attachments;
  private final long[] words = new long[WORD_COUNT];
  final RingProducer producer;
  private final Consumer consumer;

  /**
   * Makes a ring.
   *
   * @param slots a power of two
   * @param laneSlots of the lane, a power of two
   * @param source endpoint of the sender
   */
  PairRing(int slots, int laneSlots, int source) {
    long ringBytes = (long) slots * RingDescriptor.SLOT;
    long laneBytes = (long) laneSlots * RingDescriptor.SLOT;
    MemorySegment memory = Arena.ofAuto().allocate(ringBytes + laneBytes, 2 * RingDescriptor.SLOT);
    long nonce = ThreadLocalRandom.current().nextLong();
    ring = new RingMemory(memory, 0, slots, nonce);
    ring.clearFirstStamp();
    lane = new RingMemory(memory, ringBytes, laneSlots, nonce);
    attachments = new Object[slots];
    producer = new Producer(source);
    consumer = new Consumer();
  }

  /** Whether a record is there; a hint that any thread may ask for. */
  boolean hasRecord() {
    return consumer.hasRecord();
  }

  /** Hands up to {@code limit} records to {@code handler}; one thread at a time. */
  int poll(RecordHandler handler, int limit) {
    return consumer.poll(handler, limit);
  }

  @SuppressWarnings("unused") // the padding takes up room
  private final class Producer extends RingProducer {
    private long tail;
    private long headSeen;
    private long laneTail;
    private long laneHeadSeen;

    /** Slots in the lane of the record that is being written, or 0. */
    private int slotsInLane;

    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    Producer(int source) {
      super(ring, source);
    }

    @Override
    public boolean claim(int payloadBytes) {
      if (payloadBytes >= LANE_FROM && claimInLane(payloadBytes)) {
        return true;
      }
      slotsInLane = 0;
      if (!makeRoom(RingDescriptor.slots(payloadBytes))) {
        return false;
      }
      ring.clearLastStamp(tail, payloadBytes);
      wrap(ring.offset(tail), payloadBytes);
      return true;
    }

    /** Pads the end of the ring if need be; whether some slots are free behind the tail then. */
    private boolean makeRoom(int slots) {
      long position = tail;
      int padding = ring.padding(position, slots);
      if (position + padding + slots - headSeen > ring.capacity) {
        // Acquire: the consumer has read all slots before this head.
        headSeen = (long) WORDS.getAcquire(words, HEAD);
        if (position + padding + slots - headSeen > ring.capacity) {
          return false;
        }
      }
      if (padding != 0) {
        ring.publishPadding(position);
        tail = position + padding;
      }
      return true;
    }

    /** A slot for the record, and room in the lane for its payload. */
    private boolean claimInLane(int payloadBytes) {
      int slots = payloadBytes + RingDescriptor.SLOT - 1 >>> RingDescriptor.SLOT_SHIFT;
      if (slots > lane.capacity / 4) {
        return false;
      }
      long from = laneTail + lane.padding(laneTail, slots);
      if (from + slots - laneHeadSeen > lane.capacity) {
        // Acquire: the consumer has read all payloads before this head.
        laneHeadSeen = (long) WORDS.getAcquire(words, LANE_HEAD);
        if (from + slots - laneHeadSeen > lane.capacity) {
          return false;
        }
      }
      if (!makeRoom(1)) {
        return false;
      }
      slotsInLane = slots;
      laneTail = from;
      long record = ring.offset(tail);
      NativeWords.setLong(ring.memory, record + RecordDescriptor.LANE_POSITION, from);
      wrap(record, payloadBytes, lane.offset(from), IN_LANE);
      return true;
    }

    @Override
    public void attach(Object reference) {
      // Plain: ordered before the consumer's read by the stamp's release and acquire.
      attachments[ring.index(tail)] = reference;
    }

    @Override
    public void commit() {
      long position = tail;
      ring.publish(position);
      int slots = slotsInLane;
      if (slots == 0) {
        tail = position + RingDescriptor.slots(payloadBytes());
        return;
      }
      tail = position + 1;
      laneTail += slots;
      if (laneTail + 2L * slots - laneHeadSeen <= lane.capacity) {
        lane.ownAhead(laneTail, slots, 0);
      }
    }

    @Override
    public void abort() {
      // No other thread claims: the next record takes the same room.
      if (slotsInLane == 0) {
        ring.clearInnerStamps(tail, payloadBytes());
      }
    }
  }

  private final class Consumer extends RecordConsumer {
    private long laneHeadTold;

    /** Behind the payload that is being read, or -1 if that does not lie in the lane. */
    private long laneHeadThen = -1;

    Consumer() {
      super(ring);
    }

    @Override
    int locate(RecordView record, long offset, int slotsToEnd) {
      if ((record.header() & IN_LANE) == 0) {
        return super.locate(record, offset, slotsToEnd);
      }
      long from = NativeWords.getLong(ring.memory, offset + RecordDescriptor.LANE_POSITION);
      record.payloadAt(lane.offset(from), IN_LANE);
      laneHeadThen =
          from + (record.payloadBytes() + RingDescriptor.SLOT - 1 >>> RingDescriptor.SLOT_SHIFT);
      return 1;
    }

    @Override
    void payloadRead() {
      long then = laneHeadThen;
      if (then >= 0) {
        laneHeadThen = -1;
        if (then - laneHeadTold >= lane.capacity / 4) {
          laneHeadTold = then;
          // Release: after the payloads before it have been read.
          WORDS.setRelease(words, LANE_HEAD, then);
        }
      }
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
