package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/** AllReduce of one value: the last to arrive combines all. */
final class DirectScalarAllReduce extends DirectForm {
  static final DirectScalarAllReduce FORM = new DirectScalarAllReduce();

  private DirectScalarAllReduce() {
    super(Collective.ALL_REDUCE);
  }

  @Override
  void whole(Visit visit) {
    visit.meeting().resultBits(Combining.values(visit));
  }
}
