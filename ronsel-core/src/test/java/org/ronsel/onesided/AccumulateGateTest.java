package org.ronsel.onesided;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ronsel.LocalRanks;
import org.ronsel.memory.NativeWords;

/** Ranks that fail inside of a gate. */
@Timeout(60)
class AccumulateGateTest {
  private static final int STRIPES = 8;
  private static final int FAILED = 1;

  private final MemorySegment memory =
      MemorySegment.ofArray(new long[(int) (AccumulateGate.BYTES / Long.BYTES)]);

  @Test
  void whoClosesTheGateLearnsOfARankThatFailedInIt() throws Exception {
    passes(FAILED, false);
    assertThatThrownBy(gate(0)::close).hasMessage("rank 1 has failed");
  }

  @Test
  void whoClosesTheGateLearnsOfARankThatFailedInItBeforeAnotherPassed() throws Exception {
    passes(FAILED + STRIPES, true); // has the mark, so that others are counted
    passes(FAILED, false);
    passes(FAILED + 2 * STRIPES, true);
    assertThatThrownBy(gate(0)::close).hasMessage("rank 1 has failed");
  }

  /** Another rank of its stripe has begun to pass when the gate closes, and steps back. */
  @Test
  void aRankThatFailedAfterItHadLeftTheGateIsNotWaitedFor() throws Exception {
    passes(FAILED + STRIPES, true); // has the mark, so that others are counted
    passes(FAILED, true);
    long count = AccumulateGate.BYTES / (1 + STRIPES) * (1 + FAILED);
    var _ = NativeWords.getAndAddLong(memory, count, 1);
    CountDownLatch asksForStripe = new CountDownLatch(1);
    AccumulateGate gate =
        new AccumulateGate(
            0, each -> throwIf(each == FAILED), each -> asksForStripe.countDown(), memory);
    FutureTask<@Nullable Void> closes = new FutureTask<>(gate::close, null);
    Thread.ofPlatform().start(closes);
    LocalRanks.awaitCondition(() -> asksForStripe.getCount() == 0 || closes.isDone());
    var _ = NativeWords.getAndAddLong(memory, count, -1);
    closes.get();
  }

  /** Passes the gate as a thread of its own. */
  private void passes(int rank, boolean leaves) throws InterruptedException {
    AccumulateGate gate = gate(rank);
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  gate.enter();
                  if (leaves) {
                    gate.leave();
                  }
                });
    thread.join();
  }

  private AccumulateGate gate(int rank) {
    IntConsumer liveness = each -> throwIf(each == FAILED);
    IntConsumer livenessOfStripe = each -> throwIf(FAILED % STRIPES == each);
    return new AccumulateGate(rank, liveness, livenessOfStripe, memory);
  }

  private static void throwIf(boolean failed) {
    if (failed) {
      throw new IllegalStateException("rank " + FAILED + " has failed");
    }
  }
}
