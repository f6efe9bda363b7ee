package org.ronsel.engine.message;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.ronsel.engine.Engine;
import org.ronsel.engine.StressEngine;

/**
 * Two copiers of one message, whose pooled operation serves the next message as soon as this one is
 * complete: each chunk is claimed once, one copier completes the message, and the late one gets no
 * chunk of the next message.
 */
@JCStressTest
@Outcome(id = "7, 1, 3", expect = ACCEPTABLE, desc = "Each chunk once, completed once, none stale.")
@Outcome(
    expect = FORBIDDEN,
    desc = "Chunks claimed of the first message; completions; chunks of the second left for it.")
@State
public class ChunkClaimStress {
  private static final int CHUNKS = 3;
  private static final Engine ENGINE = StressEngine.parking();
  private static final byte[] DATA = new byte[1];

  private final SendOperation send = StressEngine.send(ENGINE);
  private final ReceiveOperation receive = new ReceiveOperation(ENGINE);
  private final int generation;
  private volatile boolean complete;
  private int claimedByReceiver;
  private int claimedBySender;
  private int completedByReceiver;
  private int completedBySender;
  private int ofNext;

  /** Shares a message of three chunks. */
  public ChunkClaimStress() {
    StressEngine.announce(send, DATA);
    send.take();
    generation = send.generation();
    send.share(receive, CHUNKS);
  }

  /** Copies chunks, and reuses the operation for the next message once this one is complete. */
  @Actor
  public void sender() {
    for (int chunk; (chunk = send.claimChunk(generation, CHUNKS)) >= 0; ) {
      claimedBySender += 1 << chunk;
      if (send.deliveredLast(CHUNKS)) {
        completedBySender++;
        complete = true;
      }
    }
    while (!complete) {
      Thread.onSpinWait();
    }
    StressEngine.announce(send, DATA);
    send.take();
    send.share(receive, CHUNKS);
    for (int chunk; (chunk = send.claimChunk(send.generation(), CHUNKS)) >= 0; ) {
      ofNext++;
    }
  }

  /** Copies chunks, also when the message may be complete. */
  @Actor
  public void receiver() {
    for (int late = 0; late < 4; ) {
      int chunk = send.claimChunk(generation, CHUNKS);
      if (chunk < 0) {
        late++;
      } else {
        claimedByReceiver += 1 << chunk;
        if (send.deliveredLast(CHUNKS)) {
          completedByReceiver++;
          complete = true;
        }
      }
    }
  }

  /** Adds up the chunks: a chunk that was claimed twice changes the sum. */
  @Arbiter
  public void sum(III_Result result) {
    result.r1 = claimedBySender + claimedByReceiver;
    result.r2 = completedBySender + completedByReceiver;
    result.r3 = ofNext;
  }
}
