package org.ronsel.collective.direct;

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
 * Two ranks at one meeting place, one operation directly after the other: both get the result of
 * each, and what is written before a barrier is read behind it.
 */
@JCStressTest
@Outcome(id = "3075, 3075", expect = ACCEPTABLE, desc = "Both ranks have the results of all three.")
@Outcome(expect = FORBIDDEN, desc = "A rank read the result of another operation, or too early.")
@State
public class MeetingStress {
  private static final Reduction SUM = Objects.requireNonNull(Predefined.SUM.of(ElementType.LONG));
  private static final Engine[] ENGINES = {StressRank.engine(0), StressRank.engine(1)};

  private final SharedMeeting meeting = new SharedMeeting(2);
  private final Visit[] visits = {visit(0), visit(1)};
  private int writtenByFirst;
  private int writtenBySecond;

  /** Nothing of the program runs here. */
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

  private Visit visit(int rank) {
    return new Visit(ENGINES[rank], new StressRank(rank), meeting, 1, NO_FAILURES);
  }

  private static int sum(Visit visit, long mine) {
    return (int) visit.allReduce(ElementType.LONG, mine, SUM);
  }

  /** Rank 0. */
  @Actor
  public void first(II_Result result) {
    Visit visit = visits[0];
    int sums = sum(visit, 1) * 1000 + sum(visit, 20);
    writtenByFirst = 5;
    visit.barrier();
    result.r1 = sums + writtenBySecond;
  }

  /** Rank 1. */
  @Actor
  public void second(II_Result result) {
    Visit visit = visits[1];
    int sums = sum(visit, 2) * 1000 + sum(visit, 50);
    writtenBySecond = 5;
    visit.barrier();
    result.r2 = sums + writtenByFirst;
  }
}
