package org.ronsel.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.ronsel.transport.RecordView;

/**
 * Records come out of an inbox as they went in, in the order of each sender, whether it has a ring
 * of its own or shares one, and however full these are.
 */
class InboxTest {
  private static final int SENDERS = 3;
  private static final int STEPS = 400;

  private final List<ArrayDeque<byte[]>> underWay = new ArrayList<>();
  private int received;

  private void take(RecordView record) {
    byte[] expected = underWay.get(record.source()).poll();
    assertThat(expected).isNotNull();
    assertThat(record.copyOfPayload()).isEqualTo(expected);
    assertThat(record.header()).isEqualTo(record.tag());
    assertThat(record.cookie()).isEqualTo(~record.tag());
    assertThat(record.attachment())
        .isEqualTo(record.tag() % 2 == 0 ? null : Integer.valueOf(record.source()));
    received++;
  }

  /** Whether there was room. */
  private static boolean send(RingProducer producer, int source, int tag, byte[] payload) {
    if (!producer.claim(payload.length)) {
      return false;
    }
    producer.envelope(tag, 0, tag, payload.length, ~tag);
    producer.payload(payload, 0);
    if (tag % 2 != 0) {
      producer.attach(source);
    }
    producer.commit();
    return true;
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void recordsComeWholeAndInOrder(@ForAll long seed) {
    Random random = new Random(seed);
    Inbox inbox = new Inbox(64, random.nextInt(SENDERS + 1), 64, 16 << random.nextInt(4));
    List<RingProducer> producers = new ArrayList<>();
    underWay.clear();
    received = 0;
    for (int i = 0; i < SENDERS; i++) {
      producers.add(inbox.producer(i));
      underWay.add(new ArrayDeque<>());
    }
    int sent = 0;
    for (int step = 0; step < STEPS; step++) {
      int source = random.nextInt(SENDERS);
      RingProducer producer = producers.get(source);
      byte[] payload = new byte[random.nextInt(random.nextBoolean() ? 20 : inbox.inlineLimit())];
      random.nextBytes(payload);
      switch (random.nextInt(8)) {
        case 0, 1 -> inbox.poll(this::take, 1 + random.nextInt(5));
        case 2 -> giveUp(producer);
        default -> {
          underWay.get(source).add(payload);
          if (send(producer, source, random.nextInt(100), payload)) {
            sent++;
          } else {
            underWay.get(source).removeLast();
          }
        }
      }
    }
    while (inbox.poll(this::take, 100) != 0) {
      // Until all have come.
    }
    assertThat(received).isEqualTo(sent);
    assertThat(inbox.hasRecord()).isFalse();
    assertThat(producers).allMatch(each -> send(each, 0, 2, new byte[inbox.inlineLimit()]));
  }

  /** A record whose payload cannot be read is given up, whatever the size of that. */
  private static void giveUp(RingProducer producer) {
    MemorySegment tooShort = MemorySegment.ofArray(new byte[10]);
    if (producer.claim(300)) {
      producer.envelope(1, 0, 0, 0, 0);
      assertThatThrownBy(() -> producer.payload(tooShort, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  /** The first senders have rings of their own, so others do not fill them; those after do. */
  @Test
  void aRingOfItsOwnHasRoomWhileTheCommonOneIsFull() {
    Inbox inbox = new Inbox(16, 1, 16, 16);
    RingProducer first = inbox.producer(0);
    RingProducer second = inbox.producer(1);
    RingProducer third = inbox.commonProducer(2);
    byte[] payload = new byte[8];
    while (send(second, 1, 2, payload)) {
      // Until it is full.
    }
    assertThat(send(third, 2, 2, payload)).isFalse();
    assertThat(send(first, 0, 2, payload)).isTrue();
    List<Integer> sources = new ArrayList<>();
    while (inbox.poll(record -> sources.add(record.source()), 100) != 0) {
      // Until all have come.
    }
    assertThat(sources).hasSize(17).containsOnlyOnce(0).doesNotContain(2);
    assertThat(send(third, 2, 2, payload)).isTrue();
  }

  /** A reference is handed over once, and not kept. */
  @Test
  void aRingOfItsOwnCarriesReferences() {
    Inbox inbox = new Inbox(16, 1, 16, 16);
    RingProducer producer = inbox.producer(0);
    for (int round = 0; round < 40; round++) {
      assertThat(send(producer, 3, round % 2, new byte[4])).isTrue();
      int tag = round % 2;
      int polled =
          inbox.poll(record -> assertThat(record.attachment()).isEqualTo(tag == 0 ? null : 3), 9);
      assertThat(polled).isEqualTo(1);
    }
  }
}
