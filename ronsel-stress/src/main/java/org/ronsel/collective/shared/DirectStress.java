package org.ronsel.collective.shared;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.reduction.Predefined;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.stress.StressRank;

/**
 * Two ranks at one segment, one operation directly after the other: both get the result of each,
 * and data that are written before a barrier are read after it.
 */
@JCStressTest
@Outcome(id = "3075, 3075", expect = ACCEPTABLE, desc = "Both ranks have the results of all three.")
@Outcome(expect = FORBIDDEN, desc = "A rank read the result of another operation, or too early.")
@State
public class DirectStress {
  private static final Reduction SUM = Objects.requireNonNull(Predefined.SUM.of(ElementType.LONG));
  private static final Engine[] ENGINES = {StressRank.engine(0), StressRank.engine(1)};

  private final LocalSegment segment = new LocalSegment(2);
  private final Participant[] participants = {participant(0), participant(1)};
  private int writtenByFirst;
  private int writtenBySecond;

  /** A codec that is not used: no code of the program runs here. */
  private static final FailureCodec NO_FAILURES =
      new FailureCodec() {
        @Override
        public byte[] encode(Throwable thrown) {
          throw new IllegalStateException(thrown);
        }

        @Override
        public Throwable decode(byte[] message, int rank) {
          throw new IllegalStateException("nothing was thrown");
        }
      };

  private Participant participant(int rank) {
    return Participant.inJvm(ENGINES[rank], new StressRank(rank), segment, false, 1, NO_FAILURES);
  }

  private static int sum(Participant participant, long mine) {
    return (int) participant.allReduce(ElementType.LONG, mine, SUM);
  }

  /** Rank 0. */
  @Actor
  public void first(II_Result result) {
    Participant participant = participants[0];
    int sums = sum(participant, 1) * 1000 + sum(participant, 20);
    writtenByFirst = 5;
    participant.barrier();
    result.r1 = sums + writtenBySecond;
  }

  /** Rank 1. */
  @Actor
  public void second(II_Result result) {
    Participant participant = participants[1];
    int sums = sum(participant, 2) * 1000 + sum(participant, 50);
    writtenBySecond = 5;
    participant.barrier();
    result.r2 = sums + writtenByFirst;
  }
}
