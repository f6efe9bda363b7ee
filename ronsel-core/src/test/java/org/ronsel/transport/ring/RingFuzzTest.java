package org.ronsel.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.RecordView;

/**
 * A consumer of a ring whose memory holds anything at all: it hands over records that lie within
 * the ring, or says that the ring is broken, and comes to an end.
 */
class RingFuzzTest {
  /** The upper half of the word that begins with the header. */
  private static final int INLINE_BYTES = RecordDescriptor.HEADER + 4;

  private static final int SLOTS = 32;
  private static final int RING_BYTES = SharedRing.bytes(SLOTS);
  private static final int SLOTS_AT = RING_BYTES - SLOTS * RingDescriptor.SLOT;
  private static final long NONCE = 0x1234_5678_9abc_def0L;

  private final MemorySegment ring =
      Arena.ofAuto().allocate(RING_BYTES, RingDescriptor.SLOT).fill((byte) 0);

  /** Reads every payload, and checks that it lies within the ring. */
  private static final class CheckingReader implements RecordHandler {
    int records;
    int sum;

    @Override
    public void onRecord(RecordView record) {
      int inlineBytes = record.payloadBytes();
      MemorySegment payload = record.payload();
      long payloadOffset = record.payloadOffset();
      records++;
      if (inlineBytes < 0 || payload.byteSize() != SLOTS * RingDescriptor.SLOT) {
        throw new AssertionError("record of " + inlineBytes + " bytes in " + payload);
      }
      for (int i = 0; i < inlineBytes; i++) {
        sum += payload.get(ValueLayout.JAVA_BYTE, payloadOffset + i);
      }
    }
  }

  private SharedRing.Producer initialised() {
    SharedRing.initialise(ring, NONCE);
    return new SharedRing.Producer(ring, 1);
  }

  private static boolean offer(SharedRing.Producer producer, int header, byte[] payload) {
    if (!producer.claim(payload.length)) {
      return false;
    }
    producer.envelope(header, 0, 0, 0, 0);
    producer.payload(payload, 0);
    producer.commit();
    return true;
  }

  /** Polls until nothing comes; a ring of 32 slots holds no more than 32 records. */
  private void drain(SharedRing.Consumer consumer) {
    CheckingReader reader = new CheckingReader();
    try {
      while (consumer.drain(reader, 5) != 0) {
        if (reader.records > 2 * SLOTS) {
          throw new AssertionError("the same records again and again");
        }
      }
    } catch (MalformedRecordException malformed) {
      assertThat(malformed).hasMessageContaining("does not fit");
    }
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void randomBytesAreReadWithinTheRingOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    initialised();
    byte[] bytes = new byte[RING_BYTES - SLOTS_AT];
    random.nextBytes(bytes);
    MemorySegment.copy(bytes, 0, ring, ValueLayout.JAVA_BYTE, SLOTS_AT, bytes.length);
    // Stamps that are right, since a producer knows them.
    int stamps = random.nextInt(SLOTS);
    for (int i = 0; i < stamps; i++) {
      int slot = random.nextInt(4) == 0 ? random.nextInt(SLOTS) : i;
      stamp(slot);
      if (random.nextBoolean()) {
        put(slot, INLINE_BYTES, random.nextInt(100));
      }
      if (random.nextInt(8) == 0) {
        put(slot, RecordDescriptor.HEADER, random.nextBoolean() ? 0xff00 : 0xfe00);
      }
    }
    drain(new SharedRing.Consumer(ring));
  }

  private void stamp(int slot) {
    ring.set(ValueLayout.JAVA_LONG, SLOTS_AT + (long) slot * RingDescriptor.SLOT, slot + 1 ^ NONCE);
  }

  private void put(int slot, int field, int value) {
    ring.set(ValueLayout.JAVA_INT, SLOTS_AT + (long) slot * RingDescriptor.SLOT + field, value);
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void flippedBitsOfValidRecordsAreReadWithinTheRingOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    SharedRing.Producer producer = initialised();
    SharedRing.Consumer consumer = new SharedRing.Consumer(ring);
    for (int turn = 0; turn < 20; turn++) {
      byte[] payload = new byte[random.nextInt(SharedRing.inlineLimit(SLOTS) + 1)];
      while (offer(producer, random.nextInt(), payload)) {
        payload = new byte[random.nextInt(SharedRing.inlineLimit(SLOTS) + 1)];
      }
      if (turn > 3) {
        for (int flips = random.nextInt(4); flips > 0; flips--) {
          int at = SLOTS_AT + random.nextInt(RING_BYTES - SLOTS_AT);
          byte old = ring.get(ValueLayout.JAVA_BYTE, at);
          ring.set(ValueLayout.JAVA_BYTE, at, (byte) (old ^ 1 << random.nextInt(8)));
        }
      }
      drain(consumer);
    }
  }

  @Test
  void lengthsThatDoNotFitAreRefused() {
    int limit = RingDescriptor.inlineLimit(SLOTS);
    for (int bytes : new int[] {limit + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      initialised();
      put(0, RecordDescriptor.HEADER, 1);
      put(0, INLINE_BYTES, bytes);
      stamp(0);
      CheckingReader reader = new CheckingReader();
      assertThatThrownBy(() -> new SharedRing.Consumer(ring).drain(reader, 9))
          .isInstanceOf(MalformedRecordException.class)
          .hasMessageContaining("record of " + bytes + " inline bytes");
      assertThat(reader.records).isZero();
    }
  }

  @Test
  void theLongestRecordThatFitsIsRead() {
    int limit = RingDescriptor.inlineLimit(SLOTS);
    initialised();
    put(0, RecordDescriptor.HEADER, 1);
    put(0, INLINE_BYTES, limit);
    stamp(0);
    CheckingReader reader = new CheckingReader();
    assertThat(new SharedRing.Consumer(ring).drain(reader, 9)).isEqualTo(1);
  }

  /** A producer may write the head too; then it deceives itself alone. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void aHeadThatIsWrongDoesNotHarmTheConsumer(@ForAll long head) {
    SharedRing.Producer producer = initialised();
    ring.set(ValueLayout.JAVA_LONG, 0, head);
    for (int i = 0; i < 100; i++) {
      offer(producer, 1, new byte[40]);
    }
    drain(new SharedRing.Consumer(ring));
  }
}
