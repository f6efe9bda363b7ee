package org.ronsel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ronsel.transport.ring.Inbox;
import org.ronsel.transport.ring.RingProducer;

/**
 * A producer with a ring and a lane of its own and a consumer that sends, too, by the common ring:
 * what has been accepted arrives whole, in the order of each producer, and once, although both
 * rings are used again before all has come; and what has been consumed makes room.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Nothing lost, nothing twice; one more fits.")
@Outcome(expect = FORBIDDEN, desc = "Lost, torn, or out of order (first); no room left (second).")
@State
public class InboxOwnRingStress {
  private static final int BYTES = 100;
  private static final int MOST = 6;
  private static final byte[][] PAYLOADS = {
    ReceivedRecords.payload(0, BYTES),
    ReceivedRecords.payload(1, BYTES),
    ReceivedRecords.payload(2, BYTES),
    ReceivedRecords.payload(3, BYTES),
    ReceivedRecords.payload(4, BYTES),
    ReceivedRecords.payload(5, BYTES)
  };
  private static final int TRIES = 20;
  private static final Integer[] REFERENCES = {0, 1, 2, 3, 4, 5};

  /** Four payloads fit the lane, and two of the records the common ring. */
  private final Inbox inbox = new Inbox(8, 1, 8, 8);

  private final RingProducer first = inbox.producer(0);
  private final RingProducer second = inbox.producer(1);
  private final ReceivedRecords received = new ReceivedRecords(2);
  private int acceptedOfFirst;
  private int acceptedOfSecond;

  private static boolean offer(RingProducer producer, int number) {
    if (!producer.claim(BYTES)) {
      return false;
    }
    producer.envelope(number + 1, ~number, number, BYTES, -number);
    producer.payload(PAYLOADS[number], 0);
    producer.attach(REFERENCES[number]);
    producer.commit();
    return true;
  }

  /** Six records, as soon as there is room, or none any more. */
  @Actor
  public void first() {
    int number = 0;
    for (int i = 0; i < TRIES && number < MOST; i++) {
      if (offer(first, number)) {
        number++;
      }
    }
    acceptedOfFirst = number;
  }

  /** Two records, and takes what is there in between. */
  @Actor
  public void second() {
    int number = 0;
    for (int i = 0; i < TRIES && number < 2; i++) {
      if (offer(second, number)) {
        number++;
      }
      inbox.poll(received, 1);
    }
    acceptedOfSecond = number;
  }

  /** Takes the rest. */
  @Arbiter
  public void rest(II_Result result) {
    inbox.poll(received, 9);
    result.r1 = received.verdict() - acceptedOfFirst - acceptedOfSecond;
    result.r2 = acceptedOfFirst == MOST || offer(first, acceptedOfFirst) ? 1 : 0;
  }
}
