package org.ronsel.stress;

import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.ring.RingProducer;

/**
 * Two producers that fill an inbox again and again, of which the second is its consumer as well, so
 * that two cores suffice. Each reports the number of its records that have been accepted.
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
   * Creates traffic of which nothing has been sent.
   *
   * @param payloads of the records of the first producer, and of those of the second
   * @param tries number of attempts of a producer, with those that succeed
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

  /** The first producer: sends all of its records as soon as there is room, or gives up. */
  void first() {
    int number = 0;
    for (int i = 0; i < tries && number < payloads.length; i++) {
      if (offer(first, number)) {
        number++;
      }
    }
    acceptedOfFirst = number;
  }

  /** The second producer: sends two records, and takes available ones in between. */
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

  /** Takes the remaining records when both have ended. */
  void takeRest() {
    inbox.poll(received, 9);
  }

  /**
   * The number of records received minus the number accepted: 0, unless some were lost, torn or out
   * of order.
   */
  int surplus() {
    return received.verdict() - acceptedOfFirst - acceptedOfSecond;
  }

  /**
   * 1 if the first producer has sent all its records or finds room now that all have been taken.
   */
  int room() {
    return acceptedOfFirst == payloads.length || offer(first, acceptedOfFirst) ? 1 : 0;
  }
}
