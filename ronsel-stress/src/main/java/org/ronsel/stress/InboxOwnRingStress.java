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
 * A producer with a ring and a lane of its own and a consumer that sends, too, by the common ring:
 * accepted records arrive whole, in the order of each producer, and once, although both rings are
 * reused before all have arrived; and consumed records make room.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Nothing lost, nothing twice; one more fits.")
@Outcome(expect = FORBIDDEN, desc = "Lost, torn, or out of order (first); no room left (second).")
@State
public class InboxOwnRingStress {
  private static final byte[][] PAYLOADS = InboxTraffic.payloads(6, 100);

  /** Four payloads fit the lane, and two of the records the common ring. */
  private final InboxTraffic traffic = new InboxTraffic(new Inbox(8, 1, 8, 8), PAYLOADS, 20);

  /** Sends six records as soon as there is room, or gives up. */
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
