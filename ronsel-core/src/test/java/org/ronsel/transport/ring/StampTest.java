package org.ronsel.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.ronsel.transport.RecordHandler;

/**
 * What a payload leaves in a slot is never taken for a record, also where it covers a part only of
 * the stamp that an earlier record has left there: all values of that part are tried.
 */
class StampTest {
  private static final int SLOTS = 64;
  private static final int ONE_SLOT = 8;
  private static final int MANY = 10 * 256;

  /** Three slots; of the stamp in the last one it covers a byte. */
  private static final int ENDS_IN_STAMP = RingDescriptor.SLOT + 1;

  private static final RecordHandler NOTHING = record -> {};

  /** The two ends of a ring. */
  private record Ends(RingProducer producer, IntSupplier poll, BooleanSupplier hasRecord) {
    static Ends ofShared(MemorySegment memory) {
      SharedRing.initialise(memory, 0x1234_5678_9abc_def0L);
      SharedRing.Consumer consumer = new SharedRing.Consumer(memory);
      return new Ends(
          new SharedRing.Producer(memory, 0),
          () -> consumer.drain(NOTHING, SLOTS),
          consumer::hasRecord);
    }

    static Ends of(Inbox inbox) {
      return new Ends(inbox.producer(0), () -> inbox.poll(NOTHING, SLOTS), inbox::hasRecord);
    }

    /** Sends and receives records that take a slot each. */
    void singles(int count) {
      for (int i = 0; i < count; i++) {
        passes(new byte[ONE_SLOT]);
      }
    }

    void passes(byte[] payload) {
      assertThat(producer.claim(payload.length)).isTrue();
      producer.envelope(0, 0, 0, 0, 0);
      producer.payload(payload, 0);
      producer.commit();
      assertThat(poll.getAsInt()).isEqualTo(1);
    }

    void assertEmpty(int left) {
      assertThat(hasRecord.getAsBoolean()).as("after " + left).isFalse();
      assertThat(poll.getAsInt()).as("after " + left).isZero();
    }
  }

  private static MemorySegment memory() {
    return Arena.ofAuto().allocate(SharedRing.bytes(SLOTS), RingDescriptor.SLOT);
  }

  /** Leaves a byte on the stamp of slot 2, and comes to that slot again in the round behind. */
  private static void leaves(Ends ring, int left) {
    ring.singles(SLOTS);
    byte[] payload = new byte[ENDS_IN_STAMP];
    payload[ENDS_IN_STAMP - 1] = (byte) left;
    ring.passes(payload);
    ring.singles(SLOTS - 3);
    for (int slot = 0; slot < SLOTS; slot++) {
      ring.assertEmpty(left);
      ring.singles(1);
    }
  }

  @Test
  void isOfOneRecordInARingBetweenJvms() {
    for (int left = 0; left < 256; left++) {
      leaves(Ends.ofShared(memory()), left);
    }
  }

  /** The nonce is another one in each ring, which it does not tell: so there are many. */
  @Test
  void isOfOneRecordInTheRingThatSendersOfAJvmShare() {
    for (int left = 0; left < MANY; left++) {
      leaves(Ends.of(new Inbox(SLOTS)), left);
    }
  }

  /** Its lane is too short for any payload. */
  @Test
  void isOfOneRecordInARingOfOneSender() {
    for (int left = 0; left < MANY; left++) {
      leaves(Ends.of(new Inbox(SLOTS, 1, SLOTS, 1)), left);
    }
  }

  /** A copy that fails may have written a part of any word. */
  @Test
  void isOfOneRecordBehindOneThatWasGivenUp() {
    for (int left = 0; left < 256; left++) {
      MemorySegment memory = memory();
      Ends ring = Ends.ofShared(memory);
      ring.singles(2 * SLOTS - 3);
      assertThat(ring.producer.claim(100)).isTrue();
      long slots = memory.byteSize() - SLOTS * RingDescriptor.SLOT;
      memory.set(ValueLayout.JAVA_BYTE, slots + (SLOTS - 2L) * RingDescriptor.SLOT, (byte) left);
      ring.producer.abort();
      ring.passes(new byte[200]); // at the ring's beginning, behind slots that are passed over
      ring.singles(SLOTS - 3 - 5);
      for (int slot = 0; slot < 3; slot++) {
        ring.assertEmpty(left);
        ring.singles(1);
      }
    }
  }
}
