package org.ronsel.collective.shared;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.stress.StressRank;

/**
 * Two ranks that copy by way of one segment: broadcasts of each in turn, more than a slot has
 * entries, so that the root gets ahead of its reader, which acknowledges several at a time, and
 * reuses entries; a sum of both between them, and a barrier, after which data written before it are
 * read.
 */
@JCStressTest
@Outcome(id = "432, 432", expect = ACCEPTABLE, desc = "Both ranks have the results of all.")
@Outcome(expect = FORBIDDEN, desc = "A rank read an entry too early, or after it was written anew.")
@State
public class CopyStress {
  private static final Reduction SUM = Objects.requireNonNull(Predefined.SUM.of(ElementType.LONG));
  private static final int BROADCASTS = 20;
  private static final Engine[] ENGINES = {StressRank.engine(0), StressRank.engine(1)};

  /** A codec that is not used: no operator of the program is called here. */
  private static final FailureCodec NO_FAILURES =
      new FailureCodec() {
        @Override
        public byte[] encode(Throwable thrown) {
          throw new AssertionError(thrown);
        }

        @Override
        public Throwable decode(byte[] message, int rank) {
          throw new AssertionError("rank " + rank);
        }
      };

  private final LocalSegment segment = new LocalSegment(2);
  private final Participant[] participants = {participant(0), participant(1)};
  private int writtenByFirst;
  private int writtenBySecond;

  private Participant participant(int rank) {
    return Participant.inJvm(ENGINES[rank], new StressRank(rank), segment, false, 1, NO_FAILURES);
  }

  private static Invocation call(Collective collective, long[] values) {
    return new Invocation()
        .of(Invocation.CallKind.BLOCKING, collective, ElementType.LONG, 1)
        .from(values, 0)
        .to(values, 0);
  }

  private static void copy(Participant participant, Invocation call) {
    participant.copy(
        call,
        (declined, instance) -> {
          throw new IllegalStateException(declined.call() + " is short enough");
        },
        0);
  }

  private static int run(Participant participant, int rank, long mine) {
    int sum = broadcasts(participant, rank, 0);
    long[] values = {mine};
    copy(participant, call(Collective.ALL_REDUCE, values).combinedBy(SUM));
    return sum + (int) values[0] + broadcasts(participant, rank, 1);
  }

  private static int broadcasts(Participant participant, int rank, int root) {
    int sum = 0;
    long[] values = new long[1];
    for (int i = 1; i <= BROADCASTS; i++) {
      if (rank == root) {
        values[0] = i;
      }
      copy(participant, call(Collective.BROADCAST, values).rootedAt(root));
      sum += (int) values[0];
    }
    return sum;
  }

  /** Rank 0. */
  @Actor
  public void first(II_Result result) {
    int sums = run(participants[0], 0, 1);
    writtenByFirst = 5;
    copy(participants[0], call(Collective.BARRIER, new long[1]));
    result.r1 = sums + writtenBySecond;
  }

  /** Rank 1. */
  @Actor
  public void second(II_Result result) {
    int sums = run(participants[1], 1, 6);
    writtenBySecond = 5;
    copy(participants[1], call(Collective.BARRIER, new long[1]));
    result.r2 = sums + writtenByFirst;
  }
}
