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

/**
 * Two producers, one of which is the consumer as well, so that two cores suffice, and an inbox that
 * has room for two of their records: accepted records arrive whole, in the order of each producer,
 * and once; and consumed records make room.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Nothing lost, nothing twice; one more fits.")
@Outcome(expect = FORBIDDEN, desc = "Lost, torn, or out of order (first); no room left (second).")
@State
public class InboxStress {
  private static final byte[][] PAYLOADS = InboxTraffic.payloads(2, 16);

  private final InboxTraffic traffic = new InboxTraffic(new Inbox(2), PAYLOADS, 10);

  /** Sends two records as soon as there is room, or gives up. */
  @Actor
  public void first() {
    traffic.first();
  }

  /** Sends two records, and takes available ones in between. */
  @Actor
  public void second() {
    traffic.second();
  }

  /** Takes the remaining records. */
  @Arbiter
  public void rest(II_Result result) {
    traffic.takeRest();
    result.r1 = traffic.surplus();
    result.r2 = traffic.room();
  }
}
