package org.ronsel.stress;

import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.ring.RingProducer;

/**
 * Two producers that fill an inbox again and again, of which the second is its consumer as well, so
 * that two cores will do. Each says how many of its records have been accepted.
 */
final class InboxTraffic {
  private static final int OF_SECOND = 2;

  private final Inbox inbox;
  private final byte[][] payloads;
  private final int tries;
  private final RingProducer first;
  private final RingProducer second;
  private final ReceivedRecords received = new ReceivedRecords(2);
  private int acceptedOfFirst;
  private int acceptedOfSecond;

  /**
   * Nothing has been sent.
   *
   * @param payloads of the records of the first producer, and of those of the second
   * @param tries how often a producer that finds no room tries again, with those that succeed
   */
  InboxTraffic(Inbox inbox, byte[][] payloads, int tries) {
    this.inbox = inbox;
    this.payloads = payloads;
    this.tries = tries;
    first = inbox.producer(0);
    second = inbox.producer(1);
  }

  /** Payloads of records that are numbered from 0 on. */
  static byte[][] payloads(int records, int bytes) {
    byte[][] payloads = new byte[records][];
    for (int i = 0; i < payloads.length; i++) {
      payloads[i] = ReceivedRecords.payload(i, bytes);
    }
    return payloads;
  }

  private boolean offer(RingProducer producer, int number) {
    byte[] payload = payloads[number];
    if (!producer.claim(payload.length)) {
      return false;
    }
    producer.envelope(number + 1, ~number, number, payload.length, -number);
    producer.payload(payload, 0);
    producer.attach(number);
    producer.commit();
    return true;
  }

  /** The first producer: all of its records, as soon as there is room, or none any more. */
  void first() {
    int number = 0;
    for (int i = 0; i < tries && number < payloads.length; i++) {
      if (offer(first, number)) {
        number++;
      }
    }
    acceptedOfFirst = number;
  }

  /** The second producer: two records; takes what is there in between. */
  void second() {
    int number = 0;
    for (int i = 0; i < tries && number < OF_SECOND; i++) {
      if (offer(second, number)) {
        number++;
      }
      inbox.poll(received, 1);
    }
    acceptedOfSecond = number;
  }

  /** Takes the rest when both have ended. */
  void takeRest() {
    inbox.poll(received, 9);
  }

  /**
   * How many records came more than were accepted: 0, unless some were lost, torn, out of order.
   */
  int surplus() {
    return received.verdict() - acceptedOfFirst - acceptedOfSecond;
  }

  /** 1 if the first producer has sent everything or finds room now that all has been taken. */
  int room() {
    return acceptedOfFirst == payloads.length || offer(first, acceptedOfFirst) ? 1 : 0;
  }
}
