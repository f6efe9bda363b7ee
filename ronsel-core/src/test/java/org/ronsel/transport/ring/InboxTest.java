package org.ronsel.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
 * Records come out of an inbox as they went in, in the order of each sender, whether their payloads
 * lie in a lane or in the ring, and however full both are.
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
  private static boolean send(Inbox.Producer producer, int source, int tag, byte[] payload) {
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
    int lanes = random.nextInt(SENDERS);
    Inbox inbox = new Inbox(64, lanes, 16 << random.nextInt(4));
    List<Inbox.Producer> producers = new ArrayList<>();
    underWay.clear();
    received = 0;
    for (int i = 0; i < SENDERS; i++) {
      producers.add(inbox.producer(i));
      underWay.add(new ArrayDeque<>());
    }
    int sent = 0;
    for (int step = 0; step < STEPS; step++) {
      int source = random.nextInt(SENDERS);
      Inbox.Producer producer = producers.get(source);
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
  private static void giveUp(Inbox.Producer producer) {
    MemorySegment tooShort = MemorySegment.ofArray(new byte[10]);
    if (producer.claim(300)) {
      producer.envelope(1, 0, 0, 0, 0);
      assertThatThrownBy(() -> producer.payload(tooShort, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  /** The payload of a longer record lies in the lane of its sender as long as that has room. */
  @Test
  void aLaneTakesThePayloadsOfItsSender() {
    Inbox inbox = new Inbox(64, 1, 64);
    Inbox.Producer first = inbox.producer(0);
    Inbox.Producer second = inbox.producer(1);
    byte[] payload = new byte[128];
    List<Long> places = new ArrayList<>();
    for (Inbox.Producer each : List.of(first, second, first, first)) {
      assertThat(each.claim(payload.length)).isTrue();
      each.envelope(1, 0, 0, 0, 0);
      each.payload(payload, 0);
      each.commit();
    }
    inbox.poll(
        record -> {
          assertThat(record.payload().get(ValueLayout.JAVA_BYTE, record.payloadOffset())).isZero();
          places.add(record.payloadOffset());
        },
        9);
    long ring = 64 * 64;
    assertThat(places).hasSize(4);
    assertThat(places.get(0)).isEqualTo(ring);
    assertThat(places.get(1)).isLessThan(ring);
    assertThat(places.get(2)).isEqualTo(ring + 128);
    assertThat(places.get(3)).isEqualTo(ring + 256);
  }
}
