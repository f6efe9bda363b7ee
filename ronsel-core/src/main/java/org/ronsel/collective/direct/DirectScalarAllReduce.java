package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Reduction;

/** AllReduce of one value: the last to arrive combines all, in the order of ranks. */
final class DirectScalarAllReduce extends DirectForm {
  static final DirectScalarAllReduce FORM = new DirectScalarAllReduce();

  private DirectScalarAllReduce() {
    super(Collective.ALL_REDUCE);
  }

  @Override
  void whole(Visit visit) {
    Reduction op = visit.reduction();
    long result = visit.seat(0).bits;
    for (int rank = 1; rank < visit.ranks(); rank++) {
      result = op.combine(result, visit.seat(rank).bits);
    }
    visit.meeting().resultBits(result);
  }
}
