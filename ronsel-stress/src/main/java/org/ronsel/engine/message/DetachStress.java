package org.ronsel.engine.message;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ronsel.engine.Engine;
import org.ronsel.engine.StressEngine;
import org.ronsel.memory.MemoryCopy;

/**
 * A send that stops waiting while its receiver takes the message: the receiver reads the data that
 * were sent, although the sender's program overwrites its buffer as soon as the send is complete.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The receiver was first and read the buffer.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The sender was first; the copy was read.")
@Outcome(expect = FORBIDDEN, desc = "The buffer was read after the send had completed.")
@State
public class DetachStress {
  private static final Engine ENGINE = StressEngine.parking();

  private final byte[] buffer = {1};
  private final SendOperation send = StressEngine.send(ENGINE);

  /** Announces the message. */
  public DetachStress() {
    StressEngine.announce(send, buffer);
  }

  /** Completes without the receiver, and reuses its buffer. */
  @Actor
  public void sender(II_Result result) {
    if (send.completeAlone(true)) {
      buffer[0] = 2;
      result.r1 = 1;
    }
  }

  /** Takes the message. */
  @Actor
  public void receiver(II_Result result) {
    byte[] got = new byte[1];
    send.take();
    MemoryCopy.copy(send.base, send.offset, got, 0, 1);
    result.r2 = got[0];
  }
}
