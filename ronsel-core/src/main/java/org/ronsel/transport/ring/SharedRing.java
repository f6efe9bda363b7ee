package org.ronsel.transport.ring;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.RecordHandler;

/**
 * A ring in memory that two JVMs share: one producer, one consumer, each at most one thread at a
 * time (their engines' locks see to it). The memory starts with two lines of control words: the
 * head, which the consumer publishes, and the nonce, which the maker sets once.
 */
public final class SharedRing {
  private static final long HEAD = 0;
  private static final long NONCE = 128;

  /** Slots of a record after which the lines of the next one are taken in advance. */
  private static final int OWN_AHEAD_FROM = 3;

  /** Bytes in front of the slots. */
  private static final int CONTROL = 256;

  private SharedRing() {}

  /** Bytes of shared memory that a ring of {@code slots} slots needs. */
  public static int bytes(int slots) {
    return CONTROL + slots * RingDescriptor.SLOT;
  }

  /** Largest payload of one record in a ring of {@code slots} slots: a quarter of it. */
  public static int inlineLimit(int slots) {
    return RingDescriptor.inlineLimit(slots / 4);
  }

  /** Prepares the memory of a new ring, before the other side learns of it. */
  public static void initialise(MemorySegment memory, long nonce) {
    NativeWords.setLong(memory, NONCE, nonce);
    new RingMemory(slots(memory), nonce).clearFirstStamp();
    NativeWords.setLongRelease(memory, HEAD, 0L);
  }

  private static MemorySegment slots(MemorySegment memory) {
    return memory.asSlice(CONTROL);
  }

  /** The producing end. */
  @SuppressWarnings("unused") // the padding takes up room
  public static final class Producer extends RingProducer {
    private final MemorySegment control;
    private final RingMemory ring;
    private final MeasuredCopy copies = MeasuredCopy.ofSharedMemory();
    private boolean streams;
    private long tail;
    private long headSeen;
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    /** Opens the producing end of an initialised ring for records of endpoint {@code source}. */
    public Producer(MemorySegment memory, int source) {
      this(memory, new RingMemory(slots(memory), NativeWords.getLong(memory, NONCE)), source);
    }

    private Producer(MemorySegment memory, RingMemory ring, int source) {
      super(ring, source);
      this.control = memory;
      this.ring = ring;
    }

    /**
     * Says whether the producer writes one record after the other, and has no time to take the
     * lines of the next one in advance.
     */
    public void streams(boolean does) {
      streams = does;
    }

    @Override
    protected void copyLong(Object base, long byteOffset, MemorySegment to, long at, int bytes) {
      if (streams) {
        copies.write(base, byteOffset, to, at, bytes);
      } else {
        super.copyLong(base, byteOffset, to, at, bytes);
      }
    }

    @Override
    public boolean claim(int payloadBytes) {
      int slots = RingDescriptor.slots(payloadBytes);
      long position = tail;
      int padding = ring.padding(position, slots);
      if (position + padding + slots - headSeen > ring.capacity) {
        // Acquire: the consumer has read all slots before this head.
        headSeen = NativeWords.getLongAcquire(control, HEAD);
        if (position + padding + slots - headSeen > ring.capacity) {
          return false;
        }
      }
      if (padding != 0) {
        ring.publishPadding(position);
        position += padding;
        tail = position;
      }
      ring.clearLastStamp(position, payloadBytes);
      wrap(ring.offset(position), payloadBytes);
      return true;
    }

    @Override
    public void commit() {
      long position = tail;
      ring.publish(position);
      int slots = RingDescriptor.slots(payloadBytes());
      position += slots;
      tail = position;
      if (slots >= OWN_AHEAD_FROM && !streams && position + 2 * slots - headSeen <= ring.capacity) {
        ring.ownAhead(position, slots, 1);
      }
    }

    @Override
    public void abort() {
      // No other thread claims: the next record takes the same room.
      ring.clearInnerStamps(tail, payloadBytes());
    }
  }

  /** The consuming end. */
  public static final class Consumer extends RecordConsumer {
    private final MemorySegment control;

    /** Opens the consuming end of an initialised ring. */
    public Consumer(MemorySegment memory) {
      super(new RingMemory(slots(memory), NativeWords.getLong(memory, NONCE)));
      this.control = memory;
    }

    /** Hands up to {@code limit} records to {@code handler}. */
    public int drain(RecordHandler handler, int limit) {
      return poll(handler, limit);
    }

    @Override
    void publishHead(long head) {
      NativeWords.setLongRelease(control, HEAD, head);
    }

    @Override
    @Nullable Object takeAttachment(int slot) {
      return null;
    }
  }
}
