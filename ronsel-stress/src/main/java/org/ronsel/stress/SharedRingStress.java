package org.ronsel.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ronsel.transport.ring.SharedRing;

/**
 * The producer and the consumer of a ring of four slots, through which records of one and of two
 * slots pass, so that some are preceded by padding: they arrive whole, in order, and once.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Nothing lost, nothing twice; one more fits.")
@Outcome(expect = FORBIDDEN, desc = "Lost, torn, or out of order (first); no room left (second).")
@State
public class SharedRingStress {
  private static final int SLOTS = 4;
  private static final int TRIES = 20;

  /** Payloads of records of one and of two slots. */
  private static final byte[][] PAYLOADS = new byte[8][];

  static {
    for (int i = 0; i < PAYLOADS.length; i++) {
      PAYLOADS[i] = ReceivedRecords.payload(i, i % 3 == 0 ? 16 : 70);
    }
  }

  private final SharedRing.Producer producer;
  private final SharedRing.Consumer consumer;
  private final ReceivedRecords received = new ReceivedRecords(1);
  private int accepted;

  /** Creates the ring. */
  public SharedRingStress() {
    MemorySegment memory = Arena.ofAuto().allocate(SharedRing.bytes(SLOTS), 64);
    SharedRing.initialise(memory, System.identityHashCode(this));
    producer = new SharedRing.Producer(memory, 0);
    consumer = new SharedRing.Consumer(memory);
  }

  private boolean offer(int number) {
    byte[] payload = PAYLOADS[number];
    if (!producer.claim(payload.length)) {
      return false;
    }
    producer.envelope(number + 1, ~number, number, payload.length, -number);
    producer.payload(payload, 0);
    producer.commit();
    return true;
  }

  /** Offers records as long as there is room. */
  @Actor
  public void produce() {
    int number = 0;
    for (int i = 0; i < TRIES && number < PAYLOADS.length - 1; i++) {
      if (offer(number)) {
        number++;
      }
    }
    accepted = number;
  }

  /** Takes available records. */
  @Actor
  public void consume() {
    for (int i = 0; i < TRIES; i++) {
      consumer.drain(received, 1 + (i & 1));
    }
  }

  /** Takes the remaining records. */
  @Arbiter
  public void rest(II_Result result) {
    consumer.drain(received, PAYLOADS.length);
    result.r1 = received.verdict() - accepted;
    result.r2 = offer(accepted) ? 1 : 0;
  }
}
